import type { Command, Core, MarketId, MarketRules, Refusal } from '@vitrine/core';
import { type RatePpm, ratePpm } from '@vitrine/money';
import type { Pool } from 'pg';
import { inTransaction } from '../kit/postgres/transaction.ts';
import { lockStaff } from '../staff/members/staff-lock.ts';

/** The widest price band of a market in the close-only phase: only orders that close positions are in its book then. */
export const CLOSE_ONLY_BAND_PERCENT = 1;
const CLOSE_ONLY_BAND_PPM = ratePpm(CLOSE_ONLY_BAND_PERCENT * 10_000);

/** The rules that the close-only phase changes, as they were before. */
export interface RulesBefore {
  readonly bandPpm: number;
  readonly termDays: number;
}

export interface CloseOnlyRulesParts {
  readonly pool: Pool;
  readonly core: () => Pick<Core, 'perpetual'>;
  readonly submit: (command: Command) => Promise<{ readonly refusal?: Refusal }>;
}

/**
 * Changes the rules of a perpetual market for the close-only phase of a planned delisting, and sets them back. Every call
 * compares the core's rules first, so that it can be repeated, also by another server, until nothing is left to do.
 */
export class CloseOnlyRules {
  readonly #parts: CloseOnlyRulesParts;

  constructor(parts: CloseOnlyRulesParts) {
    this.#parts = parts;
  }

  /** The rules now; undefined for a spot market. Record them before the first call of `apply`. */
  current(market: MarketId): RulesBefore | undefined {
    const view = this.#parts.core().perpetual(market);
    return view && { bandPpm: view.bandPpm, termDays: view.minTermDays };
  }

  /**
   * Narrows the price band, and ends the minimum term, so that clients can close their positions themselves before the
   * delisting does. If the core refuses one because the market is busy, the next call submits it again.
   */
  async apply(market: MarketId): Promise<void> {
    await this.#changeBand(market, (bandPpm) => (bandPpm > CLOSE_ONLY_BAND_PPM ? CLOSE_ONLY_BAND_PPM : undefined));
    if ((this.current(market)?.termDays ?? 0) > 0)
      await this.#parts.submit({ kind: 'SetMinimumTerm', market, days: 0 });
  }

  /**
   * Sets the rules back, unless operators have changed them since. The core allows a longer minimum term only in a market
   * that is not open and has neither orders nor positions. Returns whether the minimum term is as it was before, or
   * undefined if a change must be submitted again.
   */
  async restore(market: MarketId, before: RulesBefore): Promise<boolean | undefined> {
    const back = ratePpm(before.bandPpm);
    const refusal = await this.#changeBand(market, (bandPpm) =>
      bandPpm === CLOSE_ONLY_BAND_PPM && back > bandPpm ? back : undefined,
    );
    if (refusal !== undefined) return undefined;
    if ((this.current(market)?.termDays ?? 0) >= before.termDays) return true;
    const term = await this.#parts.submit({ kind: 'SetMinimumTerm', market, days: before.termDays });
    return term.refusal === 'market_busy' ? undefined : term.refusal === undefined;
  }

  /**
   * A change of a market's rules replaces all of them. Under the lock of approvals, no change that two people have just
   * approved is lost.
   */
  async #changeBand(market: MarketId, next: (bandPpm: number) => RatePpm | undefined): Promise<Refusal | undefined> {
    const { pool, core, submit } = this.#parts;
    const needed = (): RatePpm | undefined => {
      const view = core().perpetual(market);
      return view && next(view.bandPpm);
    };
    if (needed() === undefined) return undefined;
    return inTransaction(pool, async (transaction) => {
      await lockStaff(transaction);
      const view = core().perpetual(market);
      const bandPpm = needed();
      if (view === undefined || bandPpm === undefined) return undefined;
      const { refusal } = await submit({ kind: 'ChangeMarketRules', market, ...rulesOf(view), bandPpm });
      return refusal;
    });
  }
}

const rulesOf = (rules: MarketRules): MarketRules => ({
  tickLotUnits: rules.tickLotUnits,
  lotUnits: rules.lotUnits,
  minSizeLots: rules.minSizeLots,
  maxSizeLots: rules.maxSizeLots,
  minNotionalUnits: rules.minNotionalUnits,
  maxNotionalUnits: rules.maxNotionalUnits,
  bandPpm: rules.bandPpm,
  maxOpenOrders: rules.maxOpenOrders,
});
