import type { DropReason, FeedQuote } from './market-feed.ts';

/** How far a source's clock may be ahead of ours. */
const MAX_AHEAD_MS = 2_000;
/** Prices outside these bounds are errors, whatever the coin. */
const [LEAST_PRICE, MOST_PRICE] = [1e-12, 1e12];
/** The ask may be at most this fraction above the bid. */
const MAX_SPREAD = 0.01;
/**
 * If a pair does not change, which is normal in a quiet market, its price stays current for this long while the source
 * sends changes of other pairs. Heartbeats do not count, because they may continue after prices have stopped.
 */
const QUIET_MS = 50_000;

/**
 * A time on the wall clock, which may jump, and on a monotonic clock, which stops while the machine sleeps. The time
 * between two moments is the longer of the two differences.
 */
export interface Moment {
  readonly wallMs: number;
  readonly steadyMs: number;
}

export const momentNow = (): Moment => ({ wallMs: Date.now(), steadyMs: performance.now() });

/** The prices of a pair, as a source reports them. */
export interface ReportedPrices {
  readonly pair: string;
  readonly bid: number;
  readonly ask: number;
  /** The time by the source's clock; undefined if the source does not send it. */
  readonly sourceMs: number | undefined;
}

interface Held {
  readonly price: number;
  readonly sourceMs: number;
  readonly received: Moment;
  /** The age of the price when it was received. */
  readonly lagMs: number;
  readonly connection: number;
}

/** The newest plausible price of each pair from one source. */
export class QuoteBoard {
  readonly #held = new Map<string, Held>();
  /** The time of the newest price of any pair: its receipt, less its age at that time. */
  #changed: Moment = { steadyMs: Number.NEGATIVE_INFINITY, wallMs: Number.NEGATIVE_INFINITY };
  #connection = 0;

  /**
   * Call this when a new connection opens. Updates on the new connection do not prove that prices received on the old
   * one are still current.
   */
  connected(): void {
    this.#connection += 1;
  }

  /**
   * Stores the prices, or returns why they are rejected. If they are implausible or thin, the pair's previous price is
   * deleted too.
   */
  accept({ pair, bid, ask, sourceMs }: ReportedPrices, at: Moment): DropReason | undefined {
    const fault = faultOfTime(sourceMs, at, this.#held.get(pair)) ?? faultOfPrices(bid, ask);
    if (fault === 'implausible' || fault === 'thin') this.forget(pair);
    if (fault !== undefined) return fault;
    const lagMs = Math.max(0, at.wallMs - (sourceMs ?? at.wallMs));
    const connection = this.#connection;
    this.#held.set(pair, { price: (bid + ask) / 2, sourceMs: sourceMs ?? 0, received: at, lagMs, connection });
    this.#changed = later(this.#changed, { steadyMs: at.steadyMs - lagMs, wallMs: at.wallMs - lagMs });
    return undefined;
  }

  /** Deletes all prices. Call this when the source has halted trading. */
  forgetAll(): void {
    this.#held.clear();
  }

  /** Deletes the price of a pair. Call this when the price may be wrong. */
  forget(pair: string): void {
    this.#held.delete(pair);
  }

  quote(pair: string, at: Moment): FeedQuote | undefined {
    const held = this.#held.get(pair);
    if (held === undefined) return undefined;
    const { price, lagMs, received, connection } = held;
    const unchangedMs = elapsedMs(received, at);
    const ageMs =
      connection === this.#connection
        ? Math.max(lagMs + Math.max(0, unchangedMs - QUIET_MS), elapsedMs(this.#changed, at))
        : lagMs + unchangedMs;
    return { price, ageMs: Math.max(0, ageMs) };
  }
}

const elapsedMs = (since: Moment, at: Moment): number =>
  Math.max(at.steadyMs - since.steadyMs, at.wallMs - since.wallMs);

/** Returns the later moment by the monotonic clock, because the wall clock may have been set back. */
const later = (a: Moment, b: Moment): Moment => (b.steadyMs > a.steadyMs ? b : a);

function faultOfTime(sourceMs: number | undefined, { wallMs }: Moment, held: Held | undefined): DropReason | undefined {
  if (sourceMs === undefined) return undefined;
  if (!Number.isSafeInteger(sourceMs)) return 'malformed';
  if (sourceMs - wallMs > MAX_AHEAD_MS) return 'future';
  return sourceMs < (held?.sourceMs ?? 0) ? 'late' : undefined;
}

function faultOfPrices(bid: number, ask: number): DropReason | undefined {
  // Written so that NaN is rejected: every comparison with it is false.
  if (!(bid >= LEAST_PRICE && ask <= MOST_PRICE && ask >= bid)) return 'implausible';
  return ask / bid - 1 > MAX_SPREAD ? 'thin' : undefined;
}
