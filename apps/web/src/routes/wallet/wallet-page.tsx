import {
  IconActivity,
  IconArrowBarDown,
  IconArrowBarUp,
  IconCpu,
  IconCreditCard,
  IconList,
  IconLock,
  IconRefresh,
  IconTransfer,
} from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { lazyPart, useIsPhone } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { lazyPage } from '../../app/lazy-page.tsx';
import { PageSkeleton } from '../../app/page-skeleton.tsx';
import { ProfitPanel, ProfitToday } from '../../features/wallet/pnl/profit-panel.tsx';
import { AccountsPanel } from '../../features/wallet/wallet/accounts-panel.tsx';
import { AllocationPanel } from '../../features/wallet/wallet/allocation-panel.tsx';
import { BalancePanel } from '../../features/wallet/wallet/balance-panel.tsx';
import { CoinsPanel } from '../../features/wallet/wallet/coins-panel.tsx';
import { LogMark } from '../../features/wallet/wallet/log-mark.tsx';
import { RecentPanel } from '../../features/wallet/wallet/recent-panel.tsx';
import { SpotBalance } from '../../features/wallet/wallet/spot-balance.tsx';
import { SpotPanel } from '../../features/wallet/wallet/spot-panel.tsx';
import { paths } from '../../lib/paths.ts';
import { useIsLikelyClient } from '../../lib/session.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { type SideWallet, useSnapshot, useSpotWallet, useWalletOf } from '../../lib/wallet.ts';
import { LazyPart } from '../../ui/lazy-part.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { SkeletonLines } from '../../ui/skeleton-lines.tsx';
import { WalletFrame, type WalletTab, walletTabs } from '../../ui/wallet-frame.tsx';
import styles from './wallet-page.module.css';

const furtherTabs = {
  funding: lazyPart(() => import('../../features/wallet/wallet/funding-tab.tsx').then((m) => m.FundingTab)),
  future: lazyPage(() => import('./futures-wallet.tsx').then((m) => m.FuturesWallet), 'futures', 'trade'),
  earn: lazyPage(() => import('./earn-wallet.tsx').then((m) => m.EarnWallet), 'earn'),
  web3: lazyPart(() => import('../../features/wallet/wallet/web3-tab.tsx').then((m) => m.Web3Tab)),
};

export function WalletPage() {
  const { t } = useTranslation('wallet');
  const isClient = useIsLikelyClient();
  usePageTitle(t('title'));
  // Clients see the wallet's panels immediately: each reserves its space until its figures have loaded.
  return isClient ? <Wallet /> : <PageSkeleton />;
}

function Wallet() {
  const { t } = useTranslation('wallet');
  const { tab: asked } = useSearch({ from: paths.wallet });
  // The URL may contain an unknown tab.
  const tab = walletTabs.find((entry) => entry.tab === asked)?.tab ?? 'overview';
  return (
    <WalletFrame title={t('title')} mark={<Mark tab={tab} />} isWide={tab === 'overview'}>
      <TabContent tab={tab} />
    </WalletFrame>
  );
}

/** The log position of the tab's figures. */
function Mark({ tab }: { readonly tab: WalletTab }) {
  switch (tab) {
    case 'spot':
      return <SpotMark />;
    case 'funding':
      return <SideMark wallet="FUNDING" />;
    case 'future':
      return <SideMark wallet="FUTURE" />;
    case 'web3':
      return null;
    default:
      return <SnapshotMark />;
  }
}

function SnapshotMark() {
  const { data, dataUpdatedAt } = useSnapshot();
  return <LogMark position={data?.position} readAtMs={dataUpdatedAt} />;
}

function SpotMark() {
  const { data, dataUpdatedAt } = useSpotWallet();
  return <LogMark position={data?.position} readAtMs={dataUpdatedAt} />;
}

function SideMark({ wallet }: { readonly wallet: SideWallet }) {
  const { data, dataUpdatedAt } = useWalletOf(wallet);
  return <LogMark position={data?.position} readAtMs={dataUpdatedAt} />;
}

function TabContent({ tab }: { readonly tab: WalletTab }) {
  const emptyAction = <DepositLink variant="default" />;
  switch (tab) {
    case 'overview':
      return (
        <div className={styles.overview}>
          <OverviewBalance />
          <AllocationPanel />
          <RecentPanel />
          <div className={styles.accounts}>
            <AccountsPanel />
          </div>
          <div className={styles.coins}>
            <CoinsPanel emptyAction={emptyAction} />
          </div>
        </div>
      );
    case 'spot':
      return (
        <>
          <SpotBalance actions={<Actions />} />
          <SpotPanel emptyAction={emptyAction} />
        </>
      );
    default: {
      const Tab = furtherTabs[tab];
      return (
        <LazyPart isInPlace fallback={<SkeletonLines lines={4} />}>
          <Tab />
        </LazyPart>
      );
    }
  }
}

function OverviewBalance() {
  const { t } = useTranslation('wallet');
  const { data, isError } = useSnapshot();
  return (
    <BalancePanel
      title={t('balance.total')}
      balance={data}
      isError={isError}
      actions={<Actions />}
      today={(isHidden) => <ProfitToday isHidden={isHidden} />}
    >
      {(isHidden) => <ProfitPanel isHidden={isHidden} />}
    </BalancePanel>
  );
}

/**
 * The main wallet actions; on a phone also the remaining ones, which a desktop shows as links in the side navigation.
 */
function Actions() {
  const { t } = useTranslation(['wallet', 'common']);
  const isPhone = useIsPhone();
  return (
    <>
      <DepositLink />
      <ButtonLink to={paths.withdraw} variant="default" leftSection={<IconArrowBarUp size={17} stroke={1.8} />}>
        {t('actions.withdraw')}
      </ButtonLink>
      <ButtonLink to={paths.transfer} variant="default" leftSection={<IconTransfer size={17} stroke={1.8} />}>
        {t('actions.transfer')}
      </ButtonLink>
      {isPhone ? (
        <>
          <ButtonLink to={paths.buy} variant="default" leftSection={<IconCreditCard size={17} stroke={1.8} />}>
            {t('actions.buy')}
          </ButtonLink>
          <ButtonLink to={paths.convert} variant="default" leftSection={<IconRefresh size={17} stroke={1.8} />}>
            {t('actions.convert')}
          </ButtonLink>
          <ButtonLink to={paths.history} variant="default" leftSection={<IconList size={17} stroke={1.8} />}>
            {t('actions.history')}
          </ButtonLink>
          <ButtonLink to={paths.stake} variant="default" leftSection={<IconLock size={17} stroke={1.8} />}>
            {t('common:walletNav.stake')}
          </ButtonLink>
          <ButtonLink to={paths.miner} variant="default" leftSection={<IconCpu size={17} stroke={1.8} />}>
            {t('common:walletNav.miner')}
          </ButtonLink>
          <ButtonLink to={paths.liveMining} variant="default" leftSection={<IconActivity size={17} stroke={1.8} />}>
            {t('common:walletNav.liveMining')}
          </ButtonLink>
        </>
      ) : null}
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
