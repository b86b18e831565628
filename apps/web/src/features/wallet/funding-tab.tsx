import { IconTransfer } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.ts';
import { useWalletOf } from '../../lib/wallet.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { AccountHead } from './account-head.tsx';
import { CoinList } from './coin-list.tsx';

/** Coins put aside from trading. */
export function FundingTab() {
  const { t } = useTranslation('wallet');
  const { data } = useWalletOf('FUNDING');
  return (
    <>
      <AccountHead
        label={t('funding.total')}
        total={data && 'walletTotal' in data ? data.walletTotal : undefined}
        unit="USDT"
        note={t('funding.note')}
        actions={
          <ButtonLink
            to={paths.transfer}
            search={{ type: 'FUNDING' }}
            leftSection={<IconTransfer size={17} stroke={1.8} />}
          >
            {t('actions.transfer')}
          </ButtonLink>
        }
      />
      <CoinList
        wallet="FUNDING"
        title={t('funding.coins')}
        emptyText={t('funding.empty')}
        emptyAction={
          <ButtonLink to={paths.transfer} search={{ type: 'FUNDING' }} variant="default">
            {t('funding.fill')}
          </ButtonLink>
        }
      />
    </>
  );
}
