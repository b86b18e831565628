import { IconFileText } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import {
  CoinIcon,
  CoinName,
  type Column,
  DataTable,
  EmptyState,
  formatCoin,
  LoadFailed,
  Panel,
  rowsOf,
} from '@vitrine/ui';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CallResponse, call, callForBlob } from '../../../lib/api.ts';
import { dayText, longDay, monthStart } from '../../../lib/days.ts';
import { WALLET_KEY } from '../../../lib/query-client.ts';
import { DateRangeField } from '../../../ui/date-range-field.tsx';
import { ExportButton } from '../shared/export-button.tsx';
import { FuturesMarkets } from '../shared/futures-markets.tsx';
import { ReportHead, ReportNote } from '../shared/report.tsx';
import styles from './statement-panel.module.css';

type Statement = CallResponse<'GET /api/v3/period-statement'>;
type Row = Statement['rows'][number];
type Term = Exclude<keyof Row, 'coin' | 'opening' | 'closing'>;

/** The terms between opening and closing, each with its sign. */
const terms = [
  ['deposits', '+'],
  ['purchases', '±'],
  ['withdrawals', '−'],
  ['traded_in', '+'],
  ['traded_out', '−'],
  ['fees', '−'],
  ['futures_profit', '±'],
  ['funding', '±'],
  ['rewards', '±'],
  ['other', '±'],
] as const satisfies readonly (readonly [Term, string])[];

const isZero = (text: string): boolean => !/[1-9]/.test(text);

/**
 * The opening and closing balance of each coin over a number of days, with the inflow and outflow between them. Laid
 * out for printing.
 */
export function StatementPanel({ owner }: { readonly owner: string }) {
  const { t } = useTranslation('history');
  const [period, setPeriod] = useState(() => ({ from: monthStart(Date.now()), to: dayText(Date.now()) }));
  const { from, to } = period;
  const query = useQuery({
    queryKey: [...WALLET_KEY, 'statement', from, to],
    queryFn: ({ signal }) => call('GET /api/v3/period-statement', { query: { from, to }, signal }),
  });
  const { data } = query;
  return (
    <Panel className={styles.sheet ?? ''}>
      <ReportHead
        title={t('statement.of', { from: longDay(from), to: longDay(to) })}
        owner={owner}
        position={data?.position}
        fileName={`statement-${from}-${to}.csv`}
        load={() => callForBlob('GET /api/v3/period-statement.csv', period)}
        period={
          <DateRangeField
            from={from}
            to={to}
            onChange={(next) => {
              if (next.from && next.to) setPeriod({ from: next.from, to: next.to });
            }}
          />
        }
      />
      <Rows query={query} />
      {data && data.futures.length > 0 ? (
        <>
          <header className={styles.section}>
            <h2>{t('futures.title')}</h2>
            <ExportButton
              fileName={`statement-futures-${from}-${to}.csv`}
              load={() => callForBlob('GET /api/v3/period-statement.csv', { ...period, section: 'futures' })}
            />
          </header>
          <FuturesMarkets rows={data.futures} />
        </>
      ) : null}
      <ReportNote>{t('statement.note')}</ReportNote>
    </Panel>
  );
}

function Rows({ query }: { readonly query: UseQueryResult<Statement> }) {
  const { t } = useTranslation('history');
  const columns = useColumns(query.data?.rows);
  return (
    <div className={styles.list}>
      <DataTable
        dense
        label={t('statement.title')}
        columns={columns}
        data={rowsOf(query, ({ rows }) => rows)}
        rowKey={({ coin }) => coin}
        pageSize={200}
        skeletonRows={4}
        card={(row) => <StatementCard row={row} />}
        empty={<EmptyState size="page" icon={IconFileText} title={t('statement.empty')} role="status" />}
        error={<LoadFailed title={t('failed')} onRetry={query.refetch} />}
      />
    </div>
  );
}

/** Columns for terms that no coin has are left out. */
function useColumns(rows: readonly Row[] | undefined): readonly Column<Row>[] {
  const { t } = useTranslation('history');
  return useMemo<readonly Column<Row>[]>(() => {
    const used = terms.filter(([term]) => rows?.some((row) => !isZero(row[term])));
    const figure = (key: keyof Row, sign: string): Column<Row> => ({
      key,
      header: `${sign} ${t(`statement.term.${key}`)}`.trim(),
      align: 'end',
      render: (row) => <span className="num">{figureText(row[key], row.coin, sign)}</span>,
    });
    return [
      {
        key: 'coin',
        header: t('column.coin'),
        render: ({ coin }) => <CoinName coin={coin} size={20} />,
      },
      figure('opening', ''),
      ...used.map(([term, sign]) => figure(term, sign)),
      figure('closing', '='),
    ];
  }, [t, rows]);
}

const figureText = (text: string, coin: string, sign: string): string => {
  if (sign !== '' && sign !== '=' && isZero(text)) return '–';
  return `${sign === '±' && !text.startsWith('-') ? '+' : ''}${formatCoin(text, coin)}`;
};

/** One coin's statement as a sum, one term per line. */
function StatementCard({ row }: { readonly row: Row }) {
  const { t } = useTranslation('history');
  const lines = [
    ['', 'opening'] as const,
    ...terms.flatMap(([term, sign]) => (isZero(row[term]) ? [] : [[sign, term] as const])),
    ['=', 'closing'] as const,
  ];
  return (
    <section className={styles.card} aria-label={row.coin}>
      <h3 className={styles.coin}>
        <CoinIcon coin={row.coin} size={22} />
        {row.coin}
      </h3>
      <dl className="num">
        {lines.map(([sign, key]) => (
          <div key={key}>
            <dt>
              <i aria-hidden="true">{sign}</i>
              {t(`statement.term.${key}`)}
            </dt>
            <dd>{figureText(row[key], row.coin, sign)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
