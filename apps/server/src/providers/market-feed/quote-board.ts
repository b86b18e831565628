import type { DropReason, FeedQuote } from './market-feed.ts';

/** How far a source's clock may be ahead of ours. */
const MAX_AHEAD_MS = 2_000;
/** Prices outside these bounds are errors, whatever the coin. */
const [LEAST_PRICE, MOST_PRICE] = [1e-12, 1e12];
/** The ask may be at most this fraction above the bid. */
const MAX_SPREAD = 0.01;
/**
 * A pair that does not change stays current for this long, as long as the source sends changes of others: in a quiet
 * market that is normal. Heartbeats are no changes, because they may outlive what makes the prices.
 */
const QUIET_MS = 50_000;

/**
 * A time by the wall clock, which may jump, and by a clock that never goes back, but stops while the machine sleeps. The
 * time between two is the longer of both.
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
  /** By the source's clock; undefined if it does not say. */
  readonly sourceMs: number | undefined;
}

interface Held {
  readonly price: number;
  readonly sourceMs: number;
  readonly received: Moment;
  /** How old it was when it was received. */
  readonly lagMs: number;
  readonly connection: number;
}

/** The newest plausible price of each pair from one source. */
export class QuoteBoard {
  readonly #held = new Map<string, Held>();
  /** When the newest price of any pair was current. */
  #changed: Moment = { steadyMs: Number.NEGATIVE_INFINITY, wallMs: Number.NEGATIVE_INFINITY };
  #connection = 0;

  /** From now on, prices come from a new connection: changes on it do not confirm prices received before. */
  connected(): void {
    this.#connection += 1;
  }

  /** Takes over the prices, or returns why it does not. After implausible or thin prices the pair has no price. */
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

  /** For a source that does not trade. */
  forgetAll(): void {
    this.#held.clear();
  }

  /** For a pair whose prices may be wrong. */
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

/** If the wall clock was set back in the meantime, only the steady one counts. */
const later = (a: Moment, b: Moment): Moment => (b.steadyMs > a.steadyMs ? b : a);

function faultOfTime(sourceMs: number | undefined, { wallMs }: Moment, held: Held | undefined): DropReason | undefined {
  if (sourceMs === undefined) return undefined;
  if (!Number.isSafeInteger(sourceMs)) return 'malformed';
  if (sourceMs - wallMs > MAX_AHEAD_MS) return 'future';
  return sourceMs < (held?.sourceMs ?? 0) ? 'late' : undefined;
}

function faultOfPrices(bid: number, ask: number): DropReason | undefined {
  // Also false if a price is not a number.
  if (!(bid >= LEAST_PRICE && ask <= MOST_PRICE && ask >= bid)) return 'implausible';
  return ask / bid - 1 > MAX_SPREAD ? 'thin' : undefined;
}
