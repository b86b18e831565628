import type { AssetId, Core, OwnerId, Transfer } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import { LeaseLost, type Outcome, SequencerStopped } from '@vitrine/sequencer';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import { CUT_MS } from '../rules/cuts.ts';
import { demandLease } from './lease.ts';
import { payoutCommand } from './miner-ledger.ts';
import { type EndedRental, insertPayout, markPaid, type Payout, sentPayouts } from './payout-table.ts';
import { lockDueRentals, type Rental } from './rental-table.ts';

/** Maximum number of postings per cycle: together they take about a millisecond of the log. */
const MOST_PAYOUTS = 16;
/** A transfer has at most 64 legs, one of which is the pool's. */
const MOST_OWNERS = 63;
const MOST_RENTALS = MOST_PAYOUTS * MOST_OWNERS;
/** After a failure, a posting is not retried for this long; others are processed first. */
const FAILED_FOR_MS = 60_000;

export interface PayOutputsParts {
  readonly pool: Pool;
  readonly core: () => Core;
  readonly submit: (command: Transfer) => Promise<Outcome>;
  readonly epoch: () => number;
  readonly clock: () => number;
  /** Notifies a client that a rental has ended, in the transaction that ends it. */
  readonly notifyEnded: (client: PoolClient, rental: EndedRental, asset: AssetId) => Promise<void>;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/** Pays the output of days that have ended, in bounded cycles. */
export class PayOutputs {
  readonly #parts: PayOutputsParts;
  /** Failed postings, and until when each is deferred. */
  readonly #failed = new Map<number, number>();

  constructor(parts: PayOutputsParts) {
    this.#parts = parts;
  }

  /** One cycle: submits what is decided, then decides what is due. Returns whether there may be more to do. */
  async turn(): Promise<boolean> {
    const isPaying = await this.#submitSent();
    const isDeciding = await this.#decide();
    if (isDeciding) await this.#submitSent();
    return isPaying || isDeciding;
  }

  /** Submits postings without a stored outcome. One that is already in the log is recognized by its reference. */
  async #submitSent(): Promise<boolean> {
    for (const [id, untilMs] of this.#failed) if (untilMs <= Date.now()) this.#failed.delete(id);
    const payouts = await sentPayouts(this.#parts.pool, MOST_PAYOUTS, [...this.#failed.keys()]);
    const paid = await Promise.all(payouts.map((payout) => this.#trySubmit(payout)));
    return paid.some((isPaid) => isPaid);
  }

  /**
   * Returns whether it was paid. A failure must not delay other postings: each one's output was reserved when it was
   * rented.
   */
  async #trySubmit(payout: Payout): Promise<boolean> {
    try {
      await this.#submit(payout);
      return true;
    } catch (error) {
      // These errors concern the server, not the posting.
      if (error instanceof LeaseLost || error instanceof SequencerStopped) throw error;
      this.#parts.log.error({ err: error, payout: payout.id }, 'paying the output of miners failed, will retry');
      this.#failed.set(payout.id, Date.now() + FAILED_FOR_MS);
      return false;
    }
  }

  async #submit(payout: Payout): Promise<void> {
    const { pool, submit, epoch, clock, notifyEnded } = this.#parts;
    const outcome = await submit(payoutCommand(payout));
    if (outcome.refusal !== undefined) throw new Error(`the ledger refused the posting: ${outcome.refusal}`);
    const { position } = outcome.repeated ?? outcome;
    await inTransaction(pool, async (client) => {
      const ended = await markPaid(client, payout.id, { position, nowMs: clock() });
      for (const rental of ended) await notifyEnded(client, rental, payout.asset);
      await demandLease(client, epoch());
    });
  }

  /** Decides one day of output for some of the due rentals, starting with the oldest day. */
  async #decide(): Promise<boolean> {
    const { pool, clock, epoch, log } = this.#parts;
    for (const due of await dueCuts(pool, clock())) {
      const decided = await inTransaction(pool, async (client) => {
        const rentals = await lockDueRentals(client, due, MOST_RENTALS);
        if (rentals.length > 0) await decideDay(client, rentals, due.cut);
        await demandLease(client, epoch());
        return rentals.length;
      }).catch((error: unknown) => {
        log.error({ err: error, ...due }, 'calculating miner output failed, will retry');
        return 0;
      });
      if (decided > 0) return true;
    }
    return false;
  }
}

/**
 * Decides the day that ends at `cut` for these rentals of one product, whose rows must be locked. Advances the rows and
 * stores their output as postings in the same transaction, so that each day is in exactly one posting.
 */
async function decideDay(client: PoolClient, rentals: readonly Rental[], cut: number): Promise<void> {
  for (const group of groupsOf(rentals)) {
    const [{ pool, asset }] = group;
    const amounts = new Map<OwnerId, number>();
    for (const { owner, dailyUnits } of group) amounts.set(owner, (amounts.get(owner) ?? 0) + dailyUnits);
    const units = group.reduce((sum, { dailyUnits }) => sum + dailyUnits, 0) as AssetUnits;
    const payout = { pool, asset, cut, units, owners: [...amounts.keys()], amounts: [...amounts.values()] };
    await insertPayout(
      client,
      payout,
      group.map(({ id }) => id),
    );
  }
  await client.query(
    `update miner_rentals set next_cut = case when next_cut < end_cut then next_cut + $2 end
     where rental_id = any($1::bigint[])`,
    [rentals.map(({ id }) => id), CUT_MS],
  );
}

/** Groups rentals into postings of at most 63 clients. */
function groupsOf(rentals: readonly Rental[]): (readonly [Rental, ...Rental[]])[] {
  const groups: [Rental, ...Rental[]][] = [];
  const owners = new Set<OwnerId>();
  for (const rental of rentals) {
    const last = groups.at(-1);
    if (last === undefined || (owners.size === MOST_OWNERS && !owners.has(rental.owner))) {
      owners.clear();
      groups.push([rental]);
    } else last.push(rental);
    owners.add(rental.owner);
  }
  return groups;
}

/** The earliest due cut for each product. */
async function dueCuts(pool: Pool, nowMs: number): Promise<{ readonly product: number; readonly cut: number }[]> {
  const { rows } = await pool.query<{ product_id: number; next_cut: string }>(
    `select product_id, first.next_cut from miner_products
     cross join lateral (select next_cut from miner_rentals where miner_rentals.product_id = miner_products.product_id
       and state = 'running' and next_cut <= $1 order by next_cut limit 1) first
     order by first.next_cut, product_id`,
    [nowMs],
  );
  return rows.map(({ product_id, next_cut }) => ({ product: product_id, cut: Number(next_cut) }));
}
