import type { Pool } from 'pg';

export type ConcernKind =
  /** Money was returned to the payer. */
  | 'refunded'
  /** The provider took the money back: a chargeback or a lost dispute. */
  | 'reversed'
  /** The payer has disputed the payment with the provider. */
  | 'disputed'
  /** The amount charged differs from the amount requested. */
  | 'differs'
  /** Charged, but the ledger refuses the credit. */
  | 'uncredited';

export interface NewConcern {
  readonly kind: ConcernKind;
  /** The provider's id for the refund, the dispute or the payment. */
  readonly id: string;
  /** In hundredths of the currency charged; undefined if the provider does not state it. */
  readonly amount: number | undefined;
  /** The amount charged with its currency, or a code from the provider or the ledger. */
  readonly detail: string;
  /** When the refund, dispute or other event happened, according to the provider. */
  readonly timeMs: number;
  /** For a dispute: whether the exchange has lost it, so that the payer gets the money back. */
  readonly isLost?: boolean;
}

export interface Concern extends NewConcern {
  readonly raisedMs: number;
  readonly settledMs: number | undefined;
  readonly settledBy: string;
  readonly note: string;
}

/**
 * Problems with payments for operators to review. Repeated or reordered messages lead to one row with the latest
 * state.
 */
export class PaymentConcerns {
  readonly #pool: Pool;
  readonly #clock: () => number;

  constructor(pool: Pool, clock: () => number) {
    this.#pool = pool;
    this.#clock = clock;
  }

  /** Adds a review item, or reopens a known dispute whose state is newer. Returns whether anything changed. */
  async raise(purchase: number, { kind, id, amount, detail, timeMs, isLost = false }: NewConcern): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      `insert into payment_concerns (purchase_id, kind, outside_id, amount, detail, reported_ms, raised_ms, is_lost)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (purchase_id, kind, outside_id) do update set amount = excluded.amount, detail = excluded.detail,
         reported_ms = excluded.reported_ms, is_lost = excluded.is_lost, settled_ms = null, settled_by = '', note = ''
       where payment_concerns.kind = 'disputed' and excluded.reported_ms > payment_concerns.reported_ms`,
      [purchase, kind, id, amount ?? null, detail, timeMs, this.#clock(), isLost],
    );
    return rowCount === 1;
  }

  /** Whether some or all of the money was returned. */
  async isReturned(purchase: number): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      `select 1 from payment_concerns where purchase_id = $1 and (kind in ('refunded', 'reversed') or is_lost) limit 1`,
      [purchase],
    );
    return rowCount === 1;
  }

  /** Marks the open review items of a purchase as resolved, and returns how many there were. */
  async settle(purchase: number, by: string, note: string): Promise<number> {
    const { rowCount } = await this.#pool.query(
      `update payment_concerns set settled_ms = $2, settled_by = $3, note = $4
       where purchase_id = $1 and settled_ms is null`,
      [purchase, this.#clock(), by, note],
    );
    return rowCount ?? 0;
  }

  /** Resolves the review item of a purchase that has been credited after all. */
  async credited(purchase: number): Promise<void> {
    await this.#pool.query(
      `update payment_concerns set settled_ms = $2 where purchase_id = $1 and kind = 'uncredited' and settled_ms is null`,
      [purchase, this.#clock()],
    );
  }

  /** The review items of these purchases, oldest first. */
  async of(purchases: readonly number[]): Promise<ReadonlyMap<number, readonly Concern[]>> {
    const { rows } = await this.#pool.query<Row>(
      'select * from payment_concerns where purchase_id = any($1) order by concern_id',
      [purchases],
    );
    return Map.groupBy(rows.map(fromRow), ({ purchase }) => purchase);
  }
}

interface Row {
  readonly purchase_id: string;
  readonly kind: ConcernKind;
  readonly outside_id: string;
  readonly amount: string | null;
  readonly detail: string;
  readonly reported_ms: string;
  readonly is_lost: boolean;
  readonly raised_ms: string;
  readonly settled_ms: string | null;
  readonly settled_by: string;
  readonly note: string;
}

const fromRow = (row: Row): Concern & { readonly purchase: number } => ({
  purchase: Number(row.purchase_id),
  kind: row.kind,
  id: row.outside_id,
  amount: row.amount === null ? undefined : Number(row.amount),
  detail: row.detail,
  timeMs: Number(row.reported_ms),
  isLost: row.is_lost,
  raisedMs: Number(row.raised_ms),
  settledMs: row.settled_ms === null ? undefined : Number(row.settled_ms),
  settledBy: row.settled_by,
  note: row.note,
});
