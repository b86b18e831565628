import { IconTransfer } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { type SideWallet, useWalletOf } from '../../../lib/wallet.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { AccountHead } from './account-head.tsx';
import { CoinList } from './coin-list.tsx';

const WORDS = { FUNDING: 'funding', FUTURE: 'future' } as const satisfies Record<SideWallet, string>;

type SideHeadProps = {
  readonly wallet: SideWallet;
  readonly actions?: ReactNode;
  /** The text below the total; by default, the wallet's purpose. */
  readonly note?: ReactNode;
};

/** The value of a wallet other than spot, its purpose, and how to move funds in and out. */
export function SideHead({ wallet, actions, note }: SideHeadProps) {
  const { t } = useTranslation('wallet');
  const { data } = useWalletOf(wallet);
  const word = WORDS[wallet];
  return (
    <AccountHead
      label={t(`${word}.total`)}
      total={data && 'walletTotal' in data ? data.walletTotal : undefined}
      unit="USDT"
      note={note ?? t(`${word}.note`)}
      actions={
        <>
          <ButtonLink
            to={paths.transfer}
            search={{ type: wallet }}
            leftSection={<IconTransfer size={17} stroke={1.8} />}
          >
            {t('actions.transfer')}
          </ButtonLink>
          {actions}
        </>
      }
    />
  );
}

/** The coins of a wallet other than spot. */
export function SideCoins({ wallet }: { readonly wallet: SideWallet }) {
  const { t } = useTranslation('wallet');
  const word = WORDS[wallet];
  return (
    <CoinList
      wallet={wallet}
      title={t(`${word}.coins`)}
      emptyText={t(`${word}.empty`)}
      emptyAction={
        <ButtonLink to={paths.transfer} search={{ type: wallet }} variant="default">
          {t(`${word}.fill`)}
        </ButtonLink>
      }
    />
  );
}
