import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { BuyPanel } from '../../../features/move/buy/buy-panel.tsx';
import { PurchaseCancelled, PurchaseOutcome } from '../../../features/move/buy/purchase-outcome.tsx';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { WalletFrame } from '../../../ui/wallet-frame.tsx';

/** Public: anyone may see the price; paying needs an account. */
export function BuyPage() {
  const { t } = useTranslation('buy');
  const { purchase, cancelled, ...chosen } = useSearch({ from: paths.buy });
  usePageTitle(t('title'));
  return (
    <WalletFrame title={t('title')} lead={t('lead')}>
      {cancelled === undefined ? null : <PurchaseCancelled />}
      {purchase === undefined ? (
        <BuyPanel key={`${chosen.currency} ${chosen.amount}`} chosen={chosen} />
      ) : (
        <PurchaseOutcome key={purchase} id={purchase} />
      )}
    </WalletFrame>
  );
}
