import { SegmentedControl, Skeleton } from '@mantine/core';
import { IconChartLine } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import {
  type Column,
  DataTable,
  type DecimalText,
  directionOf,
  EmptyState,
  formatAmount,
  formatSigned,
  LoadFailed,
  Panel,
} from '@vitrine/ui';
import Big from 'big.js';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CallResponse, call } from '../../../lib/api.ts';
import { longDay, dayText as utcDay } from '../../../lib/days.ts';
import { WALLET_KEY } from '../../../lib/query-client.ts';
import { useClient } from '../../../lib/session.ts';
import { useRevaluing } from '../../../lib/wallet.ts';
import { ProfitChart, type ProfitPoint } from '../shared/profit-chart.tsx';
import { Sum, type Term } from '../shared/sum.tsx';
import styles from './profit-panel.module.css';

type Futures = CallResponse<'GET /api/v3/pnl'>['futures'];
type Period = Futures['periods'][number];
type Day = Futures['series'][number];

const LENGTHS = [1, 7, 30, 90] as const;
const DECIMALS = 2;
const ROWS = 10;
const PNL_KEY = [...WALLET_KEY, 'pnl'];

/** The profit of futures positions over a number of days: its parts, its chart, and each day. */
export function FuturesProfit() {
  const { t } = useTranslation('wallet');
  const [length, setLength] = useState<number>(30);
  const { data, isError, refetch } = useQuery({
    queryKey: PNL_KEY,
    queryFn: ({ signal }) => call('GET /api/v3/pnl', { signal }),
    enabled: useClient() !== undefined,
  });
  const futures = data?.futures;
  useRevaluing(PNL_KEY, futures && isHeld(futures) ? 'all' : []);
  const period = futures?.periods.find(({ days }) => days === length);
  const days = period && futures?.series.filter(({ time }) => time >= period.from);
  return (
    <>
      <Panel>
        <section className={styles.profit} aria-label={t('futuresPnl.title')}>
          <header className={styles.head}>
            <h2>{t('futuresPnl.title')}</h2>
            {period ? (
              <b className={`num ${styles[directionOf(period.profit)]}`}>
                {t('pnl.amount', { amount: formatSigned(period.profit, DECIMALS) })}
              </b>
            ) : null}
            <SegmentedControl
              className={styles.lengths ?? ''}
              aria-label={t('pnl.length')}
              value={String(length)}
              onChange={(next) => setLength(Number(next))}
              data={LENGTHS.map((count) => ({
                value: String(count),
                label: count === 1 ? t('futuresPnl.today') : t('pnl.days', { count }),
              }))}
            />
          </header>
          <Course period={period} days={days} isError={isError} onRetry={refetch} />
        </section>
        {period ? <Sum terms={termsOf(period, (part) => t(`futuresPnl.${part}`))} /> : null}
      </Panel>
      {days && days.length > 0 ? <Days days={days} /> : null}
    </>
  );
}

const isHeld = ({ series }: Futures): boolean => /[1-9]/.test(series.at(-1)?.unrealized ?? '');

type CourseProps = {
  readonly period: Period | undefined;
  readonly days: readonly Day[] | undefined;
  readonly isError: boolean;
  readonly onRetry: () => unknown;
};

function Course({ period, days, isError, onRetry }: CourseProps) {
  const { t } = useTranslation('wallet');
  if (period === undefined || days === undefined)
    return isError ? <LoadFailed title={t('pnl.failed')} onRetry={onRetry} /> : <Skeleton height={196} radius={8} />;
  if (days.length === 0)
    return (
      <EmptyState icon={IconChartLine} title={t('futuresPnl.empty')}>
        {t('futuresPnl.emptyText')}
      </EmptyState>
    );
  const amount = t('pnl.amount', { amount: formatSigned(period.profit, DECIMALS) });
  return <ProfitChart series={cumulated(days)} label={t('pnl.course', { count: period.days, amount })} />;
}

const DAY_MS = 86_400_000;

/** The cumulative profit at the beginning of the first day and at the end of each day. */
function cumulated(days: readonly Day[]): readonly ProfitPoint[] {
  let sum = new Big(0);
  const first = days[0]?.time ?? 0;
  return [
    { time: first, profit: '0' },
    ...days.map(({ time, profit }) => {
      sum = sum.plus(profit);
      return { time: time + DAY_MS, profit: sum.toFixed() };
    }),
  ];
}

type Part = 'realized' | 'funding' | 'fees' | 'liquidationFees' | 'unrealized' | 'profit' | 'loss';

