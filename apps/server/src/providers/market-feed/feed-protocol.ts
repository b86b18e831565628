import type { Pair, PairState } from './market-feed.ts';
import type { ReportedPrices } from './quote-board.ts';

/** What one message means. */
export type Reading =
  | ({ readonly kind: 'prices' } & ReportedPrices)
  /** Nothing to do: an acknowledgement, a heartbeat, or a message of a subscription that is being renewed. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'malformed' }
  /** Messages are missing or wrong. The pair's data cannot be used until the pair is subscribed again. */
  | { readonly kind: 'lost'; readonly pair: string; readonly why: 'malformed' | 'gap' | 'checksum' }
  /** The book gives no price: it is too thin or, for a moment, crossed. */
  | { readonly kind: 'thin'; readonly pair: string }
  /** New states of followed pairs. While a pair is not live, it has no price. */
  | { readonly kind: 'states'; readonly states: ReadonlyMap<string, PairState> }
  /** The source has halted trading: none of its prices are used. */
  | { readonly kind: 'halted' }
  /** The source asks for a new connection, or refuses to serve this one. */
  | { readonly kind: 'ended'; readonly why: string };

/** The protocol of one source's public WebSocket. */
export interface FeedProtocol {
  /** The source's name in INDEX_SOURCES. */
  readonly id: string;
  readonly name: string;
  /** A message that the source answers, sent to probe a silent connection. */
  readonly ping: string;
  /**
   * A pair whose book changes all the time. It is always followed: if a source reports no changes at all, not even of
   * this pair, it has stopped.
   */
  readonly busyPair: Pair;
  /**
   * Starts a connection. `depthOf` returns the amount of a quote coin for which prices are computed; undefined if the
   * coin's value is unknown.
   */
  open(depthOf: DepthOf): FeedSession;
}

export type DepthOf = (quote: string) => number | undefined;

/** The protocol state of one connection. Performs no I/O. */
export interface FeedSession {
  /** The messages that are sent when the connection opens. */
  readonly opening?: readonly string[];
  subscribe(pair: string): string;
  unsubscribe(pair: string): string;
  /** From now on, ignores messages about a pair until it is subscribed again, because its prices were implausible. */
  forget(pair: string): void;
  /** The prices of a pair that has become live, from the data received so far. */
  reread?(pair: string): Reading;
  read(text: string): Reading;
}

export const nothing: Reading = { kind: 'nothing' };
export const malformed: Reading = { kind: 'malformed' };

/** The fields of a JSON object; undefined if the text is anything else. */
export function parseFields(text: string, numbers?: 'numbers as texts'): Readonly<Record<string, unknown>> | undefined {
  try {
    return fieldsOf(numbers === undefined ? JSON.parse(text) : JSON.parse(text, keepNumber));
  } catch {
    return undefined;
  }
}

/** Returns a number as the text that was sent, with all its zeros. */
const keepNumber = (_: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' ? context?.source : value;

/** The fields of a value if it is an object, but not an array. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;

/** The only element of an array; undefined if there is not exactly one. */
export const onlyOf = (value: unknown): unknown => (Array.isArray(value) && value.length === 1 ? value[0] : undefined);
