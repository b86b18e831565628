import type { Command, Core, MarketId, MarketRules, Refusal } from '@vitrine/core';
import { type RatePpm, ratePpm } from '@vitrine/money';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { inTransaction } from '../kit/postgres/transaction.ts';
import { lockStaff } from '../staff/members/staff-lock.ts';

/**
 * The widest price band of a market in the close-only phase, when its book contains only orders that close positions.
 */
export const CLOSE_ONLY_BAND_PERCENT = 1;
const CLOSE_ONLY_BAND_PPM = ratePpm(CLOSE_ONLY_BAND_PERCENT * 10_000);

/** The rules that the close-only phase changes, with their earlier values. */
export interface RulesBefore {
  readonly bandPpm: number;
  readonly termDays: number;
}

/** How the tables `planned_delisting` and `delisting` store them. */
export interface RulesBeforeRow {
  readonly band_before_ppm: number | null;
  readonly term_before_days: number | null;
}

export const rulesBefore = (row: RulesBeforeRow | undefined): RulesBefore | undefined => {
  const bandPpm = row?.band_before_ppm ?? null;
  return bandPpm === null ? undefined : { bandPpm, termDays: row?.term_before_days ?? 0 };
};

export interface CloseOnlyRulesParts {
  readonly pool: Pool;
  readonly core: () => Pick<Core, 'perpetual'>;
  readonly submit: (command: Command) => Promise<{ readonly refusal?: Refusal }>;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/**
 * Changes the rules of a perpetual market for the close-only phase of a planned delisting, and restores them. Every
 * call compares the core's rules first, so calls can be repeated, also by another server, until nothing is left to do.
 */
export class CloseOnlyRules {
  readonly #parts: CloseOnlyRulesParts;

  constructor(parts: CloseOnlyRulesParts) {
    this.#parts = parts;
  }

  /** The current rules; undefined for a spot market. Record them before the first call of `apply`. */
  current(market: MarketId): RulesBefore | undefined {
    const view = this.#parts.core().perpetual(market);
    return view && { bandPpm: view.bandPpm, termDays: view.minTermDays };
  }

  /**
   * Narrows the price band, and ends the minimum term, so that clients can close their positions themselves before the
   * delisting does. If the core refuses a change because the market is busy, the next call submits it again.
   */
  async apply(market: MarketId): Promise<void> {
    await this.#changeBand(market, (bandPpm) => (bandPpm > CLOSE_ONLY_BAND_PPM ? CLOSE_ONLY_BAND_PPM : undefined));
    if ((this.current(market)?.termDays ?? 0) > 0)
      await this.#parts.submit({ kind: 'SetMinimumTerm', market, days: 0 });
  }

  /**
   * Restores the rules, unless operators have changed them since. The core allows a longer minimum term only in a
   * market that is not open and has neither orders nor positions; otherwise it is not restored, which is logged.
   * Returns whether nothing is left to do; otherwise call this again.
   */
  async restore(market: MarketId, before: RulesBefore | undefined): Promise<boolean> {
    if (before === undefined) return true;
    const back = ratePpm(before.bandPpm);
    const refusal = await this.#changeBand(market, (bandPpm) =>
      bandPpm === CLOSE_ONLY_BAND_PPM && back > bandPpm ? back : undefined,
    );
    if (refusal !== undefined) return false;
    const days = before.termDays;
    if ((this.current(market)?.termDays ?? 0) >= days) return true;
    const term = await this.#parts.submit({ kind: 'SetMinimumTerm', market, days });
    if (term.refusal === 'market_busy') return false;
    if (term.refusal !== undefined)
      this.#parts.log.error(
        { market, days, refusal: term.refusal },
        'minimum term not restored after cancelled delisting',
      );
    return true;
  }

  /**
   * A change of a market's rules replaces all of them, so this runs under the lock of approvals: no change that two
   * people have just approved is lost.
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
