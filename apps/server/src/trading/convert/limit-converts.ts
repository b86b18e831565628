import type { AssetId, HoldId, OwnerId } from '@vitrine/core';
import type { AssetUnits, TimeMs } from '@vitrine/money';
import type { Pool, PoolClient } from 'pg';
import { ApiError } from '../../kit/api-error.ts';
import { OneAtATime } from '../../kit/one-at-a-time.ts';
import { inTransaction } from '../../kit/postgres/transaction.ts';

/** How long a limit conversion stays open. */
const LIMIT_LIFE_MS = 30 * 24 * 3_600_000;

/** The terms of a limit conversion. */
export interface LimitConvertTerms {
  readonly owner: OwnerId;
  readonly from: AssetId;
  readonly to: AssetId;
  readonly units: AssetUnits;
  /** The conversion is executed as soon as it yields at least this much. */
  readonly minUnits: AssetUnits;
}

export interface LimitConvert extends LimitConvertTerms {
  /**
   * The number under which the terms are stored; the log records it with the conversion's hold and with the conversion.
   */
  readonly record: number;
  readonly createdMs: TimeMs;
  readonly expiresMs: TimeMs;
}

export type LimitConvertState = 'open' | 'converted' | 'cancelled' | 'expired';

export interface LimitConvertRecord extends LimitConvert {
  readonly state: LimitConvertState;
  readonly endedMs: TimeMs | undefined;
  /** The amount received; undefined unless the conversion was executed. */
  readonly receivedUnits: AssetUnits | undefined;
}

interface Row {
  readonly record: string;
  readonly owner: string;
  readonly from_asset: AssetId;
  readonly to_asset: AssetId;
  readonly units: string;
  readonly min_units: string;
  readonly created_ms: string;
  readonly expires_ms: string;
}

const termsOf = (row: Row): LimitConvert => ({
  record: Number(row.record),
  owner: Number(row.owner),
  from: row.from_asset,
  to: row.to_asset,
  units: Number(row.units) as AssetUnits,
  minUnits: Number(row.min_units) as AssetUnits,
  createdMs: Number(row.created_ms) as TimeMs,
  expiresMs: Number(row.expires_ms) as TimeMs,
});

const HELD = `limit_convert join money_records hold
  on hold.purpose = 'convert' and hold.record = limit_convert.record and hold.hold_id <> 0`;
/**
 * SQL expression for the state of a limit conversion. Its hold is voided when the conversion is executed, expires or is
 * cancelled.
 */
const STATE = `case when hold.state = 'pending' then 'open' when converts.record is not null then 'converted'
  when hold.ended_ms >= limit_convert.expires_ms then 'expired' else 'cancelled' end`;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * The maximum number of limit conversions that one client may place in 24 hours. There is a limit because the core
 * remembers the reference of each conversion forever.
 */
const MOST_A_DAY = 1_000;
/** Maximum number of one client's drafts that may be waiting to be stored, equal to the limit of open conversions. */
const MOST_DRAFTS_AT_ONCE = 50;

export interface LimitConvertsQuery {
  readonly owner: OwnerId;
  readonly state: 'open' | 'ended' | undefined;
  /** If given, only conversions with lower record numbers are listed. */
  readonly before: number | undefined;
  readonly limit: number;
}

