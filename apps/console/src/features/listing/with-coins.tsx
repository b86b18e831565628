import { Dialog } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ListFailure } from '../../ui/list-failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { type ListedCoin, useCoins } from './listing.ts';

interface WithCoinsProps {
  readonly title: string;
  readonly size: number;
  readonly onClose: () => void;
  /** Renders the dialog once the coins and their decimals are known. */
  readonly children: (coins: readonly ListedCoin[]) => ReactNode;
}

/** A dialog that needs the listed coins. */
export function WithCoins({ title, size, onClose, children }: WithCoinsProps) {
  const { t } = useTranslation('listing');
  const query = useCoins();
  if (query.data) return children(query.data.coins);
  return (
    <Dialog opened onClose={onClose} title={title} size={size}>
      {query.isError ? (
        <ListFailure title={t('market.coinsUnavailable')} onRetry={() => void query.refetch()} />
      ) : (
        <Loading />
      )}
    </Dialog>
  );
}
