import { type AssetId, type Core, type OwnerId, systemOwners, type Transfer } from '@vitrine/core';
import { type AssetUnits, formatDecimal, trimZeros } from '@vitrine/money';
import type { Outcome } from '@vitrine/sequencer';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool, PoolClient } from 'pg';
import { rewardFund } from '../../kit/funds.ts';
import type { Instruments } from '../../kit/instruments.ts';
import type { KeyedMutex } from '../../kit/keyed-mutex.ts';
import { oneByOne } from '../../kit/one-by-one.ts';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import { outsideReference } from '../../kit/reference.ts';
import type { Notices } from '../../notifications/notices.ts';
import { feesOf } from './fundings.ts';
import type { RewardFund } from './reward-fund.ts';

/** What is paid: converted points, fees covered by a credit, or a share of a friend's fees. */
export type PaymentKind = 'points' | 'fee_credit' | 'commission';
/** The account debited: the reward fund, or the fees that clients have paid. */
type PaymentAccount = 'rewards' | 'fees';

export interface NewPayment {
  readonly owner: OwnerId;
  readonly kind: PaymentKind;
  readonly account: PaymentAccount;
  readonly asset: AssetId;
  readonly units: AssetUnits;
  /** Points conversions: the number of points converted. */
  readonly points?: number;
  /** Commissions: the friend whose fees it is a share of. */
  readonly fromFriend?: OwnerId;
  /** Fee credits: the last log position whose fees this payment refunds. */
  readonly toPosition?: number;
  readonly key?: string | undefined;
}

export interface Payment extends NewPayment {
  readonly id: number;
  /** The log position of the transfer; undefined until paid. */
  readonly position: number | undefined;
}

interface Row {
  readonly payment_id: string;
  readonly owner: string;
  readonly kind: PaymentKind;
  readonly account: PaymentAccount;
  readonly asset_id: number;
  readonly units: string;
  readonly points: string | null;
  readonly position: string | null;
}

const fromRow = (row: Row): Payment => ({
  id: Number(row.payment_id),
  owner: Number(row.owner),
  kind: row.kind,
  account: row.account,
  asset: row.asset_id,
  units: Number(row.units) as AssetUnits,
  ...(row.points === null ? {} : { points: Number(row.points) }),
  position: row.position === null ? undefined : Number(row.position),
});

const MOST_DUE = 200;

interface Parts {
  readonly pool: Pool;
  readonly fund: RewardFund;
  readonly notices: Notices;
  readonly instruments: Instruments;
  readonly core: () => Core;
  /** Serializes all debits of the fee account, payments included. */
  readonly fees: KeyedMutex;
  readonly submit: (command: Transfer) => Promise<Outcome>;
  readonly clock: () => number;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/**
 * Reward payments. A row is inserted in the same transaction as the thing it pays for, and contains everything its
 * transfer depends on. It is then paid by whichever runs first: the call that inserted it, or the leader's duty. The
 * reference makes the transfer idempotent. A payment that the fund cannot cover stays pending.
 */
export class RewardPayments {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Inserts a payment, in the transaction that consumes what it pays for. */
  async choose(client: PoolClient, payment: NewPayment): Promise<number> {
    const { owner, kind, account, asset, units, points, fromFriend, toPosition, key } = payment;
    const { rows } = await client.query<{ payment_id: string }>(
      `insert into reward_payments (owner, kind, account, asset_id, units, points, from_friend, to_position,
         idempotency_key, chosen_ms, is_noticed)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $2 <> 'commission') returning payment_id`,
      [
        owner,
        kind,
        account,
        asset,
        units,
        points ?? null,
        fromFriend ?? null,
        toPosition ?? null,
        key ?? null,
        this.#parts.clock(),
      ],
    );
    return Number(rows[0]?.payment_id);
  }

  /** The payment made with this idempotency key of the client, if any. */
  async byKey(database: Pick<Pool, 'query'>, owner: OwnerId, key: string): Promise<Payment | undefined> {
    const { rows } = await database.query<Row>(
      'select * from reward_payments where owner = $1 and idempotency_key = $2',
      [owner, key],
    );
    return rows[0] && fromRow(rows[0]);
  }

  /**
   * Pays it, unless already paid, and returns its new state. The payment stays pending if the account cannot cover it.
   */
  async pay(id: number): Promise<Payment> {
    const payment = await this.#read(id);
    if (payment.position !== undefined) return payment;
    if (payment.account === 'fees') return this.#parts.fees.runExclusive('fees', () => this.#send(payment));
    return this.#send(payment);
  }

