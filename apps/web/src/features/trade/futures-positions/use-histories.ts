import { useInfiniteQuery } from '@tanstack/react-query';
import { type CallResponse, call } from '../../../lib/api.ts';
import type { PositionSide } from '../../../lib/futures.ts';
import { type HistoryFilter, picked } from '../shared/history-filter.ts';
import { type PageQuery, pageQuery, type RecordList, recordList } from '../shared/record-list.ts';

export type Fill = CallResponse<'GET /api/v3/futures/trade-history'>['trades'][number];
export type PastPosition = CallResponse<'GET /api/v3/futures/position-history'>['positions'][number];
export type FundingPayment = CallResponse<'GET /api/v3/futures/funding-payments'>['payments'][number];
export type Liquidation = CallResponse<'GET /api/v3/futures/own-liquidations'>['liquidations'][number];

/** The polling interval of the histories, which lag slightly behind the exchange. */
const CATCH_UP_MS = 5000;

/** The filters of the histories; each list uses the ones that apply to it. */
export interface FuturesFilter extends HistoryFilter {
  readonly name?: string;
  readonly side?: PositionSide;
  readonly effect?: 'open' | 'close';
  readonly role?: Fill['role'];
  readonly state?: 'filled' | 'cancelled';
}

export const COMMON = ['name', 'side', 'from', 'to', 'sort'] as const;
export const OF_ORDERS = [...COMMON, 'effect', 'state'] as const;
export const OF_TRADES = [...COMMON, 'effect', 'role'] as const;

type Page<Row> = { readonly rows: readonly Row[]; readonly next: string | undefined };

/** Pages of a history with these filters. */
const useHistory = <Row, Filter extends object>(
  kind: string,
  filter: Filter,
  read: (query: PageQuery & Filter) => Promise<Page<Row>>,
): RecordList<Row> => {
  const query = useInfiniteQuery({
    queryKey: ['futures-own', kind, filter],
    queryFn: ({ pageParam }) => read({ ...filter, ...pageQuery(pageParam) }),
    initialPageParam: '',
    refetchOnMount: 'always',
    refetchInterval: CATCH_UP_MS,
    getNextPageParam: (page) => page.next,
  });
  return recordList(query, ({ rows }) => rows);
};

export const useOrderHistory = (filter: FuturesFilter) =>
  useHistory('orders-ended', picked(filter, OF_ORDERS), async (query) => {
    const { orders, next_cursor } = await call('GET /api/v3/futures/order-history', { query });
    return { rows: orders, next: next_cursor };
  });

export const useFills = (filter: FuturesFilter) =>
  useHistory('fills', picked(filter, OF_TRADES), async (query) => {
    const { trades, next_cursor } = await call('GET /api/v3/futures/trade-history', { query });
    return { rows: trades, next: next_cursor };
  });

export const usePastPositions = (filter: FuturesFilter) =>
  useHistory('past-positions', picked(filter, COMMON), async (query) => {
    const { positions, next_cursor } = await call('GET /api/v3/futures/position-history', { query });
    return { rows: positions, next: next_cursor };
  });

export const useFundingPayments = (filter: FuturesFilter) =>
  useHistory('funding', picked(filter, COMMON), async (query) => {
    const { payments, next_cursor } = await call('GET /api/v3/futures/funding-payments', { query });
    return { rows: payments, next: next_cursor };
  });

export const useLiquidations = (filter: FuturesFilter) =>
  useHistory('liquidations', picked(filter, COMMON), async (query) => {
    const { liquidations, next_cursor } = await call('GET /api/v3/futures/own-liquidations', { query });
    return { rows: liquidations, next: next_cursor };
  });
