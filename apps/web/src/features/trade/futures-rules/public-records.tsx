import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type Column, formatAmount, formatPercent, formatPrice, formatSigned, rowsOf } from '@vitrine/ui';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { type CallResponse, call } from '../../../lib/api.ts';
import { coinsOf, marketLabel } from '../../../lib/market-names.ts';
import { Sparkline } from '../../../ui/sparkline.tsx';
import { pageQuery, recordList } from '../shared/record-list.ts';
import { RecordTable } from '../shared/record-table.tsx';
import { momentText } from '../shared/time-text.ts';
import styles from './futures-rules.module.css';

const ROWS = 20;
const RATE_DECIMALS = 4;
const MINUTE_MS = 60_000;

type Funding = CallResponse<'GET /api/v3/futures/funding-history'>['fundings'][number];
type Liquidation = CallResponse<'GET /api/v3/futures/liquidations'>['liquidations'][number];
type Mark = CallResponse<'GET /api/v3/futures/mark-history'>['prices'][number];
type FundPosition = CallResponse<'GET /api/v3/futures/insurance-fund'>['positions'][number];

const end = { align: 'end' as const };

type OfMarket = { readonly name: string };

/** Past funding settlements of a market. */
export function FundingHistory({ name }: OfMarket) {
  const { t } = useTranslation('futures');
  const query = useInfiniteQuery({
    queryKey: ['futures', 'fundings', name],
    queryFn: ({ pageParam }) =>
      call('GET /api/v3/futures/funding-history', { query: { name, ...pageQuery(pageParam) } }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
  });
  const columns: Column<Funding>[] = [
    { key: 'time', header: t('columns.time'), render: ({ time }) => momentText(time) },
    {
      key: 'rate',
      header: t('data.rate'),
      ...end,
      render: ({ rate_percent }) => formatPercent(rate_percent, RATE_DECIMALS),
    },
    {
      key: 'payer',
      header: t('data.payer'),
      render: ({ rate_percent }) =>
        Number(rate_percent) === 0 ? '–' : t(rate_percent.startsWith('-') ? 'header.shortsPay' : 'header.longsPay'),
    },
    { key: 'mark', header: t('columns.mark'), ...end, render: ({ mark_price }) => formatPrice(mark_price) },
    {
      key: 'collected',
      header: t('data.collected'),
      ...end,
      render: ({ collected }) =>
        collected === '' ? <span title={t('data.running')}>—</span> : `${formatAmount(collected, 2)} USDT`,
    },
  ];
  return (
    <Records
      label={t('data.part.funding')}
      columns={columns}
      list={recordList(query, ({ fundings }) => fundings)}
      rowKey={({ time }) => String(time)}
      emptyText={t('data.empty.funding')}
    />
  );
}

/** Liquidations of all clients in a market, without names. */
export function LiquidationList({ name }: OfMarket) {
  const { t } = useTranslation('futures');
  const query = useInfiniteQuery({
    queryKey: ['futures', 'liquidations', name],
    queryFn: ({ pageParam }) => call('GET /api/v3/futures/liquidations', { query: { name, ...pageQuery(pageParam) } }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: MINUTE_MS,
  });
  const columns: Column<Liquidation>[] = [
    { key: 'time', header: t('columns.time'), render: ({ time }) => momentText(time) },
    { key: 'side', header: t('data.side'), render: ({ side }) => t(`side.${side}`) },
    {
      key: 'size',
      header: t('columns.size'),
      ...end,
      render: (row) => `${formatPrice(row.size)} ${coinsOf(row.name).base}`,
    },
    { key: 'mark', header: t('columns.mark'), ...end, render: ({ mark_price }) => formatPrice(mark_price) },
    {
      key: 'bankruptcy',
      header: t('columns.bankruptcy'),
      ...end,
      render: ({ bankruptcy_price }) => formatPrice(bankruptcy_price),
    },
  ];
  return (
    <Records
      label={t('data.part.liquidations')}
      columns={columns}
      list={recordList(query, ({ liquidations }) => liquidations)}
      rowKey={({ id }) => id}
      emptyText={t('data.empty.liquidations')}
    />
  );
}

/** Mark prices, which follow the index: the first of each minute in the last eight hours. */
export function MarkHistory({ name }: OfMarket) {
  const { t } = useTranslation('futures');
  const query = useQuery({
    queryKey: ['futures', 'marks', name],
    queryFn: ({ signal }) => call('GET /api/v3/futures/mark-history', { query: { name }, signal }),
    select: ({ prices }) => prices,
    refetchInterval: MINUTE_MS,
  });
  const columns: Column<Mark>[] = [
    { key: 'time', header: t('columns.time'), render: ({ time }) => momentText(time) },
    { key: 'mark', header: t('columns.mark'), ...end, render: ({ mark_price }) => formatPrice(mark_price) },
  ];
  const values = (query.data ?? []).map(({ mark_price }) => Number(mark_price)).toReversed();
  const [first = 0] = values;
  const last = values.at(-1) ?? 0;
  return (
    <>
      <div className={styles.line}>
        <Sparkline
          values={values}
          direction={last > first ? 'up' : last < first ? 'down' : 'flat'}
          width={1000}
          height={120}
          fluid
        />
      </div>
      <Records
        label={t('data.part.marks')}
        columns={columns}
        list={{ data: rowsOf(query, (prices) => prices), retry: query.refetch }}
        rowKey={({ time }) => String(time)}
        emptyText={t('data.empty.marks')}
      />
    </>
  );
}

/** The insurance fund's balance, and the positions that it has taken over. */
export function InsuranceFund() {
  const { t } = useTranslation('futures');
  const query = useQuery({
    queryKey: ['futures', 'insurance-fund'],
    queryFn: ({ signal }) => call('GET /api/v3/futures/insurance-fund', { signal }),
    refetchInterval: MINUTE_MS,
  });
  const columns: Column<FundPosition>[] = [
    { key: 'market', header: t('columns.market'), render: ({ name }) => marketLabel(name) },
    { key: 'side', header: t('data.side'), render: ({ side }) => t(`side.${side}`) },
    {
      key: 'size',
      header: t('columns.size'),
      ...end,
      render: (row) => `${formatPrice(row.size)} ${coinsOf(row.name).base}`,
    },
    { key: 'cost', header: t('data.costOf'), ...end, render: ({ cost }) => formatAmount(cost, 2) },
    { key: 'profit', header: t('data.fundProfit'), ...end, render: ({ profit }) => formatSigned(profit, 2) },
  ];
  return (
    <>
      <p className={styles.fund}>
        {t('data.fund')}
        <b className="num">
          {formatAmount(query.data?.available, 2)} {query.data?.coin ?? ''}
        </b>
      </p>
      <p className="dim">{t('data.fundNote')}</p>
      <Records
        label={t('data.fundPositions')}
        columns={columns}
        list={{ data: rowsOf(query, ({ positions }) => positions), retry: query.refetch }}
        rowKey={({ name, side }) => `${name} ${side}`}
        emptyText={t('data.empty.fund')}
      />
    </>
  );
}

type RecordsProps<Row> = Pick<
  ComponentProps<typeof RecordTable<Row>>,
  'label' | 'columns' | 'rowKey' | 'emptyText' | 'list'
>;

const Records = <Row,>(props: RecordsProps<Row>) => <RecordTable pageSize={ROWS} {...props} />;
