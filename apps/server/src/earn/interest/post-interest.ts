import type { Core, Transfer } from '@vitrine/core';
import type { Outcome } from '@vitrine/sequencer';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import { poolOwner, poolWallets } from '../accounts.ts';
import { commandOf } from '../ledger-side.ts';
import { lockDueStakes, type StakeKind } from '../stakes/stake-table.ts';
import { type Batch, markPosted, markUnfunded, sentBatches } from './batch-table.ts';
import { postDays } from './post-days.ts';

/** The most postings of one turn: together they take about a millisecond of the log. */
const MOST_BATCHES = 16;
/** How many stakes one turn advances: of flexible ones, what fits into that many postings. */
const MOST_STAKES = { flexible: 1_008, locked: 2_000 } as const satisfies Record<StakeKind, number>;

export interface PostInterestParts {
  readonly pool: Pool;
  readonly core: () => Core;
  readonly submit: (command: Transfer) => Promise<Outcome>;
  readonly clock: () => number;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
}

interface Due {
  readonly product: number;
  readonly kind: StakeKind;
  readonly cut: number;
}

/** Posts the interest of the days that have ended, in bounded turns. */
export class PostInterest {
  readonly #parts: PostInterestParts;

  constructor(parts: PostInterestParts) {
    this.#parts = parts;
  }

  /** One turn: submits what is decided, then decides what is due. Returns whether there may be more. */
  async turn(): Promise<boolean> {
    const isPosting = await this.submitSent();
    const isDeciding = await this.#decide();
    if (isDeciding) await this.submitSent();
    return isPosting || isDeciding;
  }

  /** Submits batches whose outcome is not stored; a batch that is in the log already is recognized by its reference. */
  async submitSent(): Promise<boolean> {
    const batches = await sentBatches(this.#parts.pool, MOST_BATCHES);
    const posted = await Promise.all(batches.map((batch) => this.#submit(batch)));
    return posted.some((isPosted) => isPosted);
  }

  async #submit(batch: Batch): Promise<boolean> {
    const { pool, submit, core, log } = this.#parts;
    const free = core().balance(poolOwner(batch.pool), poolWallets.free, batch.asset).availableUnits;
    if (batch.isUnfunded && free < batch.units) return false;
    const outcome = await submit(commandOf(batch));
    if (outcome.refusal === undefined) {
      await markPosted(pool, batch.id, (outcome.repeated ?? outcome).position);
      return true;
    }
    if (outcome.refusal !== 'exceeds_fund' || batch.kind !== 'paid')
      throw new Error(`the ledger refused the posting ${batch.id}: ${outcome.refusal}`);
    log.warn({ pool: batch.pool, asset: batch.asset, batch: batch.id }, 'earn pool cannot pay interest');
    await markUnfunded(pool, batch);
    return false;
  }

  /** Decides a day of interest for some of the stakes that are due, the oldest day of each product first. */
  async #decide(): Promise<boolean> {
    const { pool, clock } = this.#parts;
    for (const due of await dueCuts(pool, clock())) {
      const advanced = await inTransaction(pool, async (client) => {
        const stakes = await lockDueStakes(client, due, MOST_STAKES[due.kind]);
        if (stakes.length > 0) await postDays(client, stakes, due.cut);
        return stakes.length;
      });
      if (advanced > 0) return true;
    }
    return false;
  }
}

/** For each product and kind of stake, the earliest cut that is due. */
async function dueCuts(pool: Pool, nowMs: number): Promise<Due[]> {
  const { rows } = await pool.query<{ product_id: number; kind: StakeKind; next_cut: string }>(
    `select product_id, kinds.kind, first.next_cut
     from earn_products cross join (values ('flexible'), ('locked')) kinds(kind)
     cross join lateral (select next_cut from earn_stakes where earn_stakes.product_id = earn_products.product_id
       and earn_stakes.kind = kinds.kind and state = 'running' and next_cut <= $1 order by next_cut limit 1) first
     order by first.next_cut, product_id, kinds.kind`,
    [nowMs],
  );
  return rows.map(({ product_id, kind, next_cut }) => ({ product: product_id, kind, cut: Number(next_cut) }));
}
