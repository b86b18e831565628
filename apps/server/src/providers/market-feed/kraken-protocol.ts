import { crc32 } from 'node:zlib';
import {
  type DepthOf,
  type FeedProtocol,
  type FeedSession,
  fieldsOf,
  malformed,
  nothing,
  onlyOf,
  parseFields,
  type Reading,
} from './feed-protocol.ts';
import { quoteOf } from './market-feed.ts';
import { OrderBook, readLevels } from './order-book.ts';

/** The number of levels followed on each side, one of the few that the source offers. */
const DEPTH_LEVELS = 100;
/** The checksum covers this many levels of each side. */
const CHECKED_LEVELS = 10;
const checksumText = /^\d{1,10}$/;

/**
 * Kraken's public WebSocket, version 2: the channel `book`. Its messages have no sequence numbers, but each has a
 * checksum of the best levels. If a change of one of these levels is missed, the next checksum reveals it; a missed
 * change of a deeper level is revealed once that level is among the best.
 */
export const krakenProtocol: FeedProtocol = {
  id: 'kraken',
  name: 'Kraken',
  ping: JSON.stringify({ method: 'ping' }),
  busyPair: { base: 'BTC', quote: 'USD' },
  open: (depthOf) => new KrakenSession(depthOf),
};

class KrakenSession implements FeedSession {
  /** Followed pairs, and their books. A book is undefined between a subscription and its snapshot. */
  readonly #followed = new Map<string, OrderBook | undefined>();
  readonly #depthOf: DepthOf;
  #isOnline = true;

  constructor(depthOf: DepthOf) {
    this.#depthOf = depthOf;
  }

  subscribe(pair: string): string {
    this.#followed.set(pair, undefined);
    return request('subscribe', pair, { snapshot: true });
  }

  unsubscribe(pair: string): string {
    this.#followed.set(pair, undefined);
    return request('unsubscribe', pair, {});
  }

  forget(pair: string): void {
    this.#followed.set(pair, undefined);
  }

  read(text: string): Reading {
    const message = parseFields(text, 'numbers as texts');
    if (message === undefined) return malformed;
    if (message.method === 'subscribe') return this.#readResponse(message);
    if (typeof message.method === 'string' || message.channel === 'heartbeat') return nothing;
    const row = fieldsOf(onlyOf(message.data));
    if (message.channel === 'status') return this.#readStatus(row?.system);
    if (message.channel !== 'book' || typeof row?.symbol !== 'string') return malformed;
    const pair = row.symbol.replace('/', '-');
    return this.#followed.has(pair) ? this.#readBook(pair, message.type, row) : malformed;
  }

  /** Reads the response to a subscription. Kraken refuses subscriptions to pairs that it does not trade. */
  #readResponse({ success, symbol }: Readonly<Record<string, unknown>>): Reading {
    const pair = typeof symbol === 'string' ? symbol.replace('/', '-') : '';
    return success === false && this.#followed.has(pair)
      ? { kind: 'states', states: new Map([[pair, 'unknown']]) }
      : nothing;
  }

  /**
   * Reads the system's status. During maintenance, or while orders are restricted, the prices in the book are not
   * market prices.
   */
  #readStatus(system: unknown): Reading {
    this.#isOnline = system === 'online';
    return this.#isOnline ? nothing : { kind: 'halted' };
  }

  #readBook(pair: string, type: unknown, row: Readonly<Record<string, unknown>>): Reading {
    const [bids, asks] = [readLevels(row.bids, textsOf), readLevels(row.asks, textsOf)];
    const { checksum, timestamp } = row;
    const isUpdate = type === 'update';
    // Until the snapshot arrives, updates belong to the previous subscription.
    if (isUpdate && this.#followed.get(pair) === undefined) return nothing;
    if (!(isUpdate || type === 'snapshot') || bids === undefined || asks === undefined)
      return this.#lose(pair, 'malformed');
    // Only a snapshot may lack a time.
    const isTimed = typeof timestamp === 'string' || (timestamp === undefined && !isUpdate);
    if (!isTimed || typeof checksum !== 'string' || !checksumText.test(checksum)) return this.#lose(pair, 'malformed');
    const book = (isUpdate ? this.#followed.get(pair) : undefined) ?? new OrderBook(DEPTH_LEVELS);
    book.apply({ bids, asks });
    this.#followed.set(pair, book);
    if (Number(checksum) !== krakenChecksum(book)) return this.#lose(pair, 'checksum');
    // A snapshot without a time may be of any age. The first update, which has a time, proves that the book is current.
    if (!this.#isOnline || typeof timestamp !== 'string') return nothing;
    return book.reading(pair, Date.parse(timestamp), this.#depthOf(quoteOf(pair)));
  }

  #lose(pair: string, why: 'malformed' | 'checksum'): Reading {
    this.#followed.set(pair, undefined);
    return { kind: 'lost', pair, why };
  }
}

/**
 * CRC-32 over the prices and sizes of the best asks, then of the best bids, without decimal points and leading zeros.
 */
export function krakenChecksum({ asks, bids }: Pick<OrderBook, 'asks' | 'bids'>): number {
  const levels = [...asks.slice(0, CHECKED_LEVELS), ...bids.slice(0, CHECKED_LEVELS)];
  return crc32(levels.map(({ priceText, sizeText }) => digits(priceText) + digits(sizeText)).join(''));
}

const digits = (text: string): string => text.replace('.', '').replace(/^0+/, '');

const textsOf = (row: unknown): readonly unknown[] => [fieldsOf(row)?.price, fieldsOf(row)?.qty];

const request = (method: 'subscribe' | 'unsubscribe', pair: string, options: object): string =>
  JSON.stringify({
    method,
    params: { channel: 'book', symbol: [pair.replace('-', '/')], depth: DEPTH_LEVELS, ...options },
  });
