import type { NotificationKind } from '@vitrine/contract';
import type { OwnerId } from '@vitrine/core';
import { formatDecimal, mulDivFloor, trimZeros } from '@vitrine/money';
import type { Pool } from 'pg';
import { inTransaction } from '../kit/postgres/transaction.ts';
import type { Notices } from '../notifications/notices.ts';
import { type TurnedPage, turnedById } from '../projections/cursor-page.ts';
import type { ChargeCurrency, PaymentOrder } from '../providers/payment/payment.ts';
import type { RatedCurrency } from '../providers/rates/rates.ts';
import { CHARGE_DECIMALS, type PurchaseQuote, USDT_DECIMALS } from './purchase-quotes.ts';

export type PurchaseState = 'created' | 'approved' | 'captured' | 'credited' | 'failed' | 'expired';

/** Why a purchase failed. */
export type PurchaseProblem =
  /** The payment method was declined. */
  | 'declined'
  /** The provider voided the order, or no longer knows it. */
  | 'void'
  | 'gone'
  /** The amount charged differs from the amount requested. */
  | 'differs'
  /** Charged, and refunded before it was credited. */
  | 'returned';

export interface Purchase extends PurchaseQuote {
  readonly id: number;
  readonly owner: OwnerId;
  readonly state: PurchaseState;
  readonly requestKey: string;
  readonly orderId: string | undefined;
  readonly approvalUrl: string | undefined;
  readonly captureId: string | undefined;
  readonly position: number | undefined;
  readonly problem: string;
  readonly createdMs: number;
  readonly expiresMs: number;
  readonly endedMs: number | undefined;
  /** The refunded part of the charge. */
  readonly refunded: number;
  /** USDT deducted from the client because of the refunds, oldest first. */
  readonly takeBacks: readonly TakenBack[];
}

/** Why the money of a purchase was returned. */
export type ReturnCause = 'refunded' | 'reversed' | 'dispute_lost';

/** USDT that was taken back, in one ledger entry. */
export interface TakenBack {
  readonly units: number;
  readonly cause: ReturnCause;
  readonly position: number;
  readonly timeMs: number;
}

export const takenBackUnits = ({ takeBacks }: Pick<Purchase, 'takeBacks'>): number =>
  takeBacks.reduce((sum, { units }) => sum + units, 0);

/**
 * The USDT that the client still owes: floor(units × refunded ÷ charge) of a credited purchase, less the USDT taken
 * back.
 */
export function owedUnits(purchase: Purchase): number {
  if (purchase.state !== 'credited') return 0;
  const share = mulDivFloor(purchase.units, purchase.refunded, purchase.charge);
  return Math.max(0, share - takenBackUnits(purchase));
}

export interface PurchasePage {
  readonly states?: readonly PurchaseState[] | undefined;
  readonly fromMs?: number;
  readonly toMs?: number;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/**
 * SQL expression: the returned part of the charge, at most all of it. An amount that is reported as both a refund and a
 * reversal counts once. A lost dispute is also reported as a reversal, with a different id: the larger of the two
 * amounts counts.
 */
const REFUNDED = `least(purchases.charge, greatest(
    (select coalesce(sum(amount), 0) from (select distinct outside_id, amount from payment_concerns
      where payment_concerns.purchase_id = purchases.purchase_id and kind in ('refunded', 'reversed')) as returned),
    (select coalesce(sum(amount), 0) from payment_concerns
      where payment_concerns.purchase_id = purchases.purchase_id and is_lost)))`;
const TAKE_BACKS = `(select coalesce(json_agg(json_build_object('units', taken.units, 'cause', taken.cause,
      'position', taken.position, 'time_ms', taken.ended_ms) order by take_back_id), '[]')
    from purchase_take_backs taken where taken.purchase_id = purchases.purchase_id and taken.state = 'taken')`;
const COLUMNS = `purchases.*, ${REFUNDED} as refunded, ${TAKE_BACKS} as take_backs`;
/** SQL select list for a row that has no refunds yet. */
const NEW_COLUMNS = `*, 0 as refunded, '[]'::json as take_backs`;

/**
 * SQL query: the ids of purchases for which the client still owes USDT: less was taken back than the refunds require.
 */
export const OWED = `select purchase_id from purchases
  where state = 'credited' and exists (select from payment_concerns
      where payment_concerns.purchase_id = purchases.purchase_id and (kind in ('refunded', 'reversed') or is_lost))
    and div(units::numeric * ${REFUNDED}, charge) > (select coalesce(sum(taken.units), 0)
      from purchase_take_backs taken where taken.purchase_id = purchases.purchase_id and taken.state = 'taken')`;

interface NewPurchase {
  readonly owner: OwnerId;
  readonly quote: PurchaseQuote;
  readonly createdMs: number;
  readonly expiresMs: number;
  readonly key: string | undefined;
}

/** The maximum number of open purchases per client: those neither paid nor expired yet. */
export const MOST_OPEN_PURCHASES = 20;

/** The maximum number of purchases that one call of `due` returns. */
export const MOST_DUE = 200;

export type DuePurchase = Pick<Purchase, 'id' | 'owner'>;

export class TooManyPurchases extends Error {}

/** The rows of purchases. Every step names the states it starts from, so that no step happens twice. */
export class PurchaseTable {
  readonly #pool: Pool;
  readonly #notices: Notices;

