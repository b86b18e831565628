import type { OwnerId } from '@vitrine/core';
import type { Pool, PoolClient } from 'pg';

interface NewEntry {
  readonly owner: OwnerId;
  readonly kind: 'task' | 'converted';
  /** Identifies what the entry is for. Unique per client and kind. */
  readonly source: string;
  readonly points: number;
  readonly task?: number;
  readonly rule?: string;
}

export interface PointEntry {
  readonly id: number;
  readonly kind: 'task' | 'converted';
  readonly source: string;
  readonly rule: string;
  readonly name: string;
  readonly points: number;
  readonly balance: number;
  /** Conversions: the amount in units of the token, and the log position of the payment. */
  readonly units: number | undefined;
  readonly paidPosition: number | undefined;
  readonly atMs: number;
  readonly position: number;
}

interface Row {
  readonly entry_id: string;
  readonly kind: 'task' | 'converted';
  readonly source: string;
  readonly rule: string;
  readonly name: string | null;
  readonly points: string;
  readonly balance: string;
  readonly units: string | null;
  readonly paid_position: string | null;
  readonly at_ms: string;
  readonly position: string;
}

/** A client's points, and how many of them are covered by reserved money of the fund. */
export interface PointsInHand {
  readonly points: number;
  readonly promised: number;
}

export interface Totals {
  readonly points: number;
  readonly tasks: number;
  readonly claims: number;
  readonly converted: number;
}

interface Parts {
  readonly pool: Pool;
  readonly clock: () => number;
  readonly position: () => number;
}

/** SQL query: a page of a client's entries. Related rows are looked up by primary key, once per row of the page. */
export const POINT_HISTORY = `select e.*, t.name, p.units, p.position as paid_position from (
    select * from point_entries where owner = $1 and ($2::bigint is null or entry_id < $2)
    order by entry_id desc limit $3) e
  left join task_claims c on e.kind = 'task' and c.owner = e.owner and c.task_id = e.task_id
    and c.period = substr(e.source, length(e.task_id::text) + 2)
  left join reward_tasks t on t.task_id = c.task_id and t.version = c.version
  left join reward_payments p on e.kind = 'converted'
    and p.payment_id = case when e.source ~ '^[0-9]{1,18}$' then e.source::bigint end
  order by e.entry_id desc`;

/** Clients' points: an append-only table of entries, and their sum, updated in the same transaction as each entry. */
export class Points {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Locks the client's points until the transaction ends, and returns them. */
  async lock(client: PoolClient, owner: OwnerId): Promise<PointsInHand> {
    await client.query('insert into reward_clients (owner) values ($1) on conflict do nothing', [owner]);
    const { rows } = await client.query<{ points: string; promised_points: string }>(
      'select points, promised_points from reward_clients where owner = $1 for update',
      [owner],
    );
    return { points: Number(rows[0]?.points), promised: Number(rows[0]?.promised_points) };
  }

  /** Stores for how many of the locked client's points the fund has reserved money. */
  async setPromised(client: PoolClient, owner: OwnerId, promised: number): Promise<void> {
    await client.query('update reward_clients set promised_points = $2, touched_ms = $3 where owner = $1', [
      owner,
      promised,
      this.#parts.clock(),
    ]);
  }

  /** Adds an entry. Returns false and changes nothing if an entry of this kind and source exists. */
  async add(client: PoolClient, { owner, kind, source, points, task, rule = '' }: NewEntry): Promise<boolean> {
    const balance = (await this.lock(client, owner)).points + points;
    const { rowCount } = await client.query(
      `insert into point_entries (owner, kind, source, task_id, rule, points, balance, at_ms, position)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (owner, kind, source) do nothing`,
      [owner, kind, source, task ?? null, rule, points, balance, this.#parts.clock(), this.#parts.position()],
    );
    if (rowCount !== 1) return false;
    await client.query('update reward_clients set points = $2 where owner = $1', [owner, balance]);
    return true;
  }

  async totals(owner: OwnerId): Promise<Totals> {
    const { rows } = await this.#parts.pool.query<Record<keyof Totals, string>>(
      `select coalesce(sum(points), 0) as points, coalesce(sum(points) filter (where kind = 'task'), 0) as tasks,
         count(*) filter (where kind = 'task') as claims, coalesce(-sum(points) filter (where points < 0), 0) as converted
       from point_entries where owner = $1`,
      [owner],
    );
    const { points, tasks, claims, converted } = rows[0] ?? { points: 0, tasks: 0, claims: 0, converted: 0 };
    return {
      points: Number(points),
      tasks: Number(tasks),
      claims: Number(claims),
      converted: Number(converted),
    };
  }

  /** The client's entries, newest first; `before` is the cursor, an id. */
  async of(
    owner: OwnerId,
    { before, limit }: { readonly before?: number; readonly limit: number },
  ): Promise<PointEntry[]> {
    const { rows } = await this.#parts.pool.query<Row>(POINT_HISTORY, [owner, before ?? null, limit]);
    return rows.map(fromRow);
  }
}

const fromRow = (row: Row): PointEntry => ({
  id: Number(row.entry_id),
  kind: row.kind,
  source: row.source,
  rule: row.rule,
  name: row.name ?? '',
  points: Number(row.points),
  balance: Number(row.balance),
  units: row.units === null ? undefined : Number(row.units),
  paidPosition: row.paid_position === null ? undefined : Number(row.paid_position),
  atMs: Number(row.at_ms),
  position: Number(row.position),
});
