import { type AssetId, type Command, type Core, type OwnerId, systemOwners } from '@vitrine/core';
import { type AssetUnits, formatDecimal, trimZeros } from '@vitrine/money';
import type { Outcome } from '@vitrine/sequencer';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool, PoolClient } from 'pg';
import { ApiError } from '../kit/api-error.ts';
import { KeyedMutex } from '../kit/keyed-mutex.ts';
import { inTransaction } from '../kit/postgres/transaction.ts';
import { outsideReference } from '../kit/reference.ts';
import type { MailQueue } from '../notifications/mail/mail-queue.ts';
import { takenBackMail } from '../notifications/mail/purchase-mails.ts';
import type { Notices } from '../notifications/notices.ts';
import { type Operator, refuseOwn } from '../staff/members/staff-member.ts';
import type { Concern } from './payment-concerns.ts';
import { CHARGE_DECIMALS, USDT_DECIMALS } from './purchase-quotes.ts';
import type { PurchaseReview, ReviewedPurchase } from './purchase-review.ts';
import { owedUnits, type PurchaseTable, type ReturnCause } from './purchase-table.ts';

/** The kind of the approvals of take-backs. */
export const TAKE_BACK_PURCHASE = 'take_back_purchase';

export interface TakeBackParameters {
  readonly purchase: number;
}

export interface PurchaseTakeBacksParts {
  readonly pool: Pool;
  readonly table: PurchaseTable;
  readonly review: PurchaseReview;
  readonly notices: Notices;
  readonly mailQueue: MailQueue;
  readonly usdt: () => AssetId | undefined;
  readonly core: () => Core;
  readonly submit: (command: Command) => Promise<Outcome>;
  readonly brand: () => string;
  readonly clock: () => number;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

interface UnderWay {
  readonly id: number;
  readonly purchase: number;
  readonly owner: OwnerId;
  readonly units: number | undefined;
}

/**
 * Attempts per run. An attempt fails if the client spends the balance after it was read and before the ledger entry.
 */
const MOST_TRIES = 8;

/**
 * Takes the USDT of refunded or reversed purchases back from the client's spot wallet: the amount owed, or the wallet's
 * available balance if that is less, in one ledger entry. Two operators decide; the second operator's approval inserts
 * a row, which is the job. The amount is stored before the ledger is called, so that a retry requests the same amount,
 * and the ledger recognizes the retry by its reference.
 */
export class PurchaseTakeBacks {
  readonly #parts: PurchaseTakeBacksParts;
  readonly #byPurchase = new KeyedMutex();

  constructor(parts: PurchaseTakeBacksParts) {
    this.#parts = parts;
  }

  /** The USDT currently available in the client's spot wallet. */
  available(owner: OwnerId): number {
    const { usdt, core } = this.#parts;
    const asset = usdt();
    return asset === undefined ? 0 : core().balance(owner, 'spot', asset).availableUnits;
  }

  /** Those of the given purchases for which a take-back has been requested or is in progress. */
  async asked(purchases: readonly number[]): Promise<ReadonlySet<number>> {
    const { rows } = await this.#parts.pool.query<{ id: string }>(
      `select parameters ->> 'purchase' as id from approval
       where kind = $1 and state = 'waiting' and expires_at > now() and (parameters ->> 'purchase')::bigint = any($2)
       union select purchase_id::text from purchase_take_backs
       where state in ('approved', 'chosen') and purchase_id = any($2)`,
      [TAKE_BACK_PURCHASE, purchases],
    );
    return new Set(rows.map(({ id }) => Number(id)));
  }

  /**
   * Checks whether a take-back may be requested. Errors: own_account, nothing_owed, nothing_to_take, take_back_waits.
   */
  async demandPossible(purchase: ReviewedPurchase, by: Operator): Promise<void> {
    refuseOwn(purchase.email, by);
    this.#demandOwed(purchase);
    if ((await this.asked([purchase.id])).has(purchase.id)) throw new ApiError('take_back_waits');
  }

  /**
   * Records an approved take-back, which `run` then carries out. Call this within the transaction that marks the
   * approval as done. Errors: unknown_purchase, own_account, nothing_owed, nothing_to_take, take_back_waits.
   */
  async approve(id: number, approval: number, by: Operator, transaction: PoolClient): Promise<void> {
    const { table, review } = this.#parts;
    const reviewed = await review.one(id);
    refuseOwn(reviewed.email, by);
    const purchase = await table.locked(id, transaction);
    if (purchase === undefined) throw new ApiError('unknown_purchase');
    this.#demandOwed(purchase);
    const { rowCount } = await transaction.query(
      `insert into purchase_take_backs (purchase_id, approval_id, cause) values ($1, $2, $3) on conflict do nothing`,
      [id, approval, causeOf(reviewed.concerns)],
    );
    if (rowCount !== 1) throw new ApiError('take_back_waits');
  }

  /** Continues all take-backs in progress, and sends the email for each that is done. Never throws. */
  async run(): Promise<void> {
    const { pool, log } = this.#parts;
    try {
      const { rows } = await pool.query<{ take_back_id: string; purchase_id: string }>(
        `select take_back_id, purchase_id from purchase_take_backs where state in ('approved', 'chosen') order by take_back_id`,
      );
      for (const { take_back_id: id, purchase_id: purchase } of rows) await this.#advance(Number(id), purchase);
    } catch (error) {
      log.error({ err: error }, 'purchase reversals failed, will retry');
    }
  }