  constructor(pool: Pool, notices: Notices) {
    this.#pool = pool;
    this.#notices = notices;
  }

  /**
   * Inserts a purchase. If this call repeats an earlier one, returns the earlier call's row instead. Throws
   * TooManyPurchases.
   */
  async insert({ owner, quote, createdMs, expiresMs, key }: NewPurchase): Promise<Purchase> {
    const { currency, amount, chargeCurrency, charge, rate, price, units } = quote;
    const row = await inTransaction(this.#pool, async (client) => {
      // Inserts run one at a time per client, so that the limit also counts purchases that are inserted concurrently.
      await client.query(`select pg_advisory_xact_lock(hashtextextended('purchases', $1))`, [owner]);
      const { rows } = await client.query(
        `insert into purchases (owner_id, currency, amount, charge_currency, charge, rate, price, units, created_ms,
           expires_ms, idempotency_key)
         select $1, $2, $3, $4, $5, $6, $7, $8, $9::bigint, $10, $11
         where exists (select from purchases where owner_id = $1 and idempotency_key = $11)
           or $12 > (select count(*) from purchases where owner_id = $1 and state = 'created' and expires_ms > $9)
         on conflict (owner_id, idempotency_key) do update set idempotency_key = excluded.idempotency_key
         returning ${NEW_COLUMNS}`,
        [
          owner,
          currency,
          amount,
          chargeCurrency,
          charge,
          rate,
          price,
          units,
          createdMs,
          expiresMs,
          key ?? null,
          MOST_OPEN_PURCHASES,
        ],
      );
      return rows[0];
    });
    if (row === undefined) throw new TooManyPurchases();
    return fromRow(row);
  }

  async byId(id: number): Promise<Purchase | undefined> {
    return this.#one('purchase_id = $1', [id]);
  }

  /** The purchase, locked until this transaction ends. */
  async locked(id: number, database: Pick<Pool, 'query'>): Promise<Purchase | undefined> {
    await database.query('select from purchases where purchase_id = $1 for update', [id]);
    const { rows } = await database.query(`select ${COLUMNS} from purchases where purchase_id = $1`, [id]);
    return rows[0] === undefined ? undefined : fromRow(rows[0]);
  }

  async byOrder(orderId: string): Promise<Purchase | undefined> {
    return this.#one('order_id = $1', [orderId]);
  }

  async byCapture(captureId: string): Promise<Purchase | undefined> {
    return this.#one('capture_id = $1', [captureId]);
  }

