import type { RestrictionReason } from '@vitrine/contract';
import type { OwnerId } from '@vitrine/core';
import type { Pool } from 'pg';

/** The details of a freeze that the account owner sees. */
export interface FreezeNote {
  readonly reason: RestrictionReason;
  readonly rule: string;
  /** When the freeze ends, on the exchange's clock. */
  readonly endsAtMs: number;
}

/** The freeze in force; undefined if none is recorded in the table, even if the core has frozen the account. */
export async function freezeNoteOf(pool: Pick<Pool, 'query'>, owner: OwnerId): Promise<FreezeNote | undefined> {
  const { rows } = await pool.query<{ reason: RestrictionReason; rule: string; ends_at: Date }>(
    `select reason, rule, ends_at from restriction where owner = $1 and kind = 'freeze' and ended_at is null`,
    [owner],
  );
  return rows[0] && { reason: rows[0].reason, rule: rows[0].rule, endsAtMs: rows[0].ends_at.getTime() };
}
