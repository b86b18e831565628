import { SegmentedControl, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ChangeText, directionOf, EmptyState, formatAmount, formatSigned, LoadFailed } from '@vitrine/ui';
import Big from 'big.js';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Answer, call } from '../../lib/api.ts';
import { WALLET_KEY } from '../../lib/query-client.ts';
import { useFallbackInterval } from '../../lib/use-stream.ts';
import { useOverview, useRevaluing, WALLET_POLL_MS } from '../../lib/wallet.ts';
import { dateText, exactTimeText } from '../../lib/when.ts';
import { ProfitChart } from '../../ui/profit-chart.tsx';
import { Sum } from '../../ui/sum.tsx';
import styles from './profit-panel.module.css';

type Profits = Answer<'GET /api/v3/pnl'>;
type Period = Profits['periods'][number];

const LENGTHS = [7, 30, 90] as const;
const DECIMALS = 2;
const HIDDEN = '••••••';

const PROFITS_KEY = [...WALLET_KEY, 'pnl'];

const useProfits = () =>
  useQuery({
    queryKey: PROFITS_KEY,
    queryFn: ({ signal }) => call('GET /api/v3/pnl', { signal }),
    refetchInterval: useFallbackInterval(WALLET_POLL_MS),
  });

/** What today has made so far, for the line below the total. */
export function ProfitToday({ isHidden }: { readonly isHidden: boolean }) {
  const { t } = useTranslation('wallet');
  const { data } = useProfits();
  // The line stays, so that nothing below it moves.
  if (!data || isHidden) return '\u00a0';
  return (
    <span className={`num ${styles.today}`}>
      <span className={styles[directionOf(data.totalPnl)]}>{formatSigned(data.totalPnl, DECIMALS)}</span>
      <ChangeText value={data.totalPercentage} arrow />
      <span>{t('pnl.today')}</span>
    </span>
  );
}

/** The profit of the last days, its course, and the sum that it is a part of. */
export function ProfitPanel({ isHidden }: { readonly isHidden: boolean }) {
  const { t } = useTranslation('wallet');
  useRevaluing(PROFITS_KEY);
  const arrivingTotal = useOverview().data?.arrivingTotal ?? '0';
  const arriving = /[1-9]/.test(arrivingTotal) && t('pnl.arriving', { amount: formatAmount(arrivingTotal, DECIMALS) });
  const { data, dataUpdatedAt, isError, refetch } = useProfits();
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
      <ProfitSum period={period} valuedAtMs={dataUpdatedAt} isHidden={isHidden} isError={isError} />
      {arriving && !isHidden ? <p className={`num ${styles.arriving}`}>{arriving}</p> : null}
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
    return isError ? (
      <LoadFailed compact title={t('pnl.failed')} onRetry={onRetry} />
    ) : (
      <Skeleton height={196} radius={8} />
    );
  const isEmpty = [period.opening, period.deposits, period.now].every((value) => !new Big(value).gt(0));
  if (isEmpty)
    return (
      <EmptyState compact title={t('pnl.empty')}>
        {t('pnl.emptyText')}
      </EmptyState>
    );
  const amount = t('pnl.amount', { amount: formatSigned(period.profit, DECIMALS) });
  return (
    <>
      <ProfitChart series={period.series} label={t('pnl.course', { count: period.days, amount })} />
      {period.left_out.length > 0 ? (
        <p className={styles.leftOut}>{t('pnl.leftOut', { coins: period.left_out.join(', ') })}</p>
      ) : null}
    </>
  );
}

type ProfitSumProps = Pick<CourseProps, 'period' | 'isHidden' | 'isError'> & {
  /** The total above moves with every price; this sum is valued at its own moment, and says so. */
  readonly valuedAtMs: number;
};

/** Opening + deposits − withdrawals + profit = now: the arithmetic behind the profit. */
function ProfitSum({ period, valuedAtMs, isHidden, isError }: ProfitSumProps) {
  const { t } = useTranslation('wallet');
  const term = (value: string | undefined) => {
    if (isHidden) return HIDDEN;
    if (value !== undefined) return formatAmount(value, DECIMALS);
    return isError ? '–' : <Skeleton height={14} width={76} my={3} />;
  };
  const signOf = (amount: string | undefined) => (amount?.startsWith('-') ? '−' : '+');
  const sign = signOf(period?.profit);
  // What was spent on, or received for, coins without a price.
  const traded = period && !new Big(period.traded).eq(0) ? period.traded : undefined;
  const profit = (
    <span className={isHidden ? undefined : styles[directionOf(period?.profit)]}>
      {term(period?.profit.replace('-', ''))}
    </span>
  );
  return (
    <Sum
      terms={[
        { name: period ? t('pnl.on', { day: dateText(period.from) }) : t('pnl.before'), value: term(period?.opening) },
        { sign: '+', name: t('pnl.deposits'), value: term(period?.deposits) },
        { sign: '−', name: t('pnl.withdrawals'), value: term(period?.withdrawals) },
        ...(traded === undefined
          ? []
          : [{ sign: signOf(traded), name: t('pnl.traded'), value: term(traded.replace('-', '')) } as const]),
        { sign, name: t(sign === '−' ? 'pnl.loss' : 'pnl.profit'), value: profit },
        {
          sign: '=',
          name: period ? t('pnl.at', { time: exactTimeText(valuedAtMs) }) : t('pnl.now'),
          value: term(period?.now),
        },
      ]}
    />
  );
}
