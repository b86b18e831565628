import type { OwnerId } from '@vitrine/core';
import type { TimeMs } from '@vitrine/money';
import type { Pool } from 'pg';

const DAY_MS = 86_400_000;
/** The number of days whose volume is added up: today and the 29 days before. */
const DAYS = 30;

const dayOf = (timeMs: number): number => Math.floor(timeMs / DAY_MS);
const firstDay = (nowMs: TimeMs): number => dayOf(nowMs) - DAYS + 1;

/**
 * Each client's volume, buys and sells, in units of the quote asset. Spot and perpetual markets are added up, because
 * one fee tier applies to both. Positions closed outside the book, and perpetual trades without a fee, are not counted.
 * Stored with the clients' P&L books.
 */
export class TradingVolume {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** The client's volume of the last 30 days, in units of the quote asset: the stored volume plus newer fills. */
  of(owner: OwnerId, nowMs: TimeMs): Promise<number> {
    return this.since(owner, firstDay(nowMs) * DAY_MS);
  }

  /** The client's volume since the beginning of a UTC day, in units of the quote asset. */
  async since(owner: OwnerId, fromMs: number): Promise<number> {
    const { rows } = await this.#pool.query<{ units: string }>(
      `with book as (select coalesce(max(position), 0) as position, coalesce(max(line), -1) as line
                     from books where owner_id = $1)
       select (select coalesce(sum(quote_units), 0) from trading_volume where owner_id = $1 and day >= $2)
            + (select coalesce(sum(f.notional_units), 0) from book, fills f
               where f.owner_id = $1 and (f.position, f.line) > (book.position, book.line)
                 and f.time_ms >= $2 * ${DAY_MS}::bigint)
            + (select coalesce(sum(c.notional_units), 0) from book, position_changes c
               where c.owner_id = $1 and (c.position, c.line) > (book.position, book.line)
                 and c.time_ms >= $2 * ${DAY_MS}::bigint and c.kind = 'fill' and c.fee_units > 0) as units`,
      [owner, dayOf(fromMs)],
    );
    return Number(rows[0]?.units ?? 0);
  }

  /** The 30-day volume of every client who has ever traded; trades of the last few seconds may be missing. */
  async all(nowMs: TimeMs): Promise<ReadonlyMap<OwnerId, number>> {
    const { rows } = await this.#pool.query<{ owner_id: string; units: string }>(
      `select owner_id, coalesce(sum(quote_units) filter (where day >= $1), 0) as units
       from trading_volume group by owner_id`,
      [firstDay(nowMs)],
    );
    return new Map(rows.map(({ owner_id, units }) => [Number(owner_id), Number(units)]));
  }
}
