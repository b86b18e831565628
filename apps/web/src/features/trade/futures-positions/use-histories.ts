import { useInfiniteQuery } from '@tanstack/react-query';
import { type CallResponse, call } from '../../../lib/api.ts';
import { type PageQuery, pageQuery, type RecordList, recordList } from '../shared/record-list.ts';

export type Fill = CallResponse<'GET /api/v3/futures/trade-history'>['trades'][number];
export type PastPosition = CallResponse<'GET /api/v3/futures/position-history'>['positions'][number];
export type FundingPayment = CallResponse<'GET /api/v3/futures/funding-payments'>['payments'][number];
export type Liquidation = CallResponse<'GET /api/v3/futures/own-liquidations'>['liquidations'][number];

/** The polling interval: histories lag slightly behind the exchange. */
const CATCH_UP_MS = 5000;

type Page<Row> = { readonly rows: readonly Row[]; readonly next: string | undefined };

/** Pages of a history, newest first, of one market or of all. */
const useHistory = <Row>(
  kind: string,
  name: string | undefined,
  read: (query: PageQuery) => Promise<Page<Row>>,
): RecordList<Row> => {
  const query = useInfiniteQuery({
    queryKey: ['futures-own', kind, name],
    queryFn: ({ pageParam }) => read(pageQuery(pageParam, name)),
    initialPageParam: '',
    refetchOnMount: 'always',
    refetchInterval: CATCH_UP_MS,
    getNextPageParam: (page) => page.next,
  });
  return recordList(query, ({ rows }) => rows);
};

export const useOrderHistory = (name: string | undefined) =>
  useHistory('orders-ended', name, async (query) => {
    const { orders, next_cursor } = await call('GET /api/v3/futures/order-history', { query });
    return { rows: orders, next: next_cursor };
  });

export const useFills = (name: string | undefined) =>
  useHistory('fills', name, async (query) => {
    const { trades, next_cursor } = await call('GET /api/v3/futures/trade-history', { query });
    return { rows: trades, next: next_cursor };
  });

export const usePastPositions = (name: string | undefined) =>
  useHistory('past-positions', name, async (query) => {
    const { positions, next_cursor } = await call('GET /api/v3/futures/position-history', { query });
    return { rows: positions, next: next_cursor };
  });

export const useFundingPayments = (name: string | undefined) =>
  useHistory('funding', name, async (query) => {
    const { payments, next_cursor } = await call('GET /api/v3/futures/funding-payments', { query });
    return { rows: payments, next: next_cursor };
  });

export const useLiquidations = (name: string | undefined) =>
  useHistory('liquidations', name, async (query) => {
    const { liquidations, next_cursor } = await call('GET /api/v3/futures/own-liquidations', { query });
    return { rows: liquidations, next: next_cursor };
  });
