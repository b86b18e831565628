import type { Pool } from 'pg';
import { ApiError } from '../kit/api-error.ts';
import { type Operator, refuseOwn } from '../staff/members/staff-member.ts';
import type { Concern, PaymentConcerns } from './payment-concerns.ts';
import { OWED, type Purchase, type PurchaseState, type PurchaseTable } from './purchase-table.ts';

export interface PurchaseReviewParts {
  readonly pool: Pool;
  readonly table: PurchaseTable;
  readonly concerns: PaymentConcerns;
  readonly clock: () => number;
}

/** A purchase as operators see it. */
export interface ReviewedPurchase extends Purchase {
  readonly uid: string;
  readonly email: string;
  readonly concerns: readonly Concern[];
}

export interface ReviewFilter {
  readonly which: keyof typeof lists;
  readonly states?: readonly PurchaseState[] | undefined;
  readonly search?: string | undefined;
  readonly before?: number;
  readonly limit: number;
}

interface Counted {
  readonly n: number;
}

/**
 * SQL query: the ids of purchases with an open review item, and of those charged but still not credited when they
 * expire ($1 is the current time).
 */
const TO_LOOK_AT = `select purchase_id from payment_concerns where settled_ms is null
  union select purchase_id from purchases where state = 'captured' and expires_ms <= $1`;

/** SQL condition of each list; $1 is the current time in all of them. */
const lists = {
  to_look_at: `and purchase_id in (${TO_LOOK_AT})`,
  owed: `and purchase_id in (${OWED}) and $1::bigint > 0`,
  all: 'and $1::bigint > 0',
} as const;

const WHOSE = `select purchase_id, client.unique_id as uid, person.email
  from purchases join client on client.owner = owner_id join person on person.id = person_id`;

type WhoRow = { readonly purchase_id: string; readonly uid: string; readonly email: string };

/** Purchases as operators see them, and how operators resolve their review items. */
export class PurchaseReview {
  readonly #parts: PurchaseReviewParts;

  constructor(parts: PurchaseReviewParts) {
    this.#parts = parts;
  }

  /**
   * The matching purchases, newest first. `search` is a complete UID, email, purchase number, or the provider's order
   * or payment number.
   */
  async list({ which, states, search, before, limit }: ReviewFilter): Promise<ReviewedPurchase[]> {
    const text = (search ?? '').trim();
    const { rows } = await this.#parts.pool.query<WhoRow>(
      `${WHOSE}
       where order_id is not null and ($2::bigint is null or purchase_id < $2)
         and ($3::text[] is null or state = any($3)) ${lists[which]}
         and ($4 = '' or $4 in (client.unique_id, purchase_id::text, order_id, capture_id)
           or lower(person.email) = lower($4))
       order by purchase_id desc limit $5`,
      [this.#parts.clock(), before ?? null, states ?? null, text, limit],
    );
    return this.#whole(rows);
  }

  /** The number of purchases that need review. */
  async open(): Promise<number> {
    const { rows } = await this.#parts.pool.query<Counted>(`select count(*)::int as n from (${TO_LOOK_AT}) as found`, [
      this.#parts.clock(),
    ]);
    return rows[0]?.n ?? 0;
  }

  /** The number of purchases for which clients still owe USDT. */
  async owing(): Promise<number> {
    const { rows } = await this.#parts.pool.query<Counted>(`select count(*)::int as n from (${OWED}) as found`);
    return rows[0]?.n ?? 0;
  }

  /** One purchase as operators see it. Errors: unknown_purchase. */
  async one(id: number): Promise<ReviewedPurchase> {
    const sql = `${WHOSE} where purchase_id = $1 and order_id is not null`;
    const { rows } = await this.#parts.pool.query<WhoRow>(sql, [id]);
    const [found] = await this.#whole(rows);
    if (found === undefined) throw new ApiError('unknown_purchase');
    return found;
  }

  /**
   * Resolves the review items of a purchase. A purchase that was charged but not credited can be resolved only if its
   * charge was returned. Errors: unknown_purchase, own_account, nothing_to_change, purchase_not_given_back.
   */
  async settle(id: number, note: string, by: Operator): Promise<ReviewedPurchase> {
    const { table, concerns, clock } = this.#parts;
    const purchase = await this.one(id);
    refuseOwn(purchase.email, by);
    if (purchase.state === 'captured') {
      if (!(await concerns.isReturned(id))) throw new ApiError('purchase_not_given_back');
      const position = await table.positionInLedger(purchase);
      if (position === undefined) await table.givenBack(id, clock());
      else await table.credited(id, position, clock());
    }
    if ((await concerns.settle(id, by.email, note)) === 0) throw new ApiError('nothing_to_change');
    return this.one(id);
  }

  async #whole(rows: readonly WhoRow[]): Promise<ReviewedPurchase[]> {
    const { table, concerns } = this.#parts;
    const ids = rows.map(({ purchase_id }) => Number(purchase_id));
    const [purchases, known] = await Promise.all([table.byIds(ids), concerns.of(ids)]);
    const who = new Map(rows.map((row) => [Number(row.purchase_id), row]));
    return purchases.map((purchase) => ({
      ...purchase,
      uid: who.get(purchase.id)?.uid ?? '',
      email: who.get(purchase.id)?.email ?? '',
      concerns: known.get(purchase.id) ?? [],
    }));
  }
}
