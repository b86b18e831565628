import { hash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../kit/postgres/transaction.ts';

/**
 * The stage that an entry records: `looked` for a view of protected data; for an action, `asked` before it, then
 * `done`, or `refused` with an error's code.
 */
export type AuditPhase = 'looked' | 'asked' | 'done' | 'refused';

/** Who did what, to whom, and from where. */
export interface AuditEntry {
  readonly staffId: string;
  readonly staffEmail: string;
  readonly ip: string;
  /** The name of the call in the contract, or the name of a command-line tool. */
  readonly action: string;
  readonly phase: AuditPhase;
  /** Who or what the action concerned, such as `client 1004`; empty if nothing in particular. */
  readonly subject: string;
  /** As JSON: the request without secrets, the states before and after, the reason, and the error's code. */
  readonly details: Readonly<Record<string, unknown>>;
}

export interface AuditRow extends AuditEntry {
  readonly id: number;
  readonly atMs: number;
  readonly hash: string;
}

/** The number of an advisory lock that nothing else uses; it ensures that entries are written one after another. */
const AUDIT_LOCK = 7_481_224;
/** The first entry has this in place of the previous entry's hash. */
const BEGINNING = '0'.repeat(64);

interface StoredRow {
  readonly id: string;
  readonly at_ms: string;
  readonly staff_id: string;
  readonly staff_email: string;
  readonly ip: string;
  readonly action: string;
  readonly phase: AuditPhase;
  readonly subject: string;
  readonly details: string;
  readonly hash: string;
}

/** SHA-256 over the previous entry's hash and this entry's fields, as one JSON array. */
const chained = (before: string, fields: readonly (string | number)[]): string =>
  hash('sha256', JSON.stringify([before, ...fields]), 'hex');

const fieldsOf = (row: Omit<StoredRow, 'hash'>) => [
  Number(row.id),
  Number(row.at_ms),
  row.staff_id,
  row.staff_email,
  row.ip,
  row.action,
  row.phase,
  row.subject,
  row.details,
];

/**
 * Records all actions of operators and all views of protected data. It is append-only, and each entry contains the
 * previous one's hash. The table refuses updates and deletes; `verify` finds changes that bypassed this protection.
 */
export class AuditTrail {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Writes one entry. The entry is durable when this returns or, if a transaction is given, after its commit. */
  async append(entry: AuditEntry, transaction?: PoolClient): Promise<void> {
    if (transaction !== undefined) return this.#write(transaction, entry);
    await inTransaction(this.#pool, (client) => this.#write(client, entry));
  }

  async #write(client: PoolClient, entry: AuditEntry): Promise<void> {
    await client.query('select pg_advisory_xact_lock($1)', [AUDIT_LOCK]);
    const { rows } = await client.query<{ id: string; hash: string }>(
      'select id, hash from audit_trail order by id desc limit 1',
    );
    const row = {
      id: String(Number(rows[0]?.id ?? 0) + 1),
      at_ms: String(Date.now()),
      staff_id: entry.staffId,
      staff_email: entry.staffEmail,
      ip: entry.ip,
      action: entry.action,
      phase: entry.phase,
      subject: entry.subject,
      details: JSON.stringify(entry.details),
    };
    await client.query(
      `insert into audit_trail (id, at_ms, staff_id, staff_email, ip, action, phase, subject, details, hash)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [...Object.values(row), chained(rows[0]?.hash ?? BEGINNING, fieldsOf(row))],
    );
  }

  /**
   * Verifies the whole trail. `anchors` are the heads of the trail that the log contains, in ascending order of their
   * sequence numbers.
   */
  verify(anchors: readonly AuditAnchor[] = []): Promise<AuditVerdict> {
    return verifyAuditTrail(this.#pool, anchors);
  }

  /** The newest entry's number and hash; undefined if there is none. */
  async head(): Promise<AuditAnchor | undefined> {
    const { rows } = await this.#pool.query<{ id: string; hash: string }>(
      'select id, hash from audit_trail order by id desc limit 1',
    );
    return rows[0] && { sequence: Number(rows[0].id), hash: rows[0].hash };
  }

  /** The matching entries, newest first; `before` is the cursor, an id. */
  async read(filter: {
    readonly before?: number;
    readonly staffId?: string;
    readonly action?: string;
    readonly subject?: string;
    readonly limit: number;
  }): Promise<AuditRow[]> {
    const { rows } = await this.#pool.query<StoredRow>(
      `select * from audit_trail
       where ($1::bigint is null or id < $1) and ($2::text is null or staff_id = $2)
         and ($3::text is null or action = $3) and ($4::text is null or subject = $4)
       order by id desc limit $5`,
      [filter.before ?? null, filter.staffId ?? null, filter.action ?? null, filter.subject ?? null, filter.limit],
    );
    return rows.map((row) => ({
      id: Number(row.id),
      atMs: Number(row.at_ms),
      staffId: row.staff_id,
      staffEmail: row.staff_email,
      ip: row.ip,
      action: row.action,
      phase: row.phase,
      subject: row.subject,
      details: JSON.parse(row.details) as Record<string, unknown>,
      hash: row.hash,
    }));
  }
}

const PAGE = 5_000;

/** An entry’s number, and its hash, which covers all entries before it. */
export interface AuditAnchor {
  readonly sequence: number;
  readonly hash: string;
}

export type AuditVerdict =
  | { readonly holds: true; readonly entries: number; readonly head: string }
  | {
      readonly holds: false;
      readonly entries: number;
      readonly brokenAt: number;
      /** Set if the chain itself is intact but contradicts this anchor, which is in the log. */
      readonly anchor?: AuditAnchor;
    };

/**
 * Recomputes the chain from the first entry: it breaks at an entry that was changed, removed or inserted. A chain that
 * was recomputed after such a change has hashes that differ from `anchors` (in ascending order of sequence numbers),
 * and a truncated chain lacks entries that `anchors` name.
 */
export async function verifyAuditTrail(
  pool: Pick<Pool, 'query'>,
  anchors: readonly AuditAnchor[] = [],
): Promise<AuditVerdict> {
  let next = 0;
  let head = BEGINNING;
  let entries = 0;
  for (;;) {
    const { rows } = await pool.query<StoredRow>('select * from audit_trail where id > $1 order by id limit $2', [
      entries,
      PAGE,
    ]);
    for (const row of rows) {
      if (Number(row.id) !== entries + 1 || row.hash !== chained(head, fieldsOf(row))) {
        return { holds: false, entries, brokenAt: entries + 1 };
      }
      const anchor = anchors[next];
      if (anchor?.sequence === entries + 1) {
        if (anchor.hash !== row.hash) return { holds: false, entries, brokenAt: anchor.sequence, anchor };
        next += 1;
      }
      head = row.hash;
      entries += 1;
    }
    if (rows.length < PAGE) break;
  }
  const missing = anchors[next];
  return missing === undefined
    ? { holds: true, entries, head }
    : { holds: false, entries, brokenAt: missing.sequence, anchor: missing };
}

/**
 * Describes the fault in a sentence. A trail that differs from the log was changed after the last entry that agrees
 * with the log.
 */
export function brokenSentence(
  { brokenAt, entries, anchor }: Extract<AuditVerdict, { readonly holds: false }>,
  anchors: readonly AuditAnchor[],
): string {
  if (anchor === undefined)
    return `The audit trail is broken at entry ${brokenAt}; the ${entries} entries before it are intact.`;
  const agreed = anchors.findLast(({ sequence }) => sequence < anchor.sequence)?.sequence ?? 0;
  const what = entries < anchor.sequence - 1 ? `it ends at entry ${entries}` : 'it has a different hash there';
  return (
    `The audit trail differs from the log at entry ${anchor.sequence}: ${what}. ` +
    `Entries after entry ${agreed} were changed or removed, and the hash chain was recomputed.`
  );
}
