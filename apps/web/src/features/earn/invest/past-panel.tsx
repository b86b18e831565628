import { SegmentedControl, Skeleton } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import {
  CoinName,
  type Column,
  DataTable,
  DemoMark,
  directionOf,
  formatAmount,
  formatCoin,
  formatPercent,
  formatSigned,
  Panel,
} from '@vitrine/ui';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { utcDateText } from '../../../lib/days.ts';
import { differenceText } from '../shared/interest.ts';
import type { Past } from './invest-data.ts';
import styles from './past.module.css';
import { PastChart } from './past-chart.tsx';
import { usePlanWords } from './use-plan-words.ts';

const PERIODS = [6, 12, 36] as const;

type PastPanelProps = {
  readonly past: Past | undefined;
  /** Whether the form is not valid yet, so that nothing is requested. */
  readonly isIdle: boolean;
  readonly isFailed: boolean;
  readonly months: number;
  readonly onMonths: (months: number) => void;
};

/** The backtest of the plan in the editor, based on the exchange's own closing prices. */
export function PastPanel({ past, isIdle, isFailed, months, onMonths }: PastPanelProps) {
  const { t } = useTranslation('invest');
  const id = useId();
  return (
    <Panel glass className={styles.panel} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{t('past.title')}</h2>
        <DemoMark>{t('past.hypothetical')}</DemoMark>
        <SegmentedControl
          size="sm"
          aria-label={t('past.period')}
          value={String(months)}
          data={PERIODS.map((value) => ({ value: String(value), label: t(`past.months.${value}`) }))}
          onChange={(value) => onMonths(Number(value))}
        />
      </header>
      {isIdle ? (
        <p className={styles.empty}>{t('past.idle')}</p>
      ) : isFailed ? (
        <p className={styles.empty}>{t('past.failed')}</p>
      ) : past === undefined ? (
        <Skeleton className={styles.bones} height={420} />
      ) : past.points.length < 2 ? (
        <p className={styles.empty}>{t('past.nothing', { count: past.runs_without_price })}</p>
      ) : (
        <Shown past={past} />
      )}
    </Panel>
  );
}

function Shown({ past }: { readonly past: Past }) {
  const { t } = useTranslation('invest');
  const words = usePlanWords();
  const spent = differenceText(past.invested, past.fees, 6);
  const steps = { count: past.runs, amount: words.amount(past.amount) };
  return (
    <>
      <Heads past={past} />
      <PastChart
        past={past}
        label={t('past.chart', { invested: formatAmount(past.invested, 2), value: formatAmount(past.value, 2) })}
      />
      <p className={styles.key}>
        <span>
          <i /> {t('past.value')}
        </span>
        <span>
          <i data-dashed /> {t('past.steps', steps)}
        </span>
      </p>
      <dl className={`num ${styles.sum}`}>
        <Term name={t('past.runs', steps)} value={formatAmount(past.invested, 2)} />
        <Term sign="−" name={t('past.fees')} value={formatAmount(past.fees, 2)} />
        <Term sign="=" name={t('past.spent')} value={formatAmount(spent, 2)} />
        <Term
          sign="+"
          name={t('past.change')}
          value={formatSigned(signedDifference(past.value, spent), 2)}
          direction={directionOf(signedDifference(past.value, spent))}
        />
        <Term sign="=" name={t('past.today')} value={`${formatAmount(past.value, 2)} USDT`} />
      </dl>
      <Legs past={past} />
      <p className={styles.warning}>
        <IconAlertTriangle size={17} stroke={1.7} aria-hidden="true" />
        <span>
          {t('past.basis')}
          {past.runs_without_price === 0 ? null : ` ${t('past.missing', { count: past.runs_without_price })}`}
          {past.at_once === undefined
            ? null
            : ` ${t('past.atOnce', {
                amount: formatAmount(past.invested, 2),
                date: utcDateText(past.at_once.time),
                value: formatAmount(past.at_once.value, 2),
              })}`}{' '}
          {t('past.warning')}
        </span>
      </p>
    </>
  );
}

