import type { OwnerId } from '@vitrine/core';
import type { TimeMs } from '@vitrine/money';
import type { Pool } from 'pg';

const DAY_MS = 86_400_000;
/** A month of volume counts: today and the 29 days before it. */
const DAYS = 30;

const firstDay = (nowMs: TimeMs): number => Math.floor(nowMs / DAY_MS) - DAYS + 1;

/** What each client has traded, both sides of the book, in units of the quote asset. Follows the table of fills. */
export class TradingVolume {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /**
   * Adds the fills that have arrived since. One statement, so that it sees fills and the projector's position at the same
   * moment; of two at once the second waits for the row and goes on from what the first has added.
   */
  async advance(): Promise<void> {
    await this.#pool.query(
      `with before as materialized (select position from trading_volume_position for update),
       upto as (
         update trading_volume_position set position = p.position
         from projector_position p, before
         where p.position > before.position
         returning before.position as "from", p.position as "to"
       )
       insert into trading_volume (owner_id, day, quote_units)
       select owner_id, time_ms / ${DAY_MS}, sum(notional_units)
       from fills, upto where fills.position > upto."from" and fills.position <= upto."to"
       group by owner_id, time_ms / ${DAY_MS}
       on conflict (owner_id, day) do update set quote_units = trading_volume.quote_units + excluded.quote_units`,
    );
  }

  /** Units of the quote asset over the last 30 days. */
  async of(owner: OwnerId, nowMs: TimeMs): Promise<number> {
    const { rows } = await this.#pool.query<{ units: string }>(
      'select coalesce(sum(quote_units), 0) as units from trading_volume where owner_id = $1 and day >= $2',
      [owner, firstDay(nowMs)],
    );
    return Number(rows[0]?.units ?? 0);
  }

  /** The same for everyone who has ever traded. */
  async all(nowMs: TimeMs): Promise<ReadonlyMap<OwnerId, number>> {
    const { rows } = await this.#pool.query<{ owner_id: string; units: string }>(
      `select owner_id, coalesce(sum(quote_units) filter (where day >= $1), 0) as units
       from trading_volume group by owner_id`,
      [firstDay(nowMs)],
    );
    return new Map(rows.map(({ owner_id, units }) => [Number(owner_id), Number(units)]));
  }
}
