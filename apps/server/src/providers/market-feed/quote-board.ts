import type { DropReason, FeedQuote } from './market-feed.ts';

/** How far a source's clock may be ahead of ours. */
const MAX_AHEAD_MS = 2_000;
/** Prices outside these bounds are errors, whatever the coin. */
const [LEAST_PRICE, MOST_PRICE] = [1e-12, 1e12];
/** The best ask may be at most this fraction above the best bid. */
const MAX_SPREAD = 0.05;

/** A time by the wall clock, which may jump, and by a clock that never goes back. */
export interface Moment {
  readonly wallMs: number;
  readonly steadyMs: number;
}

export const momentNow = (): Moment => ({ wallMs: Date.now(), steadyMs: performance.now() });

/** The best prices of a pair, as a source reports them. */
export interface ReportedPrices {
  readonly pair: string;
  readonly bid: number;
  readonly ask: number;
  /** By the source's clock. */
  readonly sourceMs: number;
}

interface Held {
  readonly price: number;
  readonly sourceMs: number;
  readonly receivedMs: number;
}

/** The newest plausible price of each pair from one source. */
export class QuoteBoard {
  readonly #held = new Map<string, Held>();

  /** Takes over the prices, or returns why it does not. After implausible prices the pair has no price. */
  accept({ pair, bid, ask, sourceMs }: ReportedPrices, at: Moment): DropReason | undefined {
    if (!Number.isSafeInteger(sourceMs)) return 'malformed';
    if (sourceMs - at.wallMs > MAX_AHEAD_MS) return 'future';
    if (sourceMs < (this.#held.get(pair)?.sourceMs ?? 0)) return 'late';
    if (!isPlausible(bid, ask)) {
      this.forget(pair);
      return 'implausible';
    }
    this.#held.set(pair, { price: (bid + ask) / 2, sourceMs, receivedMs: at.steadyMs });
    return undefined;
  }

  /** For a pair whose prices may be wrong. */
  forget(pair: string): void {
    this.#held.delete(pair);
  }

  quote(pair: string, at: Moment): FeedQuote | undefined {
    const held = this.#held.get(pair);
    if (held === undefined) return undefined;
    return { price: held.price, ageMs: Math.max(0, at.steadyMs - held.receivedMs, at.wallMs - held.sourceMs) };
  }
}

/** Also false if a price is not a number. */
const isPlausible = (bid: number, ask: number): boolean =>
  bid >= LEAST_PRICE && ask <= MOST_PRICE && ask >= bid && ask / bid - 1 <= MAX_SPREAD;