/** a − b for two plain decimals; may be negative. */
function signedDifference(a: string, b: string): string {
  return Number(a) >= Number(b) ? differenceText(a, b, 6) : `-${differenceText(b, a, 6)}`;
}

function Heads({ past }: { readonly past: Past }) {
  const { t } = useTranslation('invest');
  return (
    <dl className={`num ${styles.heads}`}>
      <div>
        <dt>{t('past.invested')}</dt>
        <dd>{formatAmount(past.invested, 2)}</dd>
      </div>
      <div>
        <dt>{t('past.today')}</dt>
        <dd>{formatAmount(past.value, 2)}</dd>
      </div>
      <div>
        <dt>{t('past.return')}</dt>
        <dd data-direction={directionOf(past.return)}>
          {formatSigned(past.return, 2)} <small>{formatPercent(past.return_percent)}</small>
        </dd>
      </div>
      {past.lowest === undefined ? null : (
        <div>
          <dt>{t('past.lowest')}</dt>
          <dd data-direction={directionOf(past.lowest.percent)}>
            {formatPercent(past.lowest.percent)} <small>{utcDateText(past.lowest.time)}</small>
          </dd>
        </div>
      )}
    </dl>
  );
}

type TermProps = {
  readonly name: string;
  readonly value: string;
  readonly sign?: string;
  readonly direction?: string;
};

const Term = ({ name, value, sign, direction }: TermProps) => (
  <>
    {sign === undefined ? null : <span aria-hidden="true">{sign}</span>}
    <div>
      <dt>{name}</dt>
      <dd data-direction={direction}>{value}</dd>
    </div>
  </>
);

type Leg = Past['coins'][number];

function Legs({ past }: { readonly past: Past }) {
  const { t } = useTranslation('invest');
  const columns: readonly Column<Leg>[] = [
    { key: 'coin', header: t('past.coin'), render: ({ name }) => <CoinName coin={name} size={22} /> },
    { key: 'invested', header: t('past.invested'), align: 'end', render: ({ invested }) => formatAmount(invested, 2) },
    {
      key: 'bought',
      header: t('past.bought'),
      align: 'end',
      render: ({ bought, name }) => formatCoin(bought, name),
    },
    {
      key: 'average',
      header: t('past.average'),
      align: 'end',
      render: ({ average_cost }) => formatAmount(average_cost, decimalsFor(average_cost)),
    },
    {
      key: 'price',
      header: t('past.price'),
      align: 'end',
      render: ({ price }) => formatAmount(price, decimalsFor(price)),
    },
    { key: 'value', header: t('past.worth'), align: 'end', render: ({ value }) => <b>{formatAmount(value, 2)}</b> },
    {
      key: 'return',
      header: t('past.returnShort'),
      align: 'end',
      render: ({ return_percent }) => (
        <span className={styles.signed} data-direction={directionOf(return_percent)}>
          {formatPercent(return_percent)}
        </span>
      ),
    },
  ];
  return (
    <div className={`num ${styles.legs}`}>
      <DataTable
        label={t('past.legs')}
        columns={columns}
        data={{ status: 'success', rows: past.coins }}
        rowKey={({ name }) => name}
        card={(leg) => <LegCard leg={leg} />}
        empty={null}
        error={null}
        dense
      />
    </div>
  );
}

/** Small prices need more decimals. */
export const decimalsFor = (price: string | undefined): number => (Number(price) >= 10 ? 2 : 6);

function LegCard({ leg }: { readonly leg: Leg }) {
  const { t } = useTranslation('invest');
  return (
    <div className={`num ${styles.card}`}>
      <CoinName coin={leg.name} size={24} about={formatCoin(leg.bought, leg.name)} />
      <span>
        <b>{formatAmount(leg.value, 2)} USDT</b>
        <small className={styles.signed} data-direction={directionOf(leg.return_percent)}>
          {formatPercent(leg.return_percent)}
        </small>
      </span>
      <small>{t('past.averageOf', { price: formatAmount(leg.average_cost, decimalsFor(leg.average_cost)) })}</small>
    </div>
  );
}
