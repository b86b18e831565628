import type { StreamMessage } from '@vitrine/contract';
import type { CallResponse } from '../../../lib/api.ts';
import { loadFuturesOrders } from '../../../lib/futures.ts';
import { type OwnOrder, ownOrder } from '../../../lib/own-order.ts';
import { OwnState } from '../../../lib/own-state.ts';
import { onSessionChange, useClient } from '../../../lib/session.ts';
import { useStream } from '../../../lib/use-stream.ts';
import { candleFeed } from './market-live.ts';
import { withMergedIntervals } from './merged-candles.ts';

/** Candles of a perpetual market, at any chart interval. */
export const openPerpetualFeed = withMergedIntervals((name, interval) => candleFeed({ symbol: name, name, interval }));

/** The client's open orders in perpetual markets. */
const own = new OwnState();

onSessionChange((session) => {
  if (session.status !== 'client') own.clear();
});

const take = (message: StreamMessage): void => {
  if (message.type !== 'private_snapshot' && message.type !== 'private') return;
  own.take({ ...message, orders: (message.futures_orders ?? []).map(ownFuturesOrder) });
  if (message.type === 'private_snapshot' && message.next_cursor !== undefined) void loadOlder(message.next_cursor);
};

const RETRY_MS = 5000;

/** Loads the older orders that a snapshot omits, with retries while they are still missing. */
const loadOlder = async (cursor: string): Promise<void> => {
  const older = await loadFuturesOrders(cursor).catch(() => undefined);
  if (older !== undefined) own.loadOlder(cursor, older.position, older.orders.map(ownFuturesOrder));
  if (own.awaits(cursor)) setTimeout(() => own.awaits(cursor) && void loadOlder(cursor), RETRY_MS);
};

type FuturesOrder = CallResponse<'GET /api/v3/futures/open-orders'>['orders'][number];

/** A futures order as the book and the chart show it, with the side of the book on which it rests. */
export const ownFuturesOrder = ({ name, side, effect, ...order }: FuturesOrder): OwnOrder => ({
  ...ownOrder({
    ...order,
    coin_pair: { pair_name: name },
    delegate_type: (side === 'long') === (effect === 'open') ? 'BUY' : 'SELL',
    oco_order_id: '',
  }),
  ...(effect === 'close' ? { closes: side } : {}),
});

/** The client's orders in perpetual markets, marked in book and chart; known only while the stream is up. */
export const useOwnFutures = (): OwnState => {
  useStream(useClient() ? { channel: 'private' } : undefined, take);
  return own;
};