/** Realized + funding − fees − liquidation fees, if any, + change of the unrealized profit = profit. */
function termsOf(period: Period, name: (part: Part) => string): readonly Term[] {
  const { realized, funding, fees, liquidation_fees, profit } = period;
  const change = new Big(period.unrealized_now).minus(period.unrealized_before).toFixed();
  const isLoss = profit.startsWith('-');
  return [
    { name: name('realized'), value: formatSigned(realized, DECIMALS) },
    signedTerm(name('funding'), funding),
    { sign: '−', name: name('fees'), value: formatAmount(fees, DECIMALS) },
    ...(/[1-9]/.test(liquidation_fees)
      ? [{ sign: '−', name: name('liquidationFees'), value: formatAmount(liquidation_fees, DECIMALS) } as const]
      : []),
    signedTerm(name('unrealized'), change),
    {
      sign: '=',
      name: name(isLoss ? 'loss' : 'profit'),
      value: <span className={styles[directionOf(profit)]}>{formatSigned(profit, DECIMALS)}</span>,
    },
  ];
}

const signedTerm = (name: string, amount: DecimalText): Term => ({
  sign: amount.startsWith('-') ? '−' : '+',
  name,
  value: formatAmount(amount.replace('-', ''), DECIMALS),
});

/** Each day, newest first. */
function Days({ days }: { readonly days: readonly Day[] }) {
  const { t } = useTranslation('wallet');
  const hasLiquidations = days.some(({ liquidation_fees }) => /[1-9]/.test(liquidation_fees));
  const columns = useMemo<readonly Column<Day>[]>(() => {
    const figure = (key: string, header: string, render: Column<Day>['render']): Column<Day> => ({
      key,
      header,
      align: 'end',
      render,
    });
    return [
      { key: 'day', header: t('futuresPnl.day'), render: ({ time }) => longDay(utcDay(time)) },
      figure('realized', t('futuresPnl.realized'), ({ realized }) => <Signed value={realized} />),
      figure('funding', t('futuresPnl.funding'), ({ funding }) => <Signed value={funding} />),
      figure('fees', t('futuresPnl.fees'), ({ fees }) => <Fees value={fees} />),
      ...(hasLiquidations
        ? [
            figure('liquidations', t('futuresPnl.liquidationFees'), ({ liquidation_fees }) => (
              <Fees value={liquidation_fees} />
            )),
          ]
        : []),
      figure('unrealized', t('futuresPnl.unrealizedAtEnd'), ({ unrealized }) => <Signed value={unrealized} />),
      figure('profit', t('futuresPnl.profit'), ({ profit }) => (
        <b>
          <Signed value={profit} />
        </b>
      )),
    ];
  }, [t, hasLiquidations]);
  return (
    <Panel>
      <h2 className={styles.daysTitle}>{t('futuresPnl.byDay')}</h2>
      <div className={styles.days}>
        <DataTable
          dense
          label={t('futuresPnl.byDay')}
          columns={columns}
          data={{ status: 'success', rows: days.toReversed() }}
          rowKey={({ time }) => String(time)}
          pageSize={ROWS}
          pageLabel={(page) => t('page', { page })}
          card={(day) => <DayCard day={day} hasLiquidations={hasLiquidations} />}
          empty={null}
          error={null}
        />
      </div>
      <p className={styles.daysNote}>{t('futuresPnl.note')}</p>
    </Panel>
  );
}

const Signed = ({ value }: { readonly value: DecimalText }) => (
  <span className={`num ${styles[directionOf(value)] ?? ''}`}>{formatSigned(value, DECIMALS)}</span>
);

const Fees = ({ value }: { readonly value: DecimalText }) => (
  <span className="num">{/[1-9]/.test(value) ? `−${formatAmount(value, DECIMALS)}` : '–'}</span>
);

/** One day on a phone: its profit, and what it consists of. */
function DayCard({ day, hasLiquidations }: { readonly day: Day; readonly hasLiquidations: boolean }) {
  const { t } = useTranslation('wallet');
  return (
    <section className={styles.dayCard} aria-label={longDay(utcDay(day.time))}>
      <h3>
        {longDay(utcDay(day.time))}
        <Signed value={day.profit} />
      </h3>
      <dl>
        <Line name={t('futuresPnl.realized')}>
          <Signed value={day.realized} />
        </Line>
        <Line name={t('futuresPnl.funding')}>
          <Signed value={day.funding} />
        </Line>
        <Line name={t('futuresPnl.fees')}>
          <Fees value={day.fees} />
        </Line>
        {hasLiquidations ? (
          <Line name={t('futuresPnl.liquidationFees')}>
            <Fees value={day.liquidation_fees} />
          </Line>
        ) : null}
        <Line name={t('futuresPnl.unrealizedAtEnd')}>
          <Signed value={day.unrealized} />
        </Line>
      </dl>
    </section>
  );
}

const Line = ({ name, children }: { readonly name: string; readonly children: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
