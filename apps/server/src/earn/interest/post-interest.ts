import type { Core, Transfer } from '@vitrine/core';
import type { Outcome } from '@vitrine/sequencer';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { KeyedMutex } from '../../kit/keyed-mutex.ts';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import { poolOwner, poolWallets } from '../accounts.ts';
import type { Faults } from '../faults.ts';
import { commandOf } from '../ledger-side.ts';
import { MOST_BATCHES, MOST_OWNERS } from '../rules/turns.ts';
import { dueStakes, isHeldUp, lockDueStakes, type StakeKind } from '../stakes/stake-table.ts';
import {
  type Batch,
  markPosted,
  markRefused,
  markSubmitted,
  markUnfunded,
  postedBatches,
  sentBatches,
  sentBatchesOf,
} from './batch-table.ts';
import { postDays } from './post-days.ts';

/** Maximum number of stakes per cycle. For flexible stakes: as many as fit into MOST_BATCHES postings. */
const MOST_STAKES = { flexible: MOST_BATCHES * MOST_OWNERS, locked: 2_000 } as const satisfies Record<
  StakeKind,
  number
>;
/** Maximum number of stakes per cycle if they are processed one by one after a failure. */
const MOST_ONE_BY_ONE = 50;

export interface PostInterestParts {
  readonly pool: Pool;
  readonly core: () => Core;
  readonly submit: (command: Transfer) => Promise<Outcome>;
  readonly epoch: () => number;
  /** Waits for a limited time until the tables reflect this log position. Returns whether they do. */
  readonly projected: (position: number) => Promise<boolean>;
  readonly clock: () => number;
  readonly faults: Faults;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

interface Due {
  readonly product: number;
  readonly kind: StakeKind;
  readonly cut: number;
}

/** Posts the interest of days that have ended, in bounded cycles. */
export class PostInterest {
  readonly #parts: PostInterestParts;
  /** Serializes submissions, so that no batch is in flight while another caller looks it up. */
  readonly #submitting = new KeyedMutex();

  constructor(parts: PostInterestParts) {
    this.#parts = parts;
  }

  /** One cycle: submits what is decided, then decides what is due. Returns whether there may be more to do. */
  async turn(): Promise<boolean> {
    const isPosting = await this.submitSent();
    const isDeciding = await this.#decide();
    if (isDeciding) await this.submitSent();
    return isPosting || isDeciding;
  }

  /** Submits batches without a stored outcome. Returns whether any of them was posted or parked. */
  submitSent(): Promise<boolean> {
    return this.#submitting.runExclusive('', async () =>
      this.#submitAll(await sentBatches(this.#parts.pool, MOST_BATCHES)),
    );
  }

  /** Submits the batches that contain interest of this stake. */
  submitOf(stake: number): Promise<boolean> {
    return this.#submitting.runExclusive('', async () =>
      this.#submitAll(await sentBatchesOf(this.#parts.pool, stake, MOST_BATCHES)),
    );
  }

  async #submitAll(sent: readonly Batch[]): Promise<boolean> {
    const { pool, epoch } = this.#parts;
    const unposted = await this.#unposted(sent);
    const payable = unposted.filter((batch) => !batch.isUnfunded || this.#freeUnits(batch) >= batch.units);
    if (payable.length === 0) return unposted.length < sent.length;
    await markSubmitted(
      pool,
      payable.map(({ id }) => id),
      epoch(),
    );
    // Awaits all of them even if the log fails: none may be in flight when the next cycle looks them up.
    const outcomes = await Promise.allSettled(payable.map((batch) => this.#submit(batch)));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    return unposted.length < sent.length || outcomes.some((outcome) => outcome.status === 'fulfilled' && outcome.value);
  }

  #freeUnits({ pool, asset }: Batch): number {
    return this.#parts.core().balance(poolOwner(pool), poolWallets.free, asset).availableUnits;
  }

  /**
   * The batches that are not in the log. Those submitted before are looked up in the histories, because the core
   * forgets their references. They are not resubmitted until the histories have reached the current log position.
   */
  async #unposted(sent: readonly Batch[]): Promise<readonly Batch[]> {
    const { pool, core, projected } = this.#parts;
    const tried = sent.filter(({ epoch }) => epoch !== undefined);
    if (tried.length === 0) return sent;
    // Nothing from an earlier lease can still enter the log, and nothing from this one is in flight.
    if (!(await projected(core().position))) return sent.filter(({ epoch }) => epoch === undefined);
    const posted = await postedBatches(
      pool,
      tried.map(({ id }) => id),
    );
    for (const [id, position] of posted) await markPosted(pool, id, position);
    return sent.filter(({ id }) => !posted.has(id));
  }

  /** Returns whether the batch no longer blocks others. Throws if its outcome is unknown. */
  async #submit(batch: Batch): Promise<boolean> {
    const { pool, submit, faults, log } = this.#parts;
    const outcome = await submit(commandOf(batch));
    switch (outcome.refusal) {
      case undefined:
        await markPosted(pool, batch.id, (outcome.repeated ?? outcome).position);
        return true;
      case 'busy':
        await markRefused(pool, batch.id);
        return false;
      case 'exceeds_fund':
        if (batch.kind !== 'paid') break;
        log.warn({ pool: batch.pool, asset: batch.asset, batch: batch.id }, 'earn pool cannot pay interest');
        await markUnfunded(pool, batch);
        return false;
    }
    await markRefused(pool, batch.id);
    await faults.record('posting', batch.id, new Error(`the ledger refused posting ${batch.id}: ${outcome.refusal}`));
    return true;
  }

  /** Decides one day of interest for some of the due stakes, starting with the oldest day of each product. */
  async #decide(): Promise<boolean> {
    const { pool, clock } = this.#parts;
    for (const due of await dueCuts(pool, clock())) {
      const advanced = await this.#decideDay(due, MOST_STAKES[due.kind]).catch(() => this.#decideOneByOne(due));
      if (advanced > 0) return true;
    }
    return false;
  }

  /** Returns how many stakes have advanced. With `stake`, only that one is processed. */
  #decideDay(due: Due, limit: number, stake?: number): Promise<number> {
    return inTransaction(this.#parts.pool, async (client) => {
      const stakes = await lockDueStakes(client, { ...due, stake }, limit);
      if (stakes.length > 0) await postDays(client, stakes, due.cut);
      return stakes.length;
    });
  }

  /** After a failure: advances some stakes one by one, and parks those that fail. */
  async #decideOneByOne(due: Due): Promise<number> {
    const { pool, faults } = this.#parts;
    const stakes = await dueStakes(pool, due, MOST_ONE_BY_ONE);
    for (const stake of stakes)
      await this.#decideDay(due, 1, stake).catch((error: unknown) => faults.record('stake', stake, error));
    return stakes.length;
  }
}

/** The earliest due cut for each product and kind of stake. */
async function dueCuts(pool: Pool, nowMs: number): Promise<Due[]> {
  const { rows } = await pool.query<{ product_id: number; kind: StakeKind; next_cut: string }>(
    `select product_id, kinds.kind, first.next_cut
     from earn_products cross join (values ('flexible'), ('locked')) kinds(kind)
     cross join lateral (select next_cut from earn_stakes where earn_stakes.product_id = earn_products.product_id
       and earn_stakes.kind = kinds.kind and state = 'running' and next_cut <= $1 and not ${isHeldUp}
       order by next_cut limit 1) first
     order by first.next_cut, product_id, kinds.kind`,
    [nowMs],
  );
  return rows.map(({ product_id, kind, next_cut }) => ({ product: product_id, kind, cut: Number(next_cut) }));
}