  async #send(payment: Payment): Promise<Payment> {
    const { core, submit } = this.#parts;
    const { id, account, asset, units } = payment;
    const command = commandOf(payment);
    // The core allows a negative fee account, so the balance is checked here.
    const isFirst = account === 'fees' && core().acceptanceOf(command) === undefined;
    if (isFirst && feesOf(core(), asset) < units) return payment;
    const outcome = await submit(command);
    if (outcome.refusal === 'exceeds_fund') return payment;
    if (outcome.refusal !== undefined) throw new Error(`the ledger refused reward ${id}: ${outcome.refusal}`);
    const { position } = outcome.repeated ?? outcome;
    await this.#paid(payment, position);
    return { ...payment, position };
  }

  /** Retries pending payments, the least recently tried first. Returns whether there are more. Never throws. */
  async run(): Promise<boolean> {
    const { pool, clock, log } = this.#parts;
    const failed = (error: unknown) => log.error({ err: error }, 'paying rewards failed, will retry');
    try {
      const { rows } = await pool.query<Row>(
        `select * from reward_payments where state = 'chosen' order by tried_ms, payment_id limit ${MOST_DUE}`,
      );
      const waiting = new Set(rows.map(({ payment_id }) => payment_id));
      await oneByOne(
        rows,
        async ({ payment_id }) => {
          if ((await this.pay(Number(payment_id))).position !== undefined) waiting.delete(payment_id);
        },
        failed,
      );
      if (waiting.size > 0)
        await pool.query('update reward_payments set tried_ms = $2 where payment_id = any($1)', [
          [...waiting],
          clock(),
        ]);
      return rows.length === MOST_DUE && waiting.size === 0;
    } catch (error) {
      failed(error);
      return false;
    }
  }

  /** The sum of pending payments from the fee account, in units. */
  async owedFees(asset: AssetId): Promise<number> {
    const { rows } = await this.#parts.pool.query<{ units: string }>(
      `select coalesce(sum(units), 0) as units from reward_payments
       where state = 'chosen' and account = 'fees' and asset_id = $1`,
      [asset],
    );
    return Number(rows[0]?.units);
  }

  /** The sum of pending payments, in units. */
  async waiting(asset: AssetId): Promise<number> {
    const { rows } = await this.#parts.pool.query<{ units: string }>(
      `select coalesce(sum(units), 0) as units from reward_payments where state = 'chosen' and asset_id = $1`,
      [asset],
    );
    return Number(rows[0]?.units);
  }

  async #read(id: number): Promise<Payment> {
    const { rows } = await this.#parts.pool.query<Row>('select * from reward_payments where payment_id = $1', [id]);
    if (rows[0] === undefined) throw new Error(`reward ${id} does not exist`);
    return fromRow(rows[0]);
  }

  /** Marks the payment as paid and notifies the client, once. */
  #paid({ id, owner, kind, account, asset, units, points }: Payment, position: number): Promise<void> {
    const { pool, fund, notices, clock } = this.#parts;
    return inTransaction(pool, async (client) => {
      const { rowCount } = await client.query(
        `update reward_payments set state = 'paid', position = $2, paid_ms = $3
         where payment_id = $1 and state = 'chosen'`,
        [id, position, clock()],
      );
      if (rowCount !== 1) return;
      if (account === 'rewards') await fund.fulfil(client, asset, units);
      if (kind === 'commission') await this.#noticeCommissions(client, owner, asset);
      if (kind !== 'points') return;
      const parameters = { points: String(points ?? 0), amount: this.#amount(asset, units), coin: this.#coin(asset) };
      await notices.add(owner, 'points_converted', parameters, client);
    });
  }

  /**
   * Sends one notification for all commissions paid since the last one, once no commission of the client is pending.
   */
  async #noticeCommissions(client: PoolClient, owner: OwnerId, asset: AssetId): Promise<void> {
    const { rows } = await client.query<{ units: string }>(
      `with noticed as (
         update reward_payments set is_noticed = true
         where owner = $1 and not is_noticed and not exists (
           select from reward_payments p where p.owner = $1 and not p.is_noticed and p.state = 'chosen')
         returning units)
       select coalesce(sum(units), 0) as units from noticed`,
      [owner],
    );
    const units = Number(rows[0]?.units);
    if (units > 0)
      await this.#parts.notices.add(owner, 'commission_paid', { amount: this.#amount(asset, units) }, client);
  }

  #amount(asset: AssetId, units: number): string {
    return trimZeros(formatDecimal(units, this.#parts.instruments.asset(asset).scale));
  }

  #coin(asset: AssetId): string {
    return this.#parts.instruments.asset(asset).code;
  }
}

function commandOf({ id, owner, account, asset, units }: Payment): Transfer {
  const from = account === 'rewards' ? rewardFund : systemOwners.fees;
  return {
    kind: 'Transfer',
    by: from,
    purpose: 'reward',
    record: id,
    legs: [
      { owner: from, wallet: 'spot', asset, units: -units as AssetUnits },
      { owner, wallet: 'spot', asset, units },
    ],
    reference: outsideReference('reward', String(id)),
  };
}