  /** A page of a client's purchases. An invalid cursor gives 'bad_cursor'. */
  ofOwner(owner: OwnerId, query: PurchasePage): Promise<TurnedPage<Purchase> | 'bad_cursor'> {
    const { states, fromMs, toMs } = query;
    return turnedById(query, async ({ before, after, way, limit }) => {
      const { rows } = await this.#pool.query(
        `select ${COLUMNS} from purchases
         where owner_id = $1 and order_id is not null
           and ($2::bigint is null or purchase_id < $2) and ($3::bigint is null or purchase_id > $3)
           and ($4::text[] is null or state = any($4)) and ($5::bigint is null or created_ms >= $5)
           and ($6::bigint is null or created_ms < $6)
         order by purchase_id ${way} limit $7`,
        [owner, before, after, states, fromMs, toMs, limit],
      );
      return rows.map(fromRow);
    });
  }

  /** These purchases, newest first. */
  async byIds(ids: readonly number[]): Promise<Purchase[]> {
    const { rows } = await this.#pool.query(
      `select ${COLUMNS} from purchases where purchase_id = any($1) order by purchase_id desc`,
      [ids],
    );
    return rows.map(fromRow);
  }

  /**
   * At most `MOST_DUE` purchases that have expired, or that a shutdown may have left unfinished. Only those with a
   * higher id than `after`, in the order of their ids.
   */
  async due(nowMs: number, after: number): Promise<DuePurchase[]> {
    const { rows } = await this.#pool.query<{ purchase_id: string; owner_id: string }>(
      `select purchase_id, owner_id from purchases
       where ended_ms is null and (state <> 'created' or expires_ms <= $1) and purchase_id > $2
       order by purchase_id limit ${MOST_DUE}`,
      [nowMs, after],
    );
    return rows.map(({ purchase_id, owner_id }) => ({ id: Number(purchase_id), owner: Number(owner_id) }));
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
      `update purchases set state = 'captured', capture_id = $2, ended_ms = null, problem = ''
       where purchase_id = $1 and state in ('created', 'approved', 'expired', 'failed')`,
      [id, captureId],
    );
  }

  /** Marks a purchase as credited and notifies the client in the same transaction: exactly once, even after a crash. */
  async credited(id: number, position: number, nowMs: number): Promise<void> {
    await this.#move(
      'purchase_credited',
      `update purchases set state = 'credited', position = $2, ended_ms = $3
       where purchase_id = $1 and state = 'captured' returning ${NEW_COLUMNS}`,
      [id, position, nowMs],
    );
  }

  /** Marks a purchase as failed because its charge was returned before the USDT was credited. */
  async givenBack(id: number, nowMs: number): Promise<void> {
    await this.#move(
      'purchase_failed',
      `update purchases set state = 'failed', problem = 'returned', ended_ms = $2
       where purchase_id = $1 and state = 'captured' returning ${NEW_COLUMNS}`,
      [id, nowMs],
    );
  }

  /** The position of the ledger entry that credits the purchase; undefined if the read models have none. */
  async positionInLedger({ id, owner }: Pick<Purchase, 'id' | 'owner'>): Promise<number | undefined> {
    const { rows } = await this.#pool.query<{ position: string }>(
      `select position from money_records where purpose = 'purchase' and record = $1 and owner_id = $2`,
      [id, owner],
    );
    return rows[0] === undefined ? undefined : Number(rows[0].position);
  }

  async expired(id: number, nowMs: number): Promise<void> {
    await this.#pool.query(
      `update purchases set state = 'expired', ended_ms = $2 where purchase_id = $1 and state in ('created', 'approved')`,
      [id, nowMs],
    );
  }

  async failed(id: number, problem: PurchaseProblem, nowMs: number): Promise<void> {
    await this.#move(
      'purchase_failed',
      `update purchases set state = 'failed', problem = $2, ended_ms = $3
       where purchase_id = $1 and state in ('created', 'approved') returning ${NEW_COLUMNS}`,
      [id, problem, nowMs],
    );
  }

  async #move(kind: NotificationKind, update: string, values: readonly unknown[]): Promise<void> {
    await inTransaction(this.#pool, async (client) => {
      const { rows } = await client.query(update, [...values]);
      if (rows[0] === undefined) return;
      const { owner, units, charge, chargeCurrency } = fromRow(rows[0]);
      const amount = trimZeros(formatDecimal(units, USDT_DECIMALS));
      const charged = `${formatDecimal(charge, CHARGE_DECIMALS)} ${chargeCurrency}`;
      await this.#notices.add(owner, kind, { amount, charge: charged }, client);
    });
  }

  async #one(condition: string, values: readonly unknown[]): Promise<Purchase | undefined> {
    const { rows } = await this.#pool.query(`select ${COLUMNS} from purchases where ${condition}`, [...values]);
    return rows[0] === undefined ? undefined : fromRow(rows[0]);
  }
}

type Row = Readonly<Record<string, string | null>> & { readonly take_backs?: readonly TakenBackRow[] };

interface TakenBackRow {
  readonly units: number;
  readonly cause: ReturnCause;
  readonly position: number;
  readonly time_ms: number;
}

function fromRow({ take_backs: takeBacks = [], ...row }: Row): Purchase {
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
    problem: row.problem ?? '',
    createdMs: Number(row.created_ms),
    expiresMs: Number(row.expires_ms),
    endedMs: row.ended_ms == null ? undefined : Number(row.ended_ms),
    refunded: Number(row.refunded),
    takeBacks: takeBacks.map(({ time_ms, ...taken }) => ({ ...taken, timeMs: time_ms })),
  };
}
