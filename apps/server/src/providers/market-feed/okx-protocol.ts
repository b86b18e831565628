import { crc32 } from 'node:zlib';
import {
  type FeedProtocol,
  type FeedSession,
  fieldsOf,
  malformed,
  nothing,
  onlyOf,
  parseFields,
  type Reading,
} from './feed-protocol.ts';
import { OrderBook, readLevels } from './order-book.ts';

/** The code of the error for a pair that the source does not trade. */
const UNKNOWN_PAIR = '60018';
/** Levels on each side of a book that the source follows. */
const MAX_LEVELS = 400;
/** The checksum covers this many levels of each side. */
const CHECKED_LEVELS = 25;
const harmless = new Set<unknown>(['subscribe', 'unsubscribe', 'channel-conn-count']);

/**
 * OKX's public WebSocket, version 5. The channel `books` is followed rather than `tickers`: its messages form a chain, so
 * that a missing one is noticed, and in a quiet market it still reports changes away from the best prices.
 */
export const okxProtocol: FeedProtocol = { name: 'OKX', ping: 'ping', open: () => new OkxSession() };

interface Followed {
  readonly book: OrderBook;
  /** The sequence number of the last message of the chain. */
  seqId: number;
}

class OkxSession implements FeedSession {
  /** Undefined between a subscription and its snapshot. */
  readonly #followed = new Map<string, Followed | undefined>();

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
    if ('event' in message) return readEvent(message);
    const { channel, instId } = fieldsOf(message.arg) ?? {};
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
    // Updates of the previous subscription, until the snapshot.
    if (isUpdate && before === undefined) return nothing;
    if (!(isUpdate || action === 'snapshot') || bids === undefined || asks === undefined)
      return this.#lose(pair, 'malformed');
    if (typeof ts !== 'string' || !/^\d{1,15}$/.test(ts) || !Number.isSafeInteger(seqId))
      return this.#lose(pair, 'malformed');
    // A lower number than the previous one is valid: numbering restarts after maintenance, and the chain continues.
    if (before === undefined ? !startsChain(prevSeqId) : prevSeqId !== before.seqId) return this.#lose(pair, 'gap');
    const followed = before ?? { book: new OrderBook(MAX_LEVELS), seqId: 0 };
    followed.seqId = seqId as number;
    followed.book.apply({ bids, asks });
    this.#followed.set(pair, followed);
    // The source is retiring the checksum, and sends 0 instead.
    if (checksum !== undefined && checksum !== 0 && checksum !== okxChecksum(followed.book))
      return this.#lose(pair, 'checksum');
    return followed.book.reading(pair, Number(ts));
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

function readEvent({ event, code }: Readonly<Record<string, unknown>>): Reading {
  if (harmless.has(event) || (event === 'error' && code === UNKNOWN_PAIR)) return nothing;
  // The last is sent if this machine has too many connections.
  if (event === 'error' || event === 'notice' || event === 'channel-conn-count-error')
    return { kind: 'ended', why: `${event} ${String(code).slice(0, 8)}` };
  return malformed;
}
