import type { Command, Core, MarketId } from '@vitrine/core';
import { ratePpm } from '@vitrine/money';
import type pg from 'pg';
import { KeyedMutex } from '../../kit/keyed-mutex.ts';
import type { Histories } from '../../projections/histories.ts';
import type { FundingRates } from './funding-rates.ts';
import { FUNDING_MS, intervalStartMs } from './funding-times.ts';

const WAIT_MS = 5_000;

export interface FundingParts {
  readonly pool: pg.Pool;
  readonly core: () => Pick<Core, 'position' | 'perpetuals'>;
  readonly histories: Pick<Histories, 'reached'>;
  readonly rates: Pick<FundingRates, 'between'>;
  readonly clock: () => number;
  readonly submit: (command: Command) => Promise<{ readonly refusal?: unknown }>;
}

/**
 * Settles each market's funding once for the last interval that has ended. If that fails until the next interval ends,
 * the interval is skipped, because past positions are not known. Settlements are in the log, so a restart does not repeat
 * one; a market that is busy or halted is retried.
 */
export class SettleFundings {
  readonly #parts: FundingParts;
  /** Two concurrent runs would settle the same interval twice. */
  readonly #running = new KeyedMutex();

  constructor(parts: FundingParts) {
    this.#parts = parts;
  }

  run(): Promise<void> {
    return this.#running.runExclusive('', async () => {
      await this.#settle();
    });
  }

  /** Settles the last interval that has ended in all markets; returns whether nothing is left to settle in `market`. */
  settle(market: MarketId): Promise<boolean> {
    return this.#running.runExclusive('', async () => (await this.#settle())?.has(market) === false);
  }

  /**
   * Returns the markets whose settlement was refused; undefined, and nothing is settled, if the tables are behind the
   * log.
   */
  async #settle(): Promise<ReadonlySet<MarketId> | undefined> {
    const { core, histories, rates, clock, submit } = this.#parts;
    const endMs = intervalStartMs(clock());
    // Until the tables have caught up with the log, a settlement of this interval could be missing from them.
    if (!(await histories.reached(core().position, WAIT_MS))) return undefined;
    const settled = await this.#settledSince(endMs);
    const due = core()
      .perpetuals()
      .filter(({ market, status }) => status !== 'halted' && status !== 'delisted' && !settled.has(market));
    const refused = new Set<MarketId>();
    if (due.length === 0) return refused;
    const ppmOf = await rates.between(endMs - FUNDING_MS, endMs);
    for (const { market } of due) {
      // Undefined for a market that had no mark price in the interval: it was not listed yet.
      const ppm = ppmOf.get(market);
      if (ppm === undefined || ppm === 0) continue;
      const { refusal } = await submit({
        kind: 'SettleFunding',
        market,
        payer: ppm > 0 ? 'long' : 'short',
        ratePpm: ratePpm(Math.abs(ppm)),
      });
      if (refusal !== undefined) refused.add(market);
    }
    return refused;
  }

  async #settledSince(endMs: number): Promise<ReadonlySet<MarketId>> {
    const { rows } = await this.#parts.pool.query<{ market_id: MarketId }>(
      'select distinct market_id from fundings where started_ms >= $1',
      [endMs],
    );
    return new Set(rows.map(({ market_id }) => market_id));
  }
}
