import { queryOptions, useQuery } from '@tanstack/react-query';
import { type CallResponse, call } from './api.ts';
import { queryClient } from './query-client.ts';
import { useClient } from './session.ts';
import { usePacedCall } from './use-paced-call.ts';
import { useStream } from './use-stream.ts';

export type FuturesMarket = CallResponse<'GET /api/v3/futures/markets'>['markets'][number];
export type FuturesTicker = CallResponse<'GET /api/v3/futures/tickers'>['tickers'][number];
export type FuturesPosition = CallResponse<'GET /api/v3/futures/positions'>['positions'][number];
export type FuturesOrder = CallResponse<'GET /api/v3/futures/open-orders'>['orders'][number];
export type PositionSide = FuturesPosition['side'];

/** Whether a row belongs to the market `only`; true for every row if `only` is undefined. */
export const isOf = (only: string | undefined) => (row: { readonly name: string }) =>
  only === undefined || row.name === only;

const RARELY_MS = 60_000;
/** The polling interval of figures that depend on the mark price. */
const MARK_MS = 2000;

/** All data on the client's own futures is cached under this key. */
const OWN_KEY = ['futures-own'] as const;
const POSITIONS_KEY = [...OWN_KEY, 'positions'] as const;
const TICKERS_KEY = ['futures', 'tickers'] as const;
type TickersResponse = CallResponse<'GET /api/v3/futures/tickers'>;

/** The contract rules of every perpetual market. */
const marketsQuery = queryOptions({
  queryKey: ['futures', 'markets'],
  queryFn: ({ signal }) => call('GET /api/v3/futures/markets', { signal }),
  staleTime: RARELY_MS,
  // Lets an open page notice when a market is delisted.
  refetchInterval: RARELY_MS,
});

export const useFuturesMarkets = () => useQuery({ ...marketsQuery, select: ({ markets }) => markets });

/** The names of perpetual markets that were delisted. */
export const useDelistedFutures = () => useQuery({ ...marketsQuery, select: ({ delisted }) => delisted });

/** Mark price, funding and open interest of every perpetual market. */
export const useFuturesTickers = () =>
  useQuery({
    queryKey: TICKERS_KEY,
    queryFn: ({ signal }) => call('GET /api/v3/futures/tickers', { signal }),
    select: ({ tickers }) => tickers,
    refetchInterval: MARK_MS,
  });

export const useFuturesTicker = (name: string): FuturesTicker | undefined =>
  useFuturesTickers().data?.find((ticker) => ticker.name === name);

/** The client's free margin, leverages and fee rates in a market. */
export const useFuturesAccount = (name: string) =>
  useQuery({
    queryKey: [...OWN_KEY, 'ticket', name],
    queryFn: ({ signal }) => call('GET /api/v3/futures/ticket', { query: { name }, signal }),
    enabled: useClient() !== undefined,
    staleTime: RARELY_MS,
  });

/** The client's open positions at the current mark prices. */
export const useFuturesPositions = () =>
  useQuery({
    queryKey: POSITIONS_KEY,
    queryFn: ({ signal }) => call('GET /api/v3/futures/positions', { signal }),
    select: ({ positions }) => positions,
    enabled: useClient() !== undefined,
    refetchInterval: MARK_MS,
  });

/** The client's open positions as last reported. */
export const currentPositions = (): readonly FuturesPosition[] =>
  queryClient.getQueryData<CallResponse<'GET /api/v3/futures/positions'>>(POSITIONS_KEY)?.positions ?? [];

/** Orders per page: the server's maximum. */
const PAGE_SIZE = 200;

/**
 * The open orders after this cursor, newest first (without a cursor, all of them), and the lowest log position of the
 * responses.
 */
export async function loadFuturesOrders(from: string | undefined, signal?: AbortSignal) {
  const orders: FuturesOrder[] = [];
  let position = Number.POSITIVE_INFINITY;
  let cursor = from;
  do {
    const query = { limit: PAGE_SIZE, ...(cursor === undefined ? {} : { cursor }) };
    const page = await call('GET /api/v3/futures/open-orders', { query, ...(signal ? { signal } : {}) });
    orders.push(...page.orders);
    position = Math.min(position, page.position);
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  return { orders, position };
}

const ORDERS_QUERY = queryOptions({
  queryKey: [...OWN_KEY, 'orders'],
  queryFn: ({ signal }) => loadFuturesOrders(undefined, signal),
  select: ({ orders }) => orders,
  refetchInterval: RARELY_MS,
});

/** The client's open orders in perpetual markets, newest first. */
export const useFuturesOrders = () => useQuery({ ...ORDERS_QUERY, enabled: useClient() !== undefined });

/**
 * The client's open orders in perpetual markets; undefined until they have been refetched, so that code never replaces
 * or cancels an outdated order.
 */
export const useFreshFuturesOrders = (): readonly FuturesOrder[] | undefined => {
  const { data, isError, isFetchedAfterMount } = useQuery({ ...ORDERS_QUERY, refetchOnMount: 'always' });
  return isFetchedAfterMount && !isError ? data : undefined;
};

/** Refetches all data on the client's own futures. */
export const refreshFutures = (): Promise<void> => queryClient.invalidateQueries({ queryKey: OWN_KEY });

/** The maximum number of refetches of the client's own data per second: the stream reports each fill separately. */
const REFRESH_HERTZ = 1;

/**
 * Shows positions from the stream immediately. Refetches all of the client's futures data when the stream reports a
 * changed futures order or a changed balance of the futures wallet.
 */
export const useFuturesChanges = (): void => {
  const refresh = usePacedCall(() => void refreshFutures(), REFRESH_HERTZ);
  useStream(useClient() ? { channel: 'private' } : undefined, (message) => {
    if (message.type !== 'private') return;
    const { futures_orders, positions, balances } = message;
    if (positions) queryClient.setQueryData(POSITIONS_KEY, { positions, position: message.position });
    if (futures_orders || balances.some(({ wallet }) => wallet === 'future')) refresh();
  });
};

/**
 * Keeps mark prices, last prices and open interest live. Funding rates are not in the stream: they change with the next
 * poll.
 */
export const useLiveTickers = (): void =>
  useStream({ channel: 'futures' }, (message) => {
    if (message.type !== 'futures' && message.type !== 'futures_snapshot') return;
    const changed = new Map(message.markets.map((market) => [market.name, market]));
    queryClient.setQueryData<TickersResponse>(
      TICKERS_KEY,
      (known) =>
        known && { ...known, tickers: known.tickers.map((ticker) => ({ ...ticker, ...changed.get(ticker.name) })) },
    );
  });
