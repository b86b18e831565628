import type { PairState } from './market-feed.ts';
import type { ReportedPrices } from './quote-board.ts';

/** What one message means. */
export type Reading =
  | ({ readonly kind: 'prices' } & ReportedPrices)
  /** An acknowledgement, a heartbeat, or a message of a subscription that is being renewed. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'malformed' }
  /** Messages are missing or wrong: what is known of the pair cannot be used until it is subscribed again. */
  | { readonly kind: 'lost'; readonly pair: string; readonly why: 'malformed' | 'gap' | 'checksum' }
  /** The book does not have enough to tell a price. */
  | { readonly kind: 'thin'; readonly pair: string }
  /** What the source says of followed pairs: one that is not live has no price until it is. */
  | { readonly kind: 'states'; readonly states: ReadonlyMap<string, PairState> }
  /** The source does not trade at present: none of its prices count. */
  | { readonly kind: 'halted' }
  /** The source asks for a new connection, or refuses to serve this one. */
  | { readonly kind: 'ended'; readonly why: string };

/** How one source's public WebSocket is spoken to. */
export interface FeedProtocol {
  /** As in INDEX_SOURCES. */
  readonly id: string;
  readonly name: string;
  /** The message that the source answers, sent after a silence. */
  readonly ping: string;
  /** `depthOf`: what a price by depth is the price of, in a quote coin; undefined if that coin's worth is not known. */
  open(depthOf: DepthOf): FeedSession;
}

export type DepthOf = (quote: string) => number | undefined;

/** What is known of one connection. It does no input or output. */
export interface FeedSession {
  /** The messages that are sent when the connection opens. */
  readonly opening?: readonly string[];
  subscribe(pair: string): string;
  unsubscribe(pair: string): string;
  /** Reads no more of a pair, whose prices were implausible, until it is subscribed again. */
  forget(pair: string): void;
  /** Reads again what is known of a pair that has become live. */
  reread?(pair: string): Reading;
  read(text: string): Reading;
}

export const nothing: Reading = { kind: 'nothing' };
export const malformed: Reading = { kind: 'malformed' };

/** The fields of a JSON object; undefined if the text is something else. */
export function parseFields(text: string, numbers?: 'numbers as texts'): Readonly<Record<string, unknown>> | undefined {
  try {
    return fieldsOf(numbers === undefined ? JSON.parse(text) : JSON.parse(text, keepNumber));
  } catch {
    return undefined;
  }
}

/** A number as it was sent, with all its zeros. */
const keepNumber = (_: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' ? context?.source : value;

/** The fields of a value if it is an object and no array. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;

/** The only element of an array; undefined if there is not exactly one. */
export const onlyOf = (value: unknown): unknown => (Array.isArray(value) && value.length === 1 ? value[0] : undefined);
