import { useInfiniteQuery } from '@tanstack/react-query';
import { type Column, DataTable, formatPrice, LoadFailed, MoreRows, Panel } from '@vitrine/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type CallResponse, call, callForBlob } from '../../../lib/api.ts';
import { utcDateText } from '../../../lib/days.ts';
import { WALLET_KEY } from '../../../lib/query-client.ts';
import { ExportButton } from '../shared/export-button.tsx';
import { Contract, FuturesMarkets, SignedAmount, signedText, usdtText } from '../shared/futures-markets.tsx';
import { Sum } from '../shared/sum.tsx';
import { figureColumn } from './columns.tsx';
import type { YearlyReport } from './yearly-report.ts';
import styles from './yearly-report-panel.module.css';

type Position = CallResponse<'GET /api/v3/futures/position-history'>['positions'][number];

const ROWS_PER_PAGE = 20;
/** The table's page size: more rows than are ever loaded, so that all of them are shown. */
const MOST_ROWS = 1_000_000;

type FuturesYearProps = { readonly year: number; readonly futures: YearlyReport['futures'] };

/** Realized PnL, funding and fees of futures positions in a year, by market, and each position closed in that year. */
export function FuturesYear({ year, futures }: FuturesYearProps) {
  const { t } = useTranslation('history');
  const { markets, realized, funding_received, funding_paid, fees, net } = futures;
  if (markets.length === 0) return null;
  return (
    <>
      <Panel>
        <header className={styles.heading}>
          <h2>{t('futures.of', { year })}</h2>
        </header>
        <Sum
          isPacked
          terms={[
            { name: t('futures.realized'), value: <SignedAmount value={realized} /> },
            { sign: '+', name: t('futures.received'), value: usdtText(funding_received) },
            { sign: '−', name: t('futures.paid'), value: usdtText(funding_paid) },
            { sign: '−', name: t('futures.fees'), value: usdtText(fees) },
            { sign: '=', name: t('futures.net'), value: <SignedAmount value={net} /> },
          ]}
        />
        <FuturesMarkets rows={markets} />
        <p className={styles.note}>{t('futures.note')}</p>
      </Panel>
      {markets.some(({ closed }) => closed > 0) ? <ClosedPositions year={year} /> : null}
    </>
  );
}

function ClosedPositions({ year }: { readonly year: number }) {
  const { t } = useTranslation('history');
  const columns = useColumns();
  const days = { from: `${year}-01-01`, to: `${year}-12-31` };
  const query = useInfiniteQuery({
    queryKey: [...WALLET_KEY, 'yearly-positions', year],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/v3/futures/position-history', {
        query: { ...days, limit: ROWS_PER_PAGE, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  const rows = query.data?.pages.flatMap(({ positions }) => positions);
  return (
    <Panel>
      <header className={styles.heading}>
        <h2>{t('futures.positions')}</h2>
        <ExportButton
          fileName={`futures-positions-${year}.csv`}
          load={() => callForBlob('GET /api/v3/futures/history.csv', { tab: 'position', ...days })}
        />
      </header>
      <div className={styles.list}>
        <DataTable
          dense
          label={t('futures.positions')}
          columns={columns}
          data={rows ? { status: 'success', rows } : { status: query.isError ? 'error' : 'pending' }}
          rowKey={({ id }) => id}
          pageSize={MOST_ROWS}
          skeletonRows={3}
          card={(row) => <PositionCard row={row} />}
          empty={null}
          error={<LoadFailed title={t('failed')} onRetry={query.refetch} />}
        />
      </div>
      <MoreRows query={query} label={t('futures.more')} failed={t('failed')} />
    </Panel>
  );
}

const PositionCard = ({ row }: { readonly row: Position }) => {
  const { t } = useTranslation('history');
  return (
    <div className={styles.card}>
      <Contract name={row.name} />
      <SignedAmount value={row.net_profit} />
      <small className="num">
        {t('yearly.held', { from: utcDateText(row.opened_at), to: utcDateText(row.closed_at) })}
      </small>
      <small>{t(`futures.${row.side}`)}</small>
      <small className="num">{t('futures.realizedOf', { amount: signedText(row.realized_profit) })}</small>
      <small className="num">
        {t('futures.besides', {
          funding: signedText(row.funding),
          fees: usdtText(row.fees),
        })}
      </small>
    </div>
  );
};

function useColumns(): readonly Column<Position>[] {
  const { t } = useTranslation('history');
  return useMemo<readonly Column<Position>[]>(() => {
    const signed = (key: string, header: string, of: (row: Position) => string): Column<Position> => ({
      key,
      header,
      align: 'end',
      render: (row) => <SignedAmount value={of(row)} />,
    });
    return [
      { key: 'market', header: t('futures.market'), render: ({ name }) => <Contract name={name} /> },
      { key: 'side', header: t('futures.side'), render: ({ side }) => t(`futures.${side}`) },
      figureColumn('opened', t('futures.opened'), (row) => utcDateText(row.opened_at), 'dim'),
      figureColumn('ended', t('futures.ended'), (row) => utcDateText(row.closed_at), 'dim'),
      figureColumn('size', t('yearly.amount'), (row) => formatPrice(row.size)),
      figureColumn('entry', t('futures.entry'), (row) => formatPrice(row.entry_price)),
      figureColumn('exit', t('futures.exit'), (row) => formatPrice(row.exit_price)),
      signed('realized', t('futures.realized'), (row) => row.realized_profit),
      signed('funding', t('futures.funding'), (row) => row.funding),
      figureColumn('fees', t('futures.fees'), (row) => usdtText(row.fees)),
      signed('net', t('futures.net'), (row) => row.net_profit),
    ];
  }, [t]);
}
