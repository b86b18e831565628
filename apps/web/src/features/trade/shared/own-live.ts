import type { StreamBalance, StreamMessage } from '@vitrine/contract';
import { useEffect } from 'react';
import { call } from '../../../lib/api.ts';
import { type OwnOrder, ownOrder } from '../../../lib/own-order.ts';
import { OwnState } from '../../../lib/own-state.ts';
import { onSessionChange } from '../../../lib/session.ts';
import { stream, useFallbackInterval } from '../../../lib/use-stream.ts';

const POLL_MS = 5000;
/** Orders per page: the server's maximum. */
const PAGE_SIZE = 200;

/** The signed-in client's open orders and balances of spot markets, one instance per page. */
const own = new OwnState();

onSessionChange((session) => {
  if (session.status !== 'client') own.clear();
});

const take = (message: StreamMessage): void => {
  if (message.type !== 'private_snapshot' && message.type !== 'private') return;
  own.take({ ...message, orders: message.orders.map(ownOrder) });
  if (message.type === 'private_snapshot' && message.next_cursor !== undefined) void loadOlder(message.next_cursor);
};

/**
 * Loads orders and balances: at first, and repeatedly while the stream is down. Data that fail to load stay as they
 * were.
 */
const load = async (): Promise<void> => {
  const [orders, funds] = await Promise.allSettled([loadOrders(), call('GET /api/v3/trades/funds')]);
  if (funds.status === 'fulfilled') own.loadBalances(funds.value.position, funds.value.funds.map(balanceOf));
  if (orders.status === 'fulfilled') own.loadOrders(orders.value.position, orders.value.orders);
};

/** Loads the older orders that a snapshot omits, with retries while they are still missing. */
const loadOlder = async (cursor: string): Promise<void> => {
  const older = await loadPages(cursor).catch(() => undefined);
  if (older !== undefined) own.loadOlder(cursor, older.position, older.orders);
  if (own.awaits(cursor)) setTimeout(() => own.awaits(cursor) && void loadOlder(cursor), POLL_MS);
};

/**
 * Loads all pages, newest first. Returns the log position of the first page: later changes arrive with the stream or
 * the next poll.
 */
const loadOrders = async (): Promise<{ readonly position: number; readonly orders: readonly OwnOrder[] }> => {
  const first = await call('GET /api/v3/trades/open-orders', { query: { limit: PAGE_SIZE } });
  const { orders } = await loadPages(first.next_cursor);
  return { position: first.position, orders: [...first.orders.map(ownOrder), ...orders] };
};

/**
 * Loads the page at this cursor and all pages after it; none without a cursor. Returns the lowest log position of their
 * responses.
 */
const loadPages = async (from: string | undefined) => {
  const orders: OwnOrder[] = [];
  let position = Number.POSITIVE_INFINITY;
  for (let cursor = from; cursor !== undefined; ) {
    const page = await call('GET /api/v3/trades/open-orders', { query: { limit: PAGE_SIZE, cursor } });
    orders.push(...page.orders.map(ownOrder));
    position = Math.min(position, page.position);
    cursor = page.next_cursor;
  }
  return { position, orders };
};

type Fund = Awaited<ReturnType<typeof call<'GET /api/v3/trades/funds'>>>['funds'][number];
const balanceOf = (fund: Fund): StreamBalance => ({
  coin: fund.coin.name,
  wallet: 'spot',
  available: fund.available,
  frozen: fund.freeze_balance,
});

/** Called after the client's own action: refetches immediately, unless the live stream reports the change anyway. */
export const refreshOwnState = (): void => {
  if (stream.status().state !== 'live') void load();
};

/** Keeps the client's own state live while the component is on the page. */
export const useOwnState = (): OwnState => {
  const pollMs = useFallbackInterval(POLL_MS);
  useEffect(() => {
    void load();
    return stream.listen({ channel: 'private' }, take);
  }, []);
  useEffect(() => {
    if (pollMs === false) return;
    const timer = setInterval(() => void load(), pollMs);
    return () => clearInterval(timer);
  }, [pollMs]);
  return own;
};
