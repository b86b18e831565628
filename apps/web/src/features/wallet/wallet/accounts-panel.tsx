import { Skeleton } from '@mantine/core';
import { type Icon, IconBuildingBank, IconChevronRight, IconCoin, IconLeaf, IconTrendingUp } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatAmount, formatSigned, LoadFailed, Panel } from '@vitrine/ui';
import Big from 'big.js';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { type SideWallet, useSnapshot } from '../../../lib/wallet.ts';
import styles from './accounts-panel.module.css';

type Account = {
  readonly tab: 'spot' | 'funding' | 'future' | 'earn';
  readonly icon: Icon;
  /** The wallet that the transfer page preselects; the other side of the transfer is always spot. */
  readonly transfer?: SideWallet;
};

const ACCOUNTS: readonly Account[] = [
  { tab: 'spot', icon: IconCoin },
  { tab: 'funding', icon: IconBuildingBank, transfer: 'FUNDING' },
  { tab: 'future', icon: IconTrendingUp, transfer: 'FUTURE' },
  { tab: 'earn', icon: IconLeaf },
];

/** The accounts that add up to the total; each row links to its section of the wallet. */
export function AccountsPanel() {
  const { t } = useTranslation('wallet');
  const { data, isError, refetch } = useSnapshot();
  const all = new Big(data?.total ?? '0');
  const totalOf = (tab: Account['tab']) => data?.wallets.find(({ wallet }) => wallet === tab)?.total ?? '0';
  const shareOf = (tab: Account['tab']) => (all.gt(0) ? Math.max(0, new Big(totalOf(tab)).div(all).toNumber()) : 0);
  return (
    <Panel>
      <header className={styles.head}>
        <h2>
          {t('accounts.title')} <small>{t('accounts.unit')}</small>
        </h2>
        <p>
          {t('accounts.included')} {t('accounts.web3')}
        </p>
      </header>
      {isError && !data ? (
        <LoadFailed title={t('error.title')} onRetry={refetch} />
      ) : (
        <ul className={styles.list} aria-busy={!data}>
          {ACCOUNTS.map(({ tab, icon: Icon, transfer }) => (
            <li key={tab} className={`num ${styles.row}`}>
              <span className={styles.mark}>
                <Icon size={18} stroke={1.6} aria-hidden="true" />
              </span>
              <div>
                <Link to={paths.wallet} search={{ tab }} className={styles.name}>
                  {t(`accounts.${tab}`)}
                </Link>
                {tab === 'future' && data && /[1-9]/.test(data.unrealized) ? (
                  <small className={styles.unrealized}>
                    {t('accounts.unrealized', { amount: formatSigned(data.unrealized, 2) })}
                  </small>
                ) : null}
              </div>
              <span className={styles.share} aria-hidden="true">
                <i style={{ width: `${shareOf(tab) * 100}%` }} />
              </span>
              <span className={styles.percent}>{data ? `${(shareOf(tab) * 100).toFixed(1)}%` : ''}</span>
              <span className={styles.total}>
                {data ? formatAmount(totalOf(tab), 4) : <Skeleton height={14} width={84} />}
              </span>
              {tab === 'earn' ? (
                <span className={styles.act} />
              ) : (
                <Link
                  to={paths.transfer}
                  search={transfer ? { type: transfer } : {}}
                  className={`link ${styles.act}`}
                  aria-label={t('accounts.transferOf', { account: t(`accounts.${tab}`) })}
                >
                  {t('actions.transfer')}
                </Link>
              )}
              <IconChevronRight className={styles.chevron} size={18} stroke={1.6} aria-hidden="true" />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
