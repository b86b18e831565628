import {
  type DepthOf,
  type FeedProtocol,
  type FeedSession,
  fieldsOf,
  malformed,
  nothing,
  parseFields,
  type Reading,
} from './feed-protocol.ts';
import { quoteOf } from './market-feed.ts';
import { OrderBook, readLevels } from './order-book.ts';

/** The number of levels that the source sends on each side. */
const MAX_LEVELS = 100;
const microseconds = /^\d{16}$/;
const harmless = new Set<unknown>([
  'bts:heartbeat',
  'bts:subscription_succeeded',
  'bts:unsubscription_succeeded',
  // A subscription to a pair that is not traded is acknowledged, but never followed by data; the connection stays open.
  'bts:error',
]);

/**
 * Bitstamp's public WebSocket, version 2: the channel `order_book`. Each message is the whole book of up to 100 levels
 * on each side, sent when it changes, so a missed message has no lasting effect. Messages have no sequence number and
 * no checksum.
 */
export const bitstampProtocol: FeedProtocol = {
  id: 'bitstamp',
  name: 'Bitstamp',
  ping: JSON.stringify({ event: 'bts:heartbeat' }),
  busyPair: { base: 'BTC', quote: 'USD' },
  open: (depthOf) => new BitstampSession(depthOf),
};

class BitstampSession implements FeedSession {
  readonly #depthOf: DepthOf;
  /** Followed pairs by channel. After `forget`, a channel's pair is undefined until it is subscribed again. */
  readonly #followed = new Map<string, string | undefined>();

  constructor(depthOf: DepthOf) {
    this.#depthOf = depthOf;
  }

  subscribe(pair: string): string {
    this.#followed.set(channelOf(pair), pair);
    return request('bts:subscribe', pair);
  }

  unsubscribe(pair: string): string {
    this.forget(pair);
    return request('bts:unsubscribe', pair);
  }

  forget(pair: string): void {
    this.#followed.set(channelOf(pair), undefined);
  }

  read(text: string): Reading {
    const message = parseFields(text);
    if (message === undefined) return malformed;
    const { event, channel } = message;
    if (harmless.has(event)) return nothing;
    if (event === 'bts:request_reconnect') return { kind: 'ended', why: event };
    if (event !== 'data' || typeof channel !== 'string' || !this.#followed.has(channel)) return malformed;
    const pair = this.#followed.get(channel);
    return pair === undefined ? nothing : this.#readBook(pair, fieldsOf(message.data) ?? {});
  }

  #readBook(pair: string, row: Readonly<Record<string, unknown>>): Reading {
    const [bids, asks] = [readLevels(row.bids, textsOf), readLevels(row.asks, textsOf)];
    const { microtimestamp } = row;
    const isTimed = typeof microtimestamp === 'string' && microseconds.test(microtimestamp);
    if (bids === undefined || asks === undefined || !isTimed) {
      this.forget(pair);
      return { kind: 'lost', pair, why: 'malformed' };
    }
    const book = new OrderBook(MAX_LEVELS);
    book.apply({ bids, asks });
    // A snapshot may be crossed, according to the documentation; the next message then corrects it.
    if ((book.bids[0]?.price ?? 0) > (book.asks[0]?.price ?? Number.POSITIVE_INFINITY)) return { kind: 'thin', pair };
    return book.reading(pair, Math.floor(Number(microtimestamp) / 1_000), this.#depthOf(quoteOf(pair)));
  }
}

const textsOf = (row: unknown): readonly unknown[] => (Array.isArray(row) ? row : []);

const channelOf = (pair: string): string => `order_book_${pair.replace('-', '').toLowerCase()}`;

const request = (event: 'bts:subscribe' | 'bts:unsubscribe', pair: string): string =>
  JSON.stringify({ event, data: { channel: channelOf(pair) } });