/** Clients' limit conversions. Whether a conversion is open follows from its hold in the log. */
export class LimitConverts {
  readonly #pool: Pool;
  readonly #drafts = new OneAtATime(MOST_DRAFTS_AT_ONCE);

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /**
   * Stores the terms under a new record number. If the key was used before, returns the terms stored with it instead.
   * Errors: too_many_conversions, busy.
   */
  async draft(terms: LimitConvertTerms, nowMs: TimeMs, idempotencyKey: string | undefined): Promise<LimitConvert> {
    // One draft of a client at a time, because the transaction locks the client's row.
    return this.#drafts.run(String(terms.owner), () =>
      inTransaction(this.#pool, async (client) => {
        await demandDaily(client, terms.owner, nowMs);
        return insertDraft(client, terms, nowMs, idempotencyKey);
      }),
    );
  }

  /** The terms sent earlier with this key. */
  async byKey(owner: OwnerId, idempotencyKey: string): Promise<LimitConvert | undefined> {
    const { rows } = await this.#pool.query<Row>(
      'select * from limit_convert where owner = $1 and idempotency_key = $2',
      [owner, idempotencyKey],
    );
    return rows[0] && termsOf(rows[0]);
  }

  /** Removes terms whose hold, according to the tables, did not reach the log within an hour. */
  async forgetDrafts(): Promise<void> {
    await this.#pool.query(
      `delete from limit_convert using projector_position
       where limit_convert.created_ms < projector_position.time_ms - $1 and not exists (
         select from money_records where purpose = 'convert' and money_records.record = limit_convert.record)`,
      [HOUR_MS],
    );
  }

  /** The terms with these record numbers, whether the conversions are open or have ended. */
  async terms(records: readonly number[]): Promise<LimitConvert[]> {
    const { rows } = await this.#pool.query<Row>('select * from limit_convert where record = any($1)', [records]);
    return rows.map(termsOf);
  }

  /** The terms of this owner's limit conversion and the hold of its units, whether it is open or has ended. */
  async find(owner: OwnerId, record: number): Promise<(LimitConvert & { readonly hold: HoldId }) | undefined> {
    const { rows } = await this.#pool.query<Row & { readonly hold_id: string }>(
      `select limit_convert.*, hold.hold_id from ${HELD} where limit_convert.owner = $1 and limit_convert.record = $2`,
      [owner, record],
    );
    return rows[0] && { ...termsOf(rows[0]), hold: Number(rows[0].hold_id) };
  }

  /** The owner's limit conversions, newest first. */
  async list({ owner, state, before, limit }: LimitConvertsQuery): Promise<LimitConvertRecord[]> {
    const { rows } = await this.#pool.query<
      Row & {
        readonly state: LimitConvertState;
        readonly ended_ms: string | null;
        readonly received_units: string | null;
      }
    >(
      `select limit_convert.*, ${STATE} as state, hold.ended_ms, converts.received_units
       from ${HELD} left join converts on converts.record = limit_convert.record
       where limit_convert.owner = $1 and ($2::bigint is null or limit_convert.record < $2)
         and ($3::text is null or ($3 = 'open') = (hold.state = 'pending'))
       order by limit_convert.record desc limit $4`,
      [owner, before ?? null, state ?? null, limit],
    );
    return rows.map((row) => ({
      ...termsOf(row),
      state: row.state,
      endedMs: row.ended_ms === null ? undefined : (Number(row.ended_ms) as TimeMs),
      receivedUnits: row.received_units === null ? undefined : (Number(row.received_units) as AssetUnits),
    }));
  }
}

/**
 * Throws if the client has placed the maximum number in 24 hours. Locks the client's row, so that concurrent calls
 * cannot exceed the limit together.
 */
async function demandDaily(client: PoolClient, owner: OwnerId, nowMs: TimeMs): Promise<void> {
  await client.query('select from client where owner = $1 for no key update', [owner]);
  const { rows } = await client.query<{ created_ms: string }>(
    'select created_ms from limit_convert where owner = $1 order by record desc offset $2 limit 1',
    [owner, MOST_A_DAY - 1],
  );
  const nextMs = Number(rows[0]?.created_ms ?? Number.NEGATIVE_INFINITY) + DAY_MS;
  if (nextMs > nowMs) throw new ApiError('too_many_conversions', { most: String(MOST_A_DAY), time: String(nextMs) });
}

async function insertDraft(
  client: PoolClient,
  terms: LimitConvertTerms,
  nowMs: TimeMs,
  idempotencyKey: string | undefined,
): Promise<LimitConvert> {
  const { rows } = await client.query<Row>(
    `insert into limit_convert (owner, from_asset, to_asset, units, min_units, created_ms, expires_ms, idempotency_key)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (owner, idempotency_key) do update set owner = excluded.owner returning *`,
    [
      terms.owner,
      terms.from,
      terms.to,
      terms.units,
      terms.minUnits,
      nowMs,
      nowMs + LIMIT_LIFE_MS,
      idempotencyKey ?? null,
    ],
  );
  return termsOf(rows[0] as Row);
}
