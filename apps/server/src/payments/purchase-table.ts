import type { OwnerId } from '@vitrine/core';
import type { Pool } from 'pg';
import type { ChargeCurrency, PaymentOrder } from '../providers/payment/payment.ts';
import type { RatedCurrency } from '../providers/rates/rates.ts';
import type { PurchaseQuote } from './purchase-quotes.ts';

export type PurchaseState = 'created' | 'approved' | 'captured' | 'credited' | 'failed' | 'expired';

export interface Purchase extends PurchaseQuote {
  readonly id: number;
  readonly owner: OwnerId;
  readonly state: PurchaseState;
  readonly requestKey: string;
  readonly orderId: string | undefined;
  readonly approvalUrl: string | undefined;
  readonly captureId: string | undefined;
  readonly position: number | undefined;
  readonly createdMs: number;
  readonly expiresMs: number;
}

interface NewPurchase {
  readonly owner: OwnerId;
  readonly quote: PurchaseQuote;
  readonly createdMs: number;
  readonly expiresMs: number;
  readonly key: string | undefined;
}

/** The rows of purchases. Every step names the states it leaves, so that none is taken twice. */
export class PurchaseTable {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** The row of the first call where this one repeats it. */
  async insert({ owner, quote, createdMs, expiresMs, key }: NewPurchase): Promise<Purchase> {
    const { currency, amount, chargeCurrency, charge, rate, price, units } = quote;
    const { rows } = await this.#pool.query(
      `insert into purchases (owner_id, currency, amount, charge_currency, charge, rate, price, units, created_ms,
         expires_ms, idempotency_key)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       on conflict (owner_id, idempotency_key) do update set idempotency_key = excluded.idempotency_key returning *`,
      [owner, currency, amount, chargeCurrency, charge, rate, price, units, createdMs, expiresMs, key ?? null],
    );
    return fromRow(rows[0]);
  }

  async byId(id: number): Promise<Purchase | undefined> {
    return this.#one('select * from purchases where purchase_id = $1', [id]);
  }

  async byOrder(orderId: string): Promise<Purchase | undefined> {
    return this.#one('select * from purchases where order_id = $1', [orderId]);
  }

  async ofOwner(owner: OwnerId, before: number | undefined, limit: number): Promise<Purchase[]> {
    const { rows } = await this.#pool.query(
      `select * from purchases where owner_id = $1 and purchase_id < $2 and order_id is not null
       order by purchase_id desc limit $3`,
      [owner, before ?? Number.MAX_SAFE_INTEGER, limit],
    );
    return rows.map(fromRow);
  }

  /** Those that a stop may have left half done, and those whose time is over. */
  async due(nowMs: number): Promise<number[]> {
    const { rows } = await this.#pool.query<{ purchase_id: string }>(
      `select purchase_id from purchases where ended_ms is null and (state <> 'created' or expires_ms <= $1)
       order by purchase_id limit 200`,
      [nowMs],
    );
    return rows.map(({ purchase_id }) => Number(purchase_id));
  }

  async ordered(id: number, { id: orderId, approvalUrl }: PaymentOrder): Promise<void> {
    await this.#pool.query('update purchases set order_id = $2, approval_url = $3 where purchase_id = $1', [
      id,
      orderId,
      approvalUrl ?? null,
    ]);
  }

  async approved(id: number): Promise<void> {
    await this.#pool.query(`update purchases set state = 'approved' where purchase_id = $1 and state = 'created'`, [
      id,
    ]);
  }

  async captured(id: number, captureId: string): Promise<void> {
    await this.#pool.query(
      `update purchases set state = 'captured', capture_id = $2, ended_ms = null
       where purchase_id = $1 and state in ('created', 'approved', 'expired', 'failed')`,
      [id, captureId],
    );
  }

  async credited(id: number, position: number, nowMs: number): Promise<void> {
    await this.#pool.query(
      `update purchases set state = 'credited', position = $2, ended_ms = $3
       where purchase_id = $1 and state = 'captured'`,
      [id, position, nowMs],
    );
  }

  async ended(id: number, state: 'failed' | 'expired', problem: string, nowMs: number): Promise<void> {
    await this.#pool.query(
      `update purchases set state = $2, problem = $3, ended_ms = $4
       where purchase_id = $1 and state in ('created', 'approved')`,
      [id, state, problem, nowMs],
    );
  }

  async #one(text: string, values: readonly unknown[]): Promise<Purchase | undefined> {
    const { rows } = await this.#pool.query(text, [...values]);
    return rows[0] === undefined ? undefined : fromRow(rows[0]);
  }
}

function fromRow(row: Readonly<Record<string, string | null>>): Purchase {
  return {
    id: Number(row.purchase_id),
    owner: Number(row.owner_id) as OwnerId,
    currency: row.currency as RatedCurrency,
    amount: Number(row.amount),
    chargeCurrency: row.charge_currency as ChargeCurrency,
    charge: Number(row.charge),
    rate: Number(row.rate),
    price: Number(row.price),
    units: Number(row.units),
    state: row.state as PurchaseState,
    requestKey: String(row.request_key),
    orderId: row.order_id ?? undefined,
    approvalUrl: row.approval_url ?? undefined,
    captureId: row.capture_id ?? undefined,
    position: row.position == null ? undefined : Number(row.position),
    createdMs: Number(row.created_ms),
    expiresMs: Number(row.expires_ms),
  };
}
