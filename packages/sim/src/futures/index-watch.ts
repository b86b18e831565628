import type { MarketId, MarketStatus } from '@vitrine/core';
import { assert, type Figures } from './findings.ts';
import type { Quote } from './weather.ts';

/** The observed state of a market. */
export interface Seen {
  readonly markTicks: number;
  readonly status: MarketStatus;
  readonly isProtected: boolean;
}

export interface Cycle {
  readonly market: MarketId;
  readonly nowMs: number;
  readonly truth: number;
  readonly quotes: readonly (Quote | undefined)[];
  readonly before: Seen;
  readonly after: Seen;
  /** The feed's index price; undefined while it is unconfirmed. */
  readonly index: number | undefined;
}

const FRESH_MS = 10_000;
const PROTECTED_AFTER_MS = 3_000;
/** The number of cycles in a row that must confirm an index before a protected market opens. */
const REOPEN_AFTER_CYCLES = 5;
/** A quote within this fraction of the true price (0.4%) is considered honest. */
const HONEST = 0.004;
/** Quotes further from the median than this fraction (5%) have no influence. */
const INFLUENCE = 0.05;
/** If only two sources have usable quotes, these must agree within this fraction (1%). */
const AGREEMENT = 0.01;
/** The number of sources that must confirm the index. A market with fewer sources needs all of them. */
const NEEDED = 2;
/**
 * If the index is further from the mark price than this fraction (25%) when it comes back after an outage, it is not
 * followed.
 */
const RETURN = 0.25;
/** The largest factor by which the mark price may move in one cycle: 3% a second, for two seconds. */
const MOST = 1.03 ** 2;

const FOLLOWS = 'the mark price follows the sources that agree';
const PROTECTED = 'a market is protected unless its mark price is at a confirmed index';

/** Checks each cycle of the server's index feed against the true price. */
export class IndexWatch {
  readonly #figures: Figures;
  /** When the mark price was last at a confirmed index after a cycle of the current feed. */
  #atIndexMs: number | undefined;
  /**
   * The number of cycles in a row in which the current feed has confirmed an index; undefined before its first cycle.
   * If the market is open at that cycle, the count starts high enough for one confirmation to suffice. A cycle without
   * an index resets the count, except before the first confirmation if no quote was usable.
   */
  #confirmed: number | undefined;
  #isEverConfirmed = false;

  constructor(figures: Figures) {
    this.#figures = figures;
  }

  /** Checks that a cycle has not moved the mark price too far. This also holds for a cycle that a crash cut off. */
  checkStep({ before, after }: Pick<Cycle, 'before' | 'after'>): void {
    const [low, high] = [before.markTicks / MOST - 1, before.markTicks * MOST + 1];
    const isSmall = after.markTicks >= low && after.markTicks <= high;
    assert(
      isSmall,
      FOLLOWS,
      () => `the mark price went from ${before.markTicks} to ${after.markTicks} ticks in one step`,
    );
  }

  check(cycle: Cycle): void {
    this.checkStep(cycle);
    const fresh = cycle.quotes.flatMap((quote) => (isUsable(quote, cycle.nowMs) ? [quote.ticks] : []));
    const honest = fresh.filter((ticks) => Math.abs(ticks / cycle.truth - 1) <= HONEST);
    const told = () => JSON.stringify({ ...cycle, fresh, honest });
    this.#figures['feed cycles'] += 1;
    this.#countConfirmed(cycle, fresh.length);
    if (honest.length < cycle.quotes.length) this.#figures['cycles with wrong or stale prices'] += 1;
    if (!cycle.before.isProtected && cycle.after.isProtected) this.#figures.protections += 1;
    const needed = Math.min(NEEDED, cycle.quotes.length);
    const [low, high] = [Math.min(...fresh), Math.max(...fresh)];
    if (fresh.length === 2 && high - low > low * AGREEMENT) assert(cycle.index === undefined, FOLLOWS, told);
    if (honest.length >= needed && honest.length * 2 > fresh.length) this.#checkKnown(cycle, honest, told);
    if (fresh.length < needed) assert(cycle.index === undefined && !isMoved(cycle), FOLLOWS, told);
    this.#checkOpen(cycle, told);
  }

  /** Called when a new feed starts: the new feed does not know when the mark price was last at the index. */
  forget(): void {
    this.#atIndexMs = undefined;
    this.#confirmed = undefined;
    this.#isEverConfirmed = false;
  }

  #countConfirmed({ before, index }: Cycle, fresh: number): void {
    const confirmed = this.#confirmed ?? (before.status === 'open' ? REOPEN_AFTER_CYCLES - 1 : 0);
    const isReset = index === undefined && (this.#isEverConfirmed || fresh > 0);
    if (index !== undefined) this.#isEverConfirmed = true;
    this.#confirmed = isReset ? 0 : confirmed + (index === undefined ? 0 : 1);
  }

  /** Checks the index and the mark price of a cycle in which most usable quotes are honest. */
  #checkKnown(cycle: Cycle, honest: readonly number[], told: () => string): void {
    const { before, after, index } = cycle;
    const [low, high] = [Math.min(...honest) * (1 - INFLUENCE), Math.max(...honest) * (1 + INFLUENCE)];
    assert(index !== undefined && index >= low && index <= high, FOLLOWS, told);
    const [was, is] = [before, after].map(({ markTicks }) => Math.abs(markTicks - index));
    // After half a minute without an index, an index that is far from the mark price is not followed until an operator
    // has looked at it.
    const mayWait = was > before.markTicks * RETURN && !isMoved(cycle) && after.status !== 'open';
    assert(is < was || was <= 1 || mayWait, FOLLOWS, told);
    // A protected market opens once its mark price is at the index, and the index has been confirmed often enough.
    const isReleased = !after.isProtected && !(before.isProtected && after.status === 'cancel_only');
    const mayOpen = isAtIndex(cycle) && (this.#confirmed ?? 0) >= REOPEN_AFTER_CYCLES;
    if (mayOpen) assert(isReleased, PROTECTED, told);
    else if (before.status === 'cancel_only') assert(after.status !== 'open', PROTECTED, told);
  }

  /**
   * In an open market, the mark price equals the index after each cycle that has an index. After a cycle without an
   * index, the mark price must have equaled the index at most three seconds ago. For a market that is not open, nothing
   * is checked here.
   */
  #checkOpen(cycle: Cycle, told: () => string): void {
    const { nowMs, after, index } = cycle;
    if (isAtIndex(cycle)) this.#atIndexMs = nowMs;
    if (after.status !== 'open') return;
    const isRecent = this.#atIndexMs !== undefined && nowMs - this.#atIndexMs < PROTECTED_AFTER_MS;
    assert(isRecent && (index === undefined || isAtIndex(cycle)), PROTECTED, told);
  }
}

function isUsable(quote: Quote | undefined, nowMs: number): quote is Quote {
  return quote !== undefined && nowMs - quote.atMs <= FRESH_MS && Number.isFinite(quote.ticks) && quote.ticks > 0;
}

const isMoved = ({ before, after }: Cycle): boolean => before.markTicks !== after.markTicks;

const isAtIndex = ({ after, index }: Cycle): boolean =>
  index !== undefined && after.markTicks === Math.max(1, Math.round(index));