  #advance(id: number, purchase: string): Promise<void> {
    const { log } = this.#parts;
    return this.#byPurchase
      .runExclusive(purchase, () => this.#take(id))
      .catch((error: unknown) => {
        log.error({ err: error, takeBack: id }, 'purchase reversal failed, will retry');
      });
  }

  async #take(id: number): Promise<void> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const chosen = await this.#choose(id);
      if (chosen?.units === undefined) return;
      const outcome = await this.#parts.submit(this.#command(chosen));
      if (outcome.refusal === undefined) {
        await this.#taken(id, (outcome.repeated ?? outcome).position);
        return this.#parts.mailQueue.sendAll(chosen.owner);
      }
      if (outcome.refusal !== 'exceeds_balance')
        throw new Error(`the ledger refused purchase reversal ${id}: ${outcome.refusal}`);
      // The client has spent the balance in the meantime. A refusal leaves nothing in the ledger, so a different amount
      // may be requested.
      await this.#parts.pool.query(
        `update purchase_take_backs set state = 'approved', units = null where take_back_id = $1 and state = 'chosen'`,
        [id],
      );
    }
  }

  /** Stores the amount to take, which then stays the same until the ledger has responded. */
  #choose(id: number): Promise<UnderWay | undefined> {
    const { pool, table, clock } = this.#parts;
    return inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ purchase_id: string; state: string; units: string | null }>(
        `select purchase_id, state, units from purchase_take_backs
         where take_back_id = $1 and state in ('approved', 'chosen') for update`,
        [id],
      );
      const [row] = rows;
      const purchase = row && (await table.locked(Number(row.purchase_id), client));
      if (row === undefined || purchase === undefined) return undefined;
      const about = { id, purchase: purchase.id, owner: purchase.owner };
      if (row.units !== null) return { ...about, units: Number(row.units) };
      const units = Math.min(owedUnits(purchase), this.available(purchase.owner));
      if (units > 0)
        await client.query(`update purchase_take_backs set state = 'chosen', units = $2 where take_back_id = $1`, [
          id,
          units,
        ]);
      else
        await client.query(`update purchase_take_backs set state = 'nothing', ended_ms = $2 where take_back_id = $1`, [
          id,
          clock(),
        ]);
      return { ...about, units: units > 0 ? units : undefined };
    });
  }

  /** Marks a take-back as done and notifies the client in the same transaction: exactly once, even after a crash. */
  #taken(id: number, position: number): Promise<void> {
    const { pool, table, notices, mailQueue, brand, clock } = this.#parts;
    return inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ purchase_id: string; units: string; cause: ReturnCause }>(
        `update purchase_take_backs set state = 'taken', position = $2, ended_ms = $3
         where take_back_id = $1 and state = 'chosen' returning purchase_id, units, cause`,
        [id, position, clock()],
      );
      const [row] = rows;
      const purchase = row && (await table.locked(Number(row.purchase_id), client));
      if (row === undefined || purchase === undefined) return;
      const { owner, refunded, charge, chargeCurrency } = purchase;
      const money = (hundredths: number) => `${formatDecimal(hundredths, CHARGE_DECIMALS)} ${chargeCurrency}`;
      const told = {
        amount: trimZeros(formatDecimal(Number(row.units), USDT_DECIMALS)),
        charge: money(charge),
        returned: money(refunded),
        owed: trimZeros(formatDecimal(owedUnits(purchase), USDT_DECIMALS)),
        cause: row.cause,
      };
      await notices.add(owner, 'purchase_taken_back', told, client);
      await mailQueue.add(owner, takenBackMail(brand(), purchase.id, told), client);
    });
  }

  #demandOwed(purchase: Parameters<typeof owedUnits>[0] & { readonly owner: OwnerId }): void {
    if (owedUnits(purchase) === 0) throw new ApiError('nothing_owed');
    if (this.available(purchase.owner) === 0) throw new ApiError('nothing_to_take');
  }

  /** The command that reverses the purchase's ledger entry, or part of it. */
  #command({ id, purchase, owner, units: chosen }: UnderWay): Command {
    const asset = this.#parts.usdt();
    if (asset === undefined || chosen === undefined) throw new Error('USDT is not listed');
    const units = chosen as AssetUnits;
    return {
      kind: 'Transfer',
      by: systemOwners.payments,
      purpose: 'purchase_reversal',
      record: purchase,
      legs: [
        { owner, wallet: 'spot', asset, units: -units as AssetUnits },
        { owner: systemOwners.payments, wallet: 'spot', asset, units },
      ],
      reference: outsideReference('purchase reversal', String(id)),
    };
  }
}

/** A lost dispute is also reported as a reversal; the dispute is the more specific cause. */
function causeOf(concerns: readonly Concern[]): ReturnCause {
  if (concerns.some(({ isLost }) => isLost)) return 'dispute_lost';
  return concerns.some(({ kind }) => kind === 'reversed') ? 'reversed' : 'refunded';
}
