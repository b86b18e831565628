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
import { type PairState, quoteOf } from './market-feed.ts';
import { OrderBook, readLevels } from './order-book.ts';

/** The code of the error for a pair that the source does not trade. */
const UNKNOWN_PAIR = '60018';
/** The number of levels on each side of the books that the source sends. */
const MAX_LEVELS = 400;
/** The checksum covers this many levels of each side. */
const CHECKED_LEVELS = 25;
const unknownPair = /instId:([A-Z0-9-]{3,40})/;
const SPOT = { channel: 'instruments', instType: 'SPOT' } as const;
const harmless = new Set<unknown>(['subscribe', 'unsubscribe', 'channel-conn-count']);

/**
 * OKX's public WebSocket, version 5. Prices are read from the channel `books` rather than from `tickers`: the messages
 * of `books` form a chain, so that a missing one is detected, and in a quiet market they still report changes away from
 * the best prices. The channel `instruments` reports which pairs are traded: while a pair is suspended or in an
 * auction, the prices in its book are not market prices.
 */
export const okxProtocol: FeedProtocol = {
  id: 'okx',
  name: 'OKX',
  ping: 'ping',
  busyPair: { base: 'BTC', quote: 'USDT' },
  open: (depthOf) => new OkxSession(depthOf),
};

interface Followed {
  readonly book: OrderBook;
  /** The sequence number of the last message of the chain. */
  seqId: number;
  /** The time of the last message with a change, by the source's clock. */
  atMs: number;
}

class OkxSession implements FeedSession {
  readonly opening = [JSON.stringify({ op: 'subscribe', args: [SPOT] })];
  readonly #depthOf: DepthOf;
  /** The states that OKX has sent. Until it has sent a pair's state, the pair has no price. */
  readonly #states = new Map<string, PairState>();
  /** Followed pairs; the value is undefined between a subscription and its snapshot. */
  readonly #followed = new Map<string, Followed | undefined>();

  constructor(depthOf: DepthOf) {
    this.#depthOf = depthOf;
  }

  subscribe(pair: string): string {
    this.#followed.set(pair, undefined);
    return request('subscribe', pair);
  }

  unsubscribe(pair: string): string {
    this.#followed.set(pair, undefined);
    return request('unsubscribe', pair);
  }

  forget(pair: string): void {
    this.#followed.set(pair, undefined);
  }

  read(text: string): Reading {
    if (text === 'pong') return nothing;
    const message = parseFields(text);
    if (message === undefined) return malformed;
    if ('event' in message) return this.#readEvent(message);
    const { channel, instId } = fieldsOf(message.arg) ?? {};
    if (channel === SPOT.channel) return this.#readInstruments(message.data);
    const row = fieldsOf(onlyOf(message.data));
    if (channel !== 'books' || typeof instId !== 'string' || !this.#followed.has(instId) || row === undefined)
      return malformed;
    return this.#readBook(instId, message.action, row);
  }

  #readBook(pair: string, action: unknown, row: Readonly<Record<string, unknown>>): Reading {
    const [bids, asks] = [readLevels(row.bids, textsOf), readLevels(row.asks, textsOf)];
    const { seqId, prevSeqId, checksum, ts } = row;
    const isUpdate = action === 'update';
    const before = isUpdate ? this.#followed.get(pair) : undefined;
    // Until the snapshot arrives, updates belong to the previous subscription.
    if (isUpdate && before === undefined) return nothing;
    if (!(isUpdate || action === 'snapshot') || bids === undefined || asks === undefined)
      return this.#lose(pair, 'malformed');
    if (typeof ts !== 'string' || !/^\d{1,15}$/.test(ts) || !Number.isSafeInteger(seqId))
      return this.#lose(pair, 'malformed');
    // The number may be lower than the previous one: after maintenance, numbering restarts, and the chain continues.
    if (before === undefined ? !startsChain(prevSeqId) : prevSeqId !== before.seqId) return this.#lose(pair, 'gap');
    const followed = before ?? { book: new OrderBook(MAX_LEVELS), seqId: 0, atMs: 0 };
    followed.seqId = seqId as number;
    const isChanged = followed.book.apply({ bids, asks });
    this.#followed.set(pair, followed);
    // The source is retiring the checksum, and sends 0 instead.
    if (checksum !== undefined && checksum !== 0 && checksum !== okxChecksum(followed.book))
      return this.#lose(pair, 'checksum');
    // A source that is frozen may still send updates without changes. They do not make its prices newer.
    if (isUpdate && !isChanged) return nothing;
    followed.atMs = Number(ts);
    return this.reread(pair);
  }

  reread(pair: string): Reading {
    const followed = this.#followed.get(pair);
    if (followed === undefined || this.#states.get(pair) !== 'live') return nothing;
    return followed.book.reading(pair, followed.atMs, this.#depthOf(quoteOf(pair)));
  }

  /** The first message lists all instruments; later messages list those that have changed. */
  #readInstruments(data: unknown): Reading {
    if (!Array.isArray(data)) return malformed;
    const changed = new Map<string, PairState>();
    for (const one of data) {
      const { instId, state } = fieldsOf(one) ?? {};
      if (typeof instId !== 'string' || typeof state !== 'string') return malformed;
      changed.set(instId, state === 'live' ? 'live' : 'suspended');
    }
    for (const [pair, state] of changed) this.#states.set(pair, state);
    return { kind: 'states', states: new Map([...changed].filter(([pair]) => this.#followed.has(pair))) };
  }

  #readEvent({ event, code, msg }: Readonly<Record<string, unknown>>): Reading {
    if (event === 'error' && code === UNKNOWN_PAIR) {
      const [, pair = ''] = unknownPair.exec(String(msg)) ?? [];
      return this.#followed.has(pair) ? { kind: 'states', states: new Map([[pair, 'unknown']]) } : nothing;
    }
    if (harmless.has(event)) return nothing;
    // A refused request ends the connection only if no states have arrived: without states, no pair has a price.
    if (event === 'error' && this.#states.size > 0) return malformed;
    // `channel-conn-count-error` means that this machine has too many connections.
    if (event === 'error' || event === 'notice' || event === 'channel-conn-count-error')
      return { kind: 'ended', why: `${event} ${String(code).slice(0, 8)}` };
    return malformed;
  }

  #lose(pair: string, why: 'malformed' | 'gap' | 'checksum'): Reading {
    this.#followed.set(pair, undefined);
    return { kind: 'lost', pair, why };
  }
}

/** CRC-32, signed, over `price:size` of the best bid, the best ask, the second bid, and so on. */
export function okxChecksum({ bids, asks }: Pick<OrderBook, 'bids' | 'asks'>): number {
  const texts: string[] = [];
  for (let i = 0; i < CHECKED_LEVELS; i += 1)
    for (const level of [bids[i], asks[i]]) if (level !== undefined) texts.push(`${level.priceText}:${level.sizeText}`);
  return crc32(texts.join(':')) | 0;
}

const textsOf = (row: unknown): readonly unknown[] => (Array.isArray(row) ? row : []);

const startsChain = (prevSeqId: unknown): boolean => prevSeqId === undefined || prevSeqId === -1;

const request = (op: 'subscribe' | 'unsubscribe', instId: string): string =>
  JSON.stringify({ op, args: [{ channel: 'books', instId }] });
