import {
  type Icon,
  IconActivity,
  IconArrowBarDown,
  IconArrowBarUp,
  IconBuildingBank,
  IconChartBar,
  IconCoin,
  IconCpu,
  IconCreditCard,
  IconFileText,
  IconHexagons,
  IconLayoutGrid,
  IconLeaf,
  IconList,
  IconLock,
  IconPercentage,
  IconReceiptTax,
  IconRefresh,
  IconRepeat,
  IconTransfer,
  IconTrendingUp,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../lib/paths.ts';
import { useWalletUpdates } from '../lib/wallet.ts';
import { SideFrame } from './side-frame.tsx';

/** The sections of the wallet, in the order of their links. */
export const walletTabs = [
  { tab: 'overview', text: 'walletNav.overview', icon: IconLayoutGrid },
  { tab: 'spot', text: 'walletNav.spot', icon: IconCoin },
  { tab: 'funding', text: 'walletNav.funding', icon: IconBuildingBank },
  { tab: 'future', text: 'walletNav.future', icon: IconTrendingUp },
  { tab: 'earn', text: 'walletNav.earn', icon: IconLeaf },
  { tab: 'web3', text: 'walletNav.web3', icon: IconHexagons },
] as const satisfies readonly { tab: string; text: string; icon: Icon }[];
export type WalletTab = (typeof walletTabs)[number]['tab'];

/** The links of the pages that move funds. */
const moveEntries = [
  { text: 'walletNav.deposit', to: paths.deposit, icon: IconArrowBarDown },
  { text: 'walletNav.withdraw', to: paths.withdraw, icon: IconArrowBarUp },
  { text: 'walletNav.transfer', to: paths.transfer, icon: IconTransfer },
  { text: 'walletNav.convert', to: paths.convert, icon: IconRefresh },
  { text: 'walletNav.buy', to: paths.buy, icon: IconCreditCard },
] as const satisfies readonly { text: string; to: string; icon: Icon }[];

/** The pages of Earn. */
const earnEntries = [
  { text: 'walletNav.earnOverview', to: paths.earn, icon: IconLeaf },
  { text: 'walletNav.simpleEarn', to: paths.simpleEarn, icon: IconPercentage },
  { text: 'walletNav.stake', to: paths.stake, icon: IconLock },
  { text: 'walletNav.miner', to: paths.miner, icon: IconCpu },
  { text: 'walletNav.liveMining', to: paths.liveMining, icon: IconActivity },
  { text: 'walletNav.autoInvest', to: paths.autoInvest, icon: IconRepeat },
  { text: 'walletNav.analysis', to: paths.analysis, icon: IconChartBar },
] as const satisfies readonly { text: string; to: string; icon: Icon }[];

/** Histories and reports. */
const recordEntries = [
  { text: 'walletNav.transactions', to: paths.history, icon: IconList },
  { text: 'walletNav.statement', to: paths.statement, icon: IconFileText },
  { text: 'walletNav.yearlyReport', to: paths.yearlyReport, icon: IconReceiptTax },
] as const satisfies readonly { text: string; to: string; icon: Icon }[];

type WalletFrameProps = {
  readonly title: string | undefined;
  readonly mark?: ReactNode;
  readonly lead?: ReactNode;
  readonly isWide?: boolean;
  readonly children: ReactNode;
};

/**
 * The frame of every wallet page: section and action links at the side, the title above. Also keeps the figures up to
 * date.
 */
export function WalletFrame(props: WalletFrameProps) {
  const { t } = useTranslation();
  useWalletUpdates();
  return (
    <SideFrame
      label={t('walletNav.label')}
      links={
        <>
          <span>{t('walletNav.accounts')}</span>
          {walletTabs.map(({ tab, text, icon: Icon }) => (
            <Link
              key={tab}
              to={paths.wallet}
              search={tab === 'overview' ? {} : { tab }}
              activeOptions={{ exact: true, explicitUndefined: true }}
            >
              <Icon size={17} stroke={1.6} aria-hidden="true" />
              {t(text)}
            </Link>
          ))}
          <span>{t('walletNav.move')}</span>
          {moveEntries.map(({ text, to, icon: Icon }) => (
            <Link key={to} to={to} activeOptions={{ includeSearch: false }}>
              <Icon size={17} stroke={1.6} aria-hidden="true" />
              {t(text)}
            </Link>
          ))}
          <span>{t('walletNav.earnPages')}</span>
          {earnEntries.map(({ text, to, icon: Icon }) => (
            <Link key={to} to={to} activeOptions={{ exact: true }}>
              <Icon size={17} stroke={1.6} aria-hidden="true" />
              {t(text)}
            </Link>
          ))}
          <span>{t('walletNav.records')}</span>
          {recordEntries.map(({ text, to, icon: Icon }) => (
            <Link key={to} to={to} activeOptions={{ exact: true, includeSearch: false }}>
              <Icon size={17} stroke={1.6} aria-hidden="true" />
              {t(text)}
            </Link>
          ))}
        </>
      }
      {...props}
    />
  );
}
