import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatAmount, formatInteger } from '@vitrine/ui';
import Big from 'big.js';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { useSnapshot } from '../../../lib/wallet.ts';
import { SHOWN_DAYS } from './balance.tsx';
import styles from './dashboard.module.css';

const ACCOUNTS = ['spot', 'earn', 'future', 'funding'] as const;

/** The accounts that make up the total, and the calculation of the last month's profit. */
export function AddsUp() {
  const { t } = useTranslation('dashboard');
  const { data } = useSnapshot();
  const all = new Big(data?.total ?? '0');
  const totalOf = (account: string) => data?.wallets.find(({ wallet }) => wallet === account)?.total ?? '0';
  const shareOf = (account: string) =>
    all.gt(0) ? Math.max(0, new Big(totalOf(account)).div(all).toNumber()) * 100 : 0;
  return (
    <section className={styles.sum} aria-labelledby="adds-up">
      <h2 id="adds-up">{t('sum.title')}</h2>
      <svg className={styles.bar} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        {ACCOUNTS.map((account, index) => {
          const before = ACCOUNTS.slice(0, index).reduce((sum, each) => sum + shareOf(each), 0);
          return <rect key={account} data-account={account} x={before} width={shareOf(account)} height="4" />;
        })}
      </svg>
      <dl className="num">
        {ACCOUNTS.map((account) => (
          <div key={account} className={styles.row}>
            <dt>
              <i className={styles.mark} data-account={account} />
              {t(`sum.${account}`)}
            </dt>
            <dd>
              {data ? formatAmount(totalOf(account), 2) : <Skeleton height={14} width={84} />}
              <span className="faint">{data ? `${shareOf(account).toFixed(1)}%` : ''}</span>
            </dd>
          </div>
        ))}
        <div className={`${styles.row} ${styles.sumTotal}`}>
          <dt>{t('sum.total')}</dt>
          <dd>{data ? formatAmount(data.total, 2) : ''}</dd>
        </div>
      </dl>
      <Arithmetic />
      <p className={styles.row}>
        <span>{t('sum.entries')}</span>
        <Link to={paths.history} search={{ tab: 'ledger' }} className="link">
          {t('sum.check')}
        </Link>
      </p>
      <p className={`num ${styles.at}`}>{data ? t('sum.position', { position: formatInteger(data.position) }) : ' '}</p>
    </section>
  );
}

function Arithmetic() {
  const { t } = useTranslation('dashboard');
  const { data } = useSnapshot();
  const period = data?.periods.find(({ days }) => days === SHOWN_DAYS);
  if (!period) return <p className={styles.at}> </p>;
  const { opening, deposits, withdrawals, profit } = period;
  return (
    <p className={`num ${styles.at}`}>
      {t('sum.arithmetic', {
        opening: formatAmount(opening, 2),
        deposits: formatAmount(deposits, 2),
        withdrawals: formatAmount(withdrawals, 2),
        sign: profit.startsWith('-') ? '−' : '+',
        profit: formatAmount(profit.replace('-', ''), 2),
        count: SHOWN_DAYS,
      })}
    </p>
  );
}
