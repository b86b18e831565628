import type { OwnerId } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool, PoolClient } from 'pg';
import type { Instruments } from '../../kit/instruments.ts';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import type { RewardPayments } from '../fund/payments.ts';
import { type Credit, foldFees, type PaidFee } from './fold-fees.ts';

/** Fees read in one step. One command has fewer. */
const MOST_FEES = 4_000;
const MOST_OWNERS = 500;

interface Parts {
  readonly pool: Pool;
  readonly payments: RewardPayments;
  readonly instruments: Instruments;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

interface FoldRow {
  readonly position: string;
  readonly used_units: string;
}

/**
 * Reads the fees of clients who have fee credits or an inviter, in the order of the log, as far as the read models have
 * come: pays back what credits cover, and adds the rest to the fees of which the inviter gets a share. One transaction
 * moves a client's cursor, so that no fee is read twice.
 */
export class FeeFolds {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Reads the new fees of every client who has any. Never throws. */
  async run(): Promise<void> {
    const { pool, log } = this.#parts;
    try {
      for (let after = 0; ; ) {
        const { rows } = await pool.query<{ owner: string }>(
          `select owner from fee_folds f where owner > $1 and (
             exists (select from fills where owner_id = f.owner and position > f.position)
             or exists (select from position_changes where owner_id = f.owner and position > f.position))
           order by owner limit ${MOST_OWNERS}`,
          [after],
        );
        for (const { owner } of rows) await this.fold(Number(owner));
        const last = rows.at(-1);
        if (last === undefined || rows.length < MOST_OWNERS) return;
        after = Number(last.owner);
      }
    } catch (error) {
      log.error({ err: error }, 'reading fees failed, will retry');
    }
  }

  /** Reads a client's new fees, step by step. */
  async fold(owner: OwnerId): Promise<void> {
    let payment: number | undefined;
    let hasMore = true;
    while (hasMore) {
      [hasMore, payment] = await inTransaction(this.#parts.pool, (client) => this.#step(client, owner));
      if (payment !== undefined) await this.#parts.payments.pay(payment);
    }
  }

  /** One step; returns whether there may be more fees, and the payment that was inserted. */
  async #step(client: PoolClient, owner: OwnerId): Promise<[hasMore: boolean, payment: number | undefined]> {
    const folds = await client.query<FoldRow>(
      'select position, used_units from fee_folds where owner = $1 for update',
      [owner],
    );
    const [fold] = folds.rows;
    const usdt = this.#parts.instruments.usdt;
    if (fold === undefined || usdt === undefined) return [false, undefined];
    const from = Number(fold.position);
    const { fees, to, hasMore } = await readFees(client, owner, from);
    // While the read models are rebuilt, they may be behind the cursor.
    if (to <= from) return [false, undefined];
    const { backUnits, netUnits } = foldFees(fees, await creditsOf(client, owner), Number(fold.used_units));
    await client.query('update fee_folds set position = $2, used_units = used_units + $3 where owner = $1', [
      owner,
      to,
      backUnits,
    ]);
    if (netUnits > 0)
      await client.query('update referrals set fee_units = fee_units + $2 where friend = $1', [owner, netUnits]);
    if (backUnits === 0) return [hasMore, undefined];
    const payment = await this.#parts.payments.choose(client, {
      owner,
      kind: 'fee_credit',
      account: 'rewards',
      asset: usdt.asset,
      units: backUnits as AssetUnits,
      toPosition: to,
    });
    return [hasMore, payment];
  }
}

/** The client's fees after `from`, up to the end of a command, and the position up to which they are complete. */
async function readFees(client: PoolClient, owner: OwnerId, from: number) {
  // Read first, so that the rows are complete up to this position.
  const models = await client.query<{ position: string }>('select position from projector_position');
  const end = Number(models.rows[0]?.position ?? 0);
  const { rows } = await client.query<{ position: string; fee_units: string }>(
    `select position, line, fee_units from fills where owner_id = $1 and position > $2 and position <= $3
     union all
     select position, line, fee_units from position_changes
       where owner_id = $1 and kind = 'fill' and position > $2 and position <= $3
     order by position, line limit $4`,
    [owner, from, end, MOST_FEES],
  );
  const fees = rows.map(
    ({ position, fee_units }): PaidFee => ({ position: Number(position), feeUnits: Number(fee_units) }),
  );
  const last = fees.at(-1);
  if (fees.length < MOST_FEES || last === undefined) return { fees, to: end, hasMore: false };
  // The last command's fees may not all have been read.
  const whole = fees.filter(({ position }) => position < last.position);
  return { fees: whole, to: last.position - 1, hasMore: true };
}

async function creditsOf(database: Pick<Pool, 'query'>, owner: OwnerId): Promise<Credit[]> {
  const { rows } = await database.query<{ position: string; units: string }>(
    `select position, units from fee_credits where owner = $1 and state = 'granted' order by credit_id`,
    [owner],
  );
  return rows.map(({ position, units }) => ({ position: Number(position), units: Number(units) }));
}
