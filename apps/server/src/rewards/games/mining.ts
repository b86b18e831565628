import type { OwnerId } from '@vitrine/core';
import type { Pool } from 'pg';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import type { Period } from '../tasks/periods.ts';

const HOUR_MS = 3_600_000;
export const SHIFT_HOURS = 4;

export interface Shift {
  readonly startedMs: number;
  readonly endsMs: number;
}

interface Row {
  readonly started_ms: string;
  readonly ends_ms: string;
}

interface Parts {
  readonly pool: Pool;
  readonly clock: () => number;
}

/**
 * The mining game: a client starts a shift of four hours, and starts the next one when it has ended. What was mined is
 * the time of shifts that has passed; tasks give points for it.
 */
export class Mining {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Starts a shift. If one is running, returns that one. */
  start(owner: OwnerId): Promise<Shift> {
    const { pool, clock } = this.#parts;
    return inTransaction(pool, async (client) => {
      // Concurrent calls wait for each other: the client's row is their lock.
      await client.query('insert into reward_clients (owner) values ($1) on conflict do nothing', [owner]);
      await client.query('select from reward_clients where owner = $1 for update', [owner]);
      const startedMs = clock();
      const { rows } = await client.query<Row>(
        'select started_ms, ends_ms from mining_shifts where owner = $1 order by started_ms desc limit 1',
        [owner],
      );
      const last = rows[0] && shiftOf(rows[0]);
      if (last !== undefined && last.endsMs > startedMs) return last;
      const shift = { startedMs, endsMs: startedMs + SHIFT_HOURS * HOUR_MS };
      await client.query('insert into mining_shifts (owner, started_ms, ends_ms) values ($1, $2, $3)', [
        owner,
        shift.startedMs,
        shift.endsMs,
      ]);
      return shift;
    });
  }

  /** The client's last shift. */
  async last(owner: OwnerId): Promise<Shift | undefined> {
    const { rows } = await this.#parts.pool.query<Row>(
      'select started_ms, ends_ms from mining_shifts where owner = $1 order by started_ms desc limit 1',
      [owner],
    );
    return rows[0] && shiftOf(rows[0]);
  }

  /** The whole hours of the client's shifts that have passed in the period. */
  async hours(owner: OwnerId, { fromMs, toMs }: Period): Promise<number> {
    const untilMs = Math.min(toMs, this.#parts.clock());
    const { rows } = await this.#parts.pool.query<{ ms: string }>(
      `select coalesce(sum(greatest(0, least(ends_ms, $3) - greatest(started_ms, $2))), 0) as ms from mining_shifts
       where owner = $1 and started_ms < $3 and started_ms > $2 - $4::bigint`,
      [owner, fromMs, untilMs, SHIFT_HOURS * HOUR_MS],
    );
    return Math.floor(Number(rows[0]?.ms ?? 0) / HOUR_MS);
  }
}

const shiftOf = ({ started_ms, ends_ms }: Row): Shift => ({ startedMs: Number(started_ms), endsMs: Number(ends_ms) });
