import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageSkeleton } from '../../../app/page-skeleton.tsx';
import styles from '../../../features/move/deposit/deposit.module.css';
import { DepositAside } from '../../../features/move/deposit/deposit-aside.tsx';
import { DepositPanel } from '../../../features/move/deposit/deposit-panel.tsx';
import { DepositsUnderWay, RecentDeposits } from '../../../features/move/deposit/recent-deposits.tsx';
import { TestPayment } from '../../../features/move/deposit/test-payment.tsx';
import { useDeposit } from '../../../features/move/deposit/use-deposit.ts';
import { useMoneyMoves } from '../../../lib/money-moves.ts';
import { paths } from '../../../lib/paths.ts';
import { useClient } from '../../../lib/session.ts';
import { useIsSandbox } from '../../../lib/system.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { useWalletOf } from '../../../lib/wallet.ts';
import { WalletFrame } from '../../../ui/wallet-frame.tsx';

export function DepositPage() {
  const { t } = useTranslation('deposit');
  const client = useClient();
  usePageTitle(t('title'));
  return client ? (
    <WalletFrame title={t('title')} lead={t('lead')}>
      <Deposit />
    </WalletFrame>
  ) : (
    <PageSkeleton />
  );
}

function Deposit() {
  const chosen = useSearch({ from: paths.deposit });
  const deposit = useDeposit(chosen);
  const isSandbox = useIsSandbox();
  const wallet = useWalletOf('SPOT');
  useMoneyMoves('deposit');
  const fullNames = new Map(wallet.data?.wallet.map(({ name, full_name }) => [name, full_name]));
  const { network, address } = deposit;
  return (
    <div className={styles.columns}>
      <DepositPanel deposit={deposit} fullNames={fullNames}>
        {isSandbox && network?.deposits_open && address.data ? (
          <TestPayment key={`${network.coin} ${network.value}`} address={address.data} network={network} />
        ) : null}
      </DepositPanel>
      <div className={styles.side}>
        <DepositsUnderWay />
        <DepositAside network={network} />
      </div>
      <div className={styles.below}>
        <RecentDeposits />
      </div>
    </div>
  );
}
