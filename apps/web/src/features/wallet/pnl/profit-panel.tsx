import { SegmentedControl, Skeleton } from '@mantine/core';
import { IconChartLine } from '@tabler/icons-react';
import { ChangeText, directionOf, EmptyState, formatAmount, formatSigned, LoadFailed } from '@vitrine/ui';
import Big from 'big.js';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallResponse } from '../../../lib/api.ts';
import { utcDateText } from '../../../lib/days.ts';
import { listText } from '../../../lib/lists.ts';
import { useSnapshot } from '../../../lib/wallet.ts';
import { ProfitChart } from '../shared/profit-chart.tsx';
import { Sum } from '../shared/sum.tsx';
import styles from './profit-panel.module.css';

type Period = CallResponse<'GET /api/v3/wallet-snapshot'>['periods'][number];

const LENGTHS = [7, 30, 90] as const;
const DECIMALS = 2;
const HIDDEN = '••••••';

/** Today's profit so far, for the line below the total. */
export function ProfitToday({ isHidden }: { readonly isHidden: boolean }) {
  const { t } = useTranslation('wallet');
  const { data } = useSnapshot();
  if (!data || isHidden) return null;
  return (
    <span className={`num ${styles.today}`}>
      <span className={styles[directionOf(data.profit_today)]}>{formatSigned(data.profit_today, DECIMALS)}</span>
      <ChangeText value={data.percentage_today} arrow />
      <span>{t('pnl.today')}</span>
    </span>
  );
}

/** The profit over a number of days, its chart, and the sum that explains it. */
export function ProfitPanel({ isHidden }: { readonly isHidden: boolean }) {
  const { t } = useTranslation('wallet');
  const { data, isError, refetch } = useSnapshot();
  const [length, setLength] = useState<number>(30);
  const period = data?.periods.find(({ days }) => days === length);
  return (
    <>
      <section className={styles.profit} aria-label={t('pnl.title')}>
        <header className={styles.head}>
          <h2>{t('pnl.title')}</h2>
          {period && !isHidden ? (
            <>
              <b className={`num ${styles[directionOf(period.profit)]}`}>
                {t('pnl.amount', { amount: formatSigned(period.profit, DECIMALS) })}
              </b>
              <ChangeText value={period.percentage} chip arrow />
            </>
          ) : null}
          <SegmentedControl
            className={styles.lengths ?? ''}
            aria-label={t('pnl.length')}
            value={String(length)}
            onChange={(next) => setLength(Number(next))}
            data={LENGTHS.map((days) => ({ value: String(days), label: t('pnl.days', { count: days }) }))}
          />
        </header>
        <Course period={period} isHidden={isHidden} isError={isError} onRetry={refetch} />
      </section>
      <ProfitSum period={period} isHidden={isHidden} isError={isError} />
    </>
  );
}

type CourseProps = {
  readonly period: Period | undefined;
  readonly isHidden: boolean;
  readonly isError: boolean;
  readonly onRetry: () => unknown;
};

function Course({ period, isHidden, isError, onRetry }: CourseProps) {
  const { t } = useTranslation('wallet');
  if (isHidden) return <div className={styles.rest} />;
  if (period === undefined)
    return isError ? <LoadFailed title={t('pnl.failed')} onRetry={onRetry} /> : <Skeleton height={196} radius={8} />;
  const isEmpty = [period.opening, period.deposits, period.now].every((value) => !new Big(value).gt(0));
  if (isEmpty)
    return (
      <EmptyState icon={IconChartLine} title={t('pnl.empty')}>
        {t('pnl.emptyText')}
      </EmptyState>
    );
  const amount = t('pnl.amount', { amount: formatSigned(period.profit, DECIMALS) });
  return (
    <>
      <ProfitChart series={sinceFirst(period)} label={t('pnl.course', { count: period.days, amount })} />
      {period.left_out.length > 0 ? (
        <p className={styles.leftOut}>{t('pnl.leftOut', { coins: listText(period.left_out) })}</p>
      ) : null}
    </>
  );
}

/**
 * If the wallet was empty at the beginning, omits the leading days without profit, except the day before the first
 * profit.
 */
function sinceFirst({ series, opening }: Period): Period['series'] {
  if (/[1-9]/.test(opening)) return series;
  const first = series.findIndex(({ profit }) => /[1-9]/.test(profit));
  return series.slice(Math.max(0, first - 1));
}

type ProfitSumProps = Pick<CourseProps, 'period' | 'isHidden' | 'isError'>;

/**
 * Opening + deposits − withdrawals + trades of coins without a price, if any, + profit = now: the arithmetic behind the
 * profit.
 */
function ProfitSum({ period, isHidden, isError }: ProfitSumProps) {
  const { t } = useTranslation('wallet');
  const term = (value: string | undefined) => {
    if (isHidden) return HIDDEN;
    if (value !== undefined) return formatAmount(value, DECIMALS);
    return isError ? '–' : <Skeleton height={14} width={76} my={3} />;
  };
  const signOf = (amount: string | undefined) => (amount?.startsWith('-') ? '−' : '+');
  const sign = signOf(period?.profit);
  // The amount spent on, or received for, coins that had no price; undefined if that amount is zero.
  const traded = period && !new Big(period.traded).eq(0) ? period.traded : undefined;
  const profit = (
    <span className={isHidden ? undefined : styles[directionOf(period?.profit)]}>
      {term(period?.profit.replace('-', ''))}
    </span>
  );
  return (
    <Sum
      terms={[
        {
          name: period ? t('pnl.on', { day: utcDateText(period.from) }) : t('pnl.before'),
          value: term(period?.opening),
        },
        { sign: '+', name: t('pnl.deposits'), value: term(period?.deposits) },
        { sign: '−', name: t('pnl.withdrawals'), value: term(period?.withdrawals) },
        ...(traded === undefined
          ? []
          : [{ sign: signOf(traded), name: t('pnl.traded'), value: term(traded.replace('-', '')) } as const]),
        { sign, name: t(sign === '−' ? 'pnl.loss' : 'pnl.profit'), value: profit },
        { sign: '=', name: t('pnl.now'), value: term(period?.now) },
      ]}
    />
  );
}
