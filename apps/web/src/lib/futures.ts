import { queryOptions, useQuery } from '@tanstack/react-query';
import type { StreamFutures } from '@vitrine/contract';
import Big from 'big.js';
import { useMemo, useRef } from 'react';
import { type CallResponse, call } from './api.ts';
import { plain } from './decimal.ts';
import { valuedAt } from './position-value.ts';
import { queryClient } from './query-client.ts';
import { useClient } from './session.ts';
import { usePacedCall } from './use-paced-call.ts';
import { useFallbackInterval, useStream } from './use-stream.ts';

export type FuturesMarket = CallResponse<'GET /api/v3/futures/markets'>['markets'][number];
export type FuturesTicker = CallResponse<'GET /api/v3/futures/tickers'>['tickers'][number];
export type FuturesPosition = CallResponse<'GET /api/v3/futures/positions'>['positions'][number];
export type FuturesOrder = CallResponse<'GET /api/v3/futures/open-orders'>['orders'][number];
export type PositionSide = FuturesPosition['side'];

/** Whether a row belongs to the market `only`; true for every row if `only` is undefined. */
export const isOf = (only: string | undefined) => (row: { readonly name: string }) =>
  only === undefined || row.name === only;

const RARELY_MS = 60_000;
/** While the stream is down, figures that depend on the mark price are polled at this interval. */
const MARK_POLL_MS = 5000;

/** All data on the client's own futures is cached under this key. */
const OWN_KEY = ['futures-own'] as const;
const POSITIONS_KEY = [...OWN_KEY, 'positions'] as const;
const TICKERS_KEY = ['futures', 'tickers'] as const;
type PositionsResponse = CallResponse<'GET /api/v3/futures/positions'>;
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

/**
 * Mark price, funding and open interest of every perpetual market; `useLiveMarks` keeps them live. Funding rates are
 * not in the stream, so they are polled even while it is up, but rarely.
 */
export const useFuturesTickers = () => useTickers((tickers) => tickers);

const useTickers = <Selected>(select: (tickers: readonly FuturesTicker[]) => Selected) =>
  useQuery({
    queryKey: TICKERS_KEY,
    queryFn: ({ signal }) => call('GET /api/v3/futures/tickers', { signal }),
    select: ({ tickers }) => select(tickers),
    refetchInterval: useFallbackInterval(MARK_POLL_MS) || RARELY_MS,
  });

export const useFuturesTicker = (name: string): FuturesTicker | undefined =>
  useFuturesTickers().data?.find((ticker) => ticker.name === name);

/**
 * The contract rules with the market's live status: a market may be protected, and open again, between two requests for
 * its rules. Renders again only if the status changes, not with every mark price.
 */
export const useLiveStatus = (market: FuturesMarket): FuturesMarket => {
  const live = useTickers((tickers) => tickers.find(({ name }) => name === market.name)?.status).data;
  const status = live ?? market.status;
  return useMemo(() => ({ ...market, status }), [market, status]);
};

/** The client's free margin, leverages and fee rates in a market. */
export const useFuturesAccount = (name: string) =>
  useQuery({
    queryKey: [...OWN_KEY, 'ticket', name],
    queryFn: ({ signal }) => call('GET /api/v3/futures/ticket', { query: { name }, signal }),
    enabled: useClient() !== undefined,
    staleTime: RARELY_MS,
  });

/** These positions, or the known ones if the stream has sent newer ones meanwhile. */
const newerPositions = (received: PositionsResponse): PositionsResponse => {
  const known = queryClient.getQueryData<PositionsResponse>(POSITIONS_KEY);
  return known && known.position > received.position ? known : received;
};

/**
 * The client's open positions; `useFuturesChanges` and `useLiveMarks` keep them live. New contract terms, a minimum term
 * that ends early, and a market's status change positions without a message, so they are also polled, but rarely.
 */
export const useFuturesPositions = () =>
  useQuery({
    queryKey: POSITIONS_KEY,
    queryFn: async ({ signal }) => newerPositions(await call('GET /api/v3/futures/positions', { signal })),
    select: ({ positions }) => positions,
    enabled: useClient() !== undefined,
    refetchInterval: useFallbackInterval(MARK_POLL_MS) || RARELY_MS,
  });

/** The client's open positions as last reported. */
export const currentPositions = (): readonly FuturesPosition[] =>
  queryClient.getQueryData<PositionsResponse>(POSITIONS_KEY)?.positions ?? [];

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
    if (message.type !== 'private' && message.type !== 'private_snapshot') return;
    const isSnapshot = message.type === 'private_snapshot';
    const { futures_orders, positions = isSnapshot ? [] : undefined, balances, position } = message;
    if (positions) queryClient.setQueryData(POSITIONS_KEY, newerPositions({ positions: [...positions], position }));
    if (isSnapshot) return;
    if (futures_orders || balances.some(({ wallet }) => wallet === 'future')) refresh();
  });
};

const merged = (ticker: FuturesTicker, changed: StreamFutures | undefined): FuturesTicker =>
  changed
    ? { ...ticker, ...changed, open_interest_usdt: plain(new Big(changed.open_interest).times(changed.mark_price)) }
    : ticker;

/** The maximum number of updates of mark prices per second: each renders again whatever depends on any of them. */
const MARKS_HERTZ = 2;

/** Keeps mark prices, last prices and open interest live, and values positions at the mark prices. */
export const useLiveMarks = (): void => {
  const changed = useRef(new Map<string, StreamFutures>());
  const show = usePacedCall(() => {
    const { current } = changed;
    changed.current = new Map();
    queryClient.setQueryData<PositionsResponse>(
      POSITIONS_KEY,
      (known) =>
        known && {
          ...known,
          positions: known.positions.map((each) =>
            valuedAt(each, current.get(each.name)?.mark_price ?? each.mark_price),
          ),
        },
    );
    queryClient.setQueryData<TickersResponse>(
      TICKERS_KEY,
      (known) =>
        known && { ...known, tickers: known.tickers.map((ticker) => merged(ticker, current.get(ticker.name))) },
    );
  }, MARKS_HERTZ);
  useStream({ channel: 'futures' }, (message) => {
    if (message.type !== 'futures' && message.type !== 'futures_snapshot') return;
    for (const market of message.markets) changed.current.set(market.name, market);
    show();
  });
};
