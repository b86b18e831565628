/** A coin and the coin in which it is priced, such as BTC and USDT. */
export interface Pair {
  readonly base: string;
  readonly quote: string;
}

export interface FeedQuote {
  /** The mid price, in the quote coin. */
  readonly price: number;
  /**
   * The age of the price: the time since it was received, plus its age at that moment by the source's own timestamp, so
   * that a source which repeats old messages becomes stale. If a pair does not change, its price stays current for a
   * limited time while other pairs of the source change.
   */
  readonly ageMs: number;
}

/** Why a message of a source was not used. */
export type DropReason = 'malformed' | 'implausible' | 'thin' | 'late' | 'future' | 'gap' | 'checksum';

export interface FeedState {
  readonly isConnected: boolean;
  /** The number of lost connections and failed attempts to connect. */
  readonly disconnects: number;
  readonly dropped: ReadonlyMap<DropReason, number>;
}

/**
 * The state of a pair at a source: `unknown` if the source does not list the pair, `suspended` if trading is paused,
 * otherwise `live`. A pair is also `live` before the source has reported a state.
 */
export type PairState = 'live' | 'suspended' | 'unknown';

/** A source of prices outside the exchange. */
export interface MarketFeed {
  /** The source's name in INDEX_SOURCES. */
  readonly id: string;
  /** The name that operators see. */
  readonly name: string;
  readonly state: FeedState;
  /** Follows the prices of these pairs. `pairs` is called repeatedly, because the pairs may change. */
  start(pairs: () => readonly Pair[]): void;
  stop(): Promise<void>;
  /** The newest price of a pair; undefined if the source has none that can be used. */
  quote(pair: Pair): FeedQuote | undefined;
  pairState(pair: Pair): PairState;
}

/** The name of a pair within the exchange, such as BTC-USDT. */
export const pairName = ({ base, quote }: Pair): string => `${base}-${quote}`;

/** The quote coin of a pair's name. */
export const quoteOf = (name: string): string => name.slice(name.indexOf('-') + 1);

const nameOfPair = /^([A-Z0-9]{1,16})-([A-Z0-9]{1,16})$/;

/** The pair of a name such as BTC-USDT; undefined if the name is malformed. */
export function pairOf(name: string): Pair | undefined {
  const [, base, quote] = nameOfPair.exec(name) ?? [];
  return base === undefined || quote === undefined ? undefined : { base, quote };
}
