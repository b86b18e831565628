import {
  IconArrowBarDown,
  IconArrowBarUp,
  IconCreditCard,
  IconList,
  IconRefresh,
  IconTransfer,
} from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { PageSkeleton } from '../../app/page-skeleton.tsx';
import { paths } from '../../app/paths.ts';
import { ProfitPanel, ProfitToday } from '../../features/pnl/profit-panel.tsx';
import { TopAssets } from '../../features/pnl/top-assets.tsx';
import { AccountsPanel } from '../../features/wallet/accounts-panel.tsx';
import { AllocationPanel } from '../../features/wallet/allocation-panel.tsx';
import { BalancePanel } from '../../features/wallet/balance-panel.tsx';
import { LogMark } from '../../features/wallet/log-mark.tsx';
import { RecentPanel } from '../../features/wallet/recent-panel.tsx';
import { SpotPanel } from '../../features/wallet/spot-panel.tsx';
import { useClient } from '../../lib/session.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { LazyPart } from '../../ui/lazy-part.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { SkeletonLines } from '../../ui/skeleton-lines.tsx';
import { WalletFrame, type WalletTab, walletTabs } from '../../ui/wallet-frame.tsx';
import styles from './wallet-page.module.css';

const furtherTabs = {
  funding: lazy(() => import('../../features/wallet/funding-tab.tsx').then((m) => ({ default: m.FundingTab }))),
  future: lazy(() => import('../../features/wallet/future-tab.tsx').then((m) => ({ default: m.FutureTab }))),
  earn: lazy(() => import('../../features/wallet/earn-tab.tsx').then((m) => ({ default: m.EarnTab }))),
  web3: lazy(() => import('../../features/wallet/web3-tab.tsx').then((m) => ({ default: m.Web3Tab }))),
};

export function WalletPage() {
  const { t } = useTranslation('wallet');
  const client = useClient();
  usePageTitle(t('title'));
  return client ? <Wallet /> : <PageSkeleton />;
}

function Wallet() {
  const { t } = useTranslation('wallet');
  const { tab: asked } = useSearch({ from: paths.wallet });
  // The address may hold anything.
  const tab = walletTabs.find((entry) => entry.tab === asked)?.tab ?? 'overview';
  return (
    <WalletFrame title={t('title')} mark={<LogMark />}>
      <TabContent tab={tab} />
    </WalletFrame>
  );
}

function TabContent({ tab }: { readonly tab: WalletTab }) {
  const emptyAction = <DepositLink variant="default" />;
  switch (tab) {
    case 'overview':
      return (
        <div className={styles.overview}>
          <BalancePanel
            scope="all"
            actions={<Actions />}
            today={(isHidden) => <ProfitToday isHidden={isHidden} />}
            course={(isHidden) => <ProfitPanel isHidden={isHidden} />}
          />
          <AllocationPanel />
          <div className={styles.stack}>
            <AccountsPanel />
            <SpotPanel heldOnly emptyAction={emptyAction} />
          </div>
          <RecentPanel />
          <div className={styles.wide}>
            <TopAssets />
          </div>
        </div>
      );
    case 'spot':
      return (
        <>
          <BalancePanel scope="spot" actions={<Actions />} />
          <SpotPanel emptyAction={emptyAction} />
        </>
      );
    default: {
      const Tab = furtherTabs[tab];
      return (
        <LazyPart fallback={<SkeletonLines lines={4} />}>
          <Tab />
        </LazyPart>
      );
    }
  }
}

/** What one can do with the wallet. */
function Actions() {
  const { t } = useTranslation('wallet');
  return (
    <>
      <DepositLink />
      <ButtonLink to={paths.buy} variant="default" leftSection={<IconCreditCard size={17} stroke={1.8} />}>
        {t('actions.buy')}
      </ButtonLink>
      <ButtonLink to={paths.withdraw} variant="default" leftSection={<IconArrowBarUp size={17} stroke={1.8} />}>
        {t('actions.withdraw')}
      </ButtonLink>
      <ButtonLink to={paths.transfer} variant="default" leftSection={<IconTransfer size={17} stroke={1.8} />}>
        {t('actions.transfer')}
      </ButtonLink>
      <ButtonLink to={paths.convert} variant="default" leftSection={<IconRefresh size={17} stroke={1.8} />}>
        {t('actions.convert')}
      </ButtonLink>
      <ButtonLink to={paths.history} variant="default" leftSection={<IconList size={17} stroke={1.8} />}>
        {t('actions.history')}
      </ButtonLink>
    </>
  );
}

function DepositLink({ variant = 'filled' }: { readonly variant?: 'filled' | 'default' }) {
  const { t } = useTranslation('wallet');
  return (
    <ButtonLink to={paths.deposit} variant={variant} leftSection={<IconArrowBarDown size={17} stroke={1.8} />}>
      {t('actions.deposit')}
    </ButtonLink>
  );
}
