import { FIRST_CLIENT_OWNER, type OrderId } from '@vitrine/core';
import type pg from 'pg';
import { FLOW_MS } from '../tables/taker-flow.ts';

const CHECKPOINT_EVERY_MS = 3_600_000;
const KEPT_CHECKPOINTS = 200;

/** A log position, and the newest order up to it, if any. */
interface Mark {
  readonly position: number;
  readonly timeMs: number;
  readonly newestOrder: OrderId | null;
}

/**
 * Once an hour, stores the data that a rebuild could not restore by undoing rows: current candles and taker flow, and
 * the balances of the exchange's own accounts, which have no ledger lines. A rebuild starts at one of these
 * checkpoints. Their positions are retained as marks, which are used to search histories by time (`time-range.ts`).
 */
export class Checkpoints {
  #lastMs: number;

  private constructor(lastMs: number) {
    this.#lastMs = lastMs;
  }

  static async load(client: pg.ClientBase): Promise<Checkpoints> {
    const { rows } = await client.query('select max(time_ms) as time_ms from projector_checkpoints');
    return new Checkpoints(rows[0].time_ms === null ? Number.NEGATIVE_INFINITY : Number(rows[0].time_ms));
  }

  /**
   * Stores a checkpoint if the last one is old enough. Runs in the transaction that brings the tables up to `position`.
   */
  async flush(client: pg.ClientBase, { position, timeMs, newestOrder }: Mark): Promise<void> {
    if (timeMs < this.#lastMs + CHECKPOINT_EVERY_MS) return;
    this.#lastMs = timeMs;
    await client.query(
      `insert into projector_checkpoints (position, time_ms, candles, taker_flow, system_balances) values ($1, $2,
         (select coalesce(jsonb_agg(c), '[]') from candles c where open_ms + interval_seconds * 1000 > $2),
         (select coalesce(jsonb_agg(f), '[]') from markets m, taker_flow f
          where f.market_id = m.market_id and open_ms > $2 - ${FLOW_MS}),
         (select coalesce(jsonb_agg(b), '[]') from account_balances b where owner_id < ${FIRST_CLIENT_OWNER}))`,
      [position, timeMs],
    );
    // After a rebuild, hours are projected again although their marks still exist.
    await client.query(
      'insert into history_marks (position, time_ms, last_order) values ($1, $2, $3) on conflict do nothing',
      [position, timeMs, newestOrder],
    );
    await client.query(
      `delete from projector_checkpoints where position <
         (select position from projector_checkpoints order by position desc offset ${KEPT_CHECKPOINTS - 1} limit 1)`,
    );
  }
}
