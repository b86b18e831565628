import type { Core, PerpetualView } from '@vitrine/core';
import type pg from 'pg';

const EVERY_MS = 5 * 60_000;
/** How long records are stored: longer than any window that is shown. */
const KEPT_MS = 35 * 24 * 3_600_000;

interface OpenInterestParts {
  readonly pool: pg.Pool;
  readonly core: () => Core;
  readonly clock: () => number;
}

/** Records the open interest of every perpetual market once every five minutes. */
export class OpenInterestRecorder {
  readonly #parts: OpenInterestParts;
  #recordedMs = 0;

  constructor(parts: OpenInterestParts) {
    this.#parts = parts;
  }

  /**
   * Records the current figures, unless this five-minute interval is already recorded. If that fails, the next call
   * records the figures that are current then.
   */
  async run(): Promise<void> {
    const { pool, core, clock } = this.#parts;
    const now = clock();
    const timeMs = now - (now % EVERY_MS);
    if (timeMs === this.#recordedMs) return;
    for (const view of core().perpetuals()) if (view.status !== 'delisted') await this.#record(pool, timeMs, view);
    this.#recordedMs = timeMs;
  }

  async #record(pool: pg.Pool, timeMs: number, view: PerpetualView): Promise<void> {
    const { market, openInterestLots, markTicks } = view;
    const { long, short } = this.#parts.core().positionHolders(market);
    await pool.query(
      `insert into open_interest (market_id, time_ms, open_lots, mark_ticks, long_accounts, short_accounts)
       values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
      [market, timeMs, openInterestLots, markTicks, long, short],
    );
    await pool.query('delete from open_interest where market_id = $1 and time_ms < $2', [market, timeMs - KEPT_MS]);
  }
}
