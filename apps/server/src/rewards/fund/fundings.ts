import { type AssetId, type Core, systemOwners, type Transfer } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import type { Outcome } from '@vitrine/sequencer';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool, PoolClient } from 'pg';
import { ApiError } from '../../kit/api-error.ts';
import { rewardFund } from '../../kit/funds.ts';
import { type HouseAccount, houseTransfer } from '../../kit/house-money.ts';
import type { KeyedMutex } from '../../kit/keyed-mutex.ts';
import { oneByOne } from '../../kit/one-by-one.ts';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import { outsideReference } from '../../kit/reference.ts';
import type { RewardFund } from './reward-fund.ts';

/**
 * Where the fund's money comes from and returns to: the fees that clients have paid, or the exchange's own holdings.
 */
export type FundingSource = HouseAccount;

export interface NewFunding {
  readonly source: FundingSource;
  readonly asset: AssetId;
  readonly units: AssetUnits;
}

export interface Funding extends NewFunding {
  readonly id: number;
  /** `in`: into the fund; `out`: returned from it. */
  readonly direction: 'in' | 'out';
  readonly state: 'approved' | 'done' | 'cancelled';
  readonly approvedMs: number;
  /** Undefined while the transfer is pending. */
  readonly position: number | undefined;
}

interface Row {
  readonly funding_id: string;
  readonly source: FundingSource;
  readonly direction: 'in' | 'out';
  readonly state: Funding['state'];
  readonly asset_id: number;
  readonly units: string;
  readonly approved_ms: string;
  readonly position: string | null;
}

const fromRow = (row: Row): Funding => ({
  id: Number(row.funding_id),
  source: row.source,
  direction: row.direction,
  state: row.state,
  asset: row.asset_id,
  units: Number(row.units) as AssetUnits,
  approvedMs: Number(row.approved_ms),
  position: row.position === null ? undefined : Number(row.position),
});

interface Parts {
  readonly pool: Pool;
  readonly fund: RewardFund;
  readonly core: () => Core;
  /** The part of the fees that is owed as commissions. */
  readonly owedFees: (asset: AssetId) => Promise<number>;
  /** Serializes all debits of the fee account. */
  readonly fees: KeyedMutex;
  readonly submit: (command: Transfer) => Promise<Outcome>;
  readonly clock: () => number;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/**
 * Transfers of the exchange's own money into the reward fund and back to where it came from. The second person's
 * approval inserts a row, which is the job; the reference makes the transfer idempotent.
 */
export class Fundings {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Inserts the transfer. Call this in the transaction that marks the approval as done; `run` then executes it. */
  async approve(transaction: PoolClient, approval: number, funding: NewFunding): Promise<void> {
    await this.#insert(transaction, approval, funding, 'in');
  }

  /**
   * Like `approve`, for money returned from the fund. Funds promised to clients cannot be returned, and money that came
   * from the fees is returned only to the fees. The amount is reserved until the transfer. Errors: exceeds_free_funds.
   */
  async approveReturn(transaction: PoolClient, approval: number, funding: NewFunding): Promise<void> {
    const { fund } = this.#parts;
    const { source, asset, units } = funding;
    const { available, promised } = await fund.lock(transaction, asset);
    const fromFees = await this.#fromFees(transaction, asset);
    const free = available - promised;
    const most = source === 'fees' ? Math.min(free, fromFees) : free - fromFees;
    if (units > most || !(await fund.promise(transaction, asset, units))) throw new ApiError('exceeds_free_funds');
    await this.#insert(transaction, approval, funding, 'out');
  }

  /**
   * Cancels a transfer that is pending for lack of fees, and returns its previous state. Errors: unknown_funding,
   * funding_under_way.
   */
  async cancel(id: number): Promise<Funding> {
    const { pool, core, fees } = this.#parts;
    return fees.runExclusive('fees', async () => {
      const { rows } = await pool.query<Row>('select * from reward_fundings where funding_id = $1', [id]);
      if (rows[0] === undefined) throw new ApiError('unknown_funding');
      const funding = fromRow(rows[0]);
      // The transfer may be in the log although the row is not marked as done yet.
      const isUnderWay = core().acceptanceOf(commandOf(funding)) !== undefined;
      if (funding.direction === 'out' || isUnderWay) throw new ApiError('funding_under_way');
      const { rowCount } = await pool.query(
        `update reward_fundings set state = 'cancelled' where funding_id = $1 and state = 'approved'`,
        [id],
      );
      if (rowCount !== 1) throw new ApiError('funding_under_way');
      return funding;
    });
  }

  /** Sends the transfers of approved rows. Never throws. */
  async run(): Promise<void> {
    const { pool, fees, log } = this.#parts;
    const failed = (error: unknown) => log.error({ err: error }, 'funding of rewards failed, will retry');
    try {
      const { rows } = await pool.query<Row>(
        `select * from reward_fundings where state = 'approved' order by funding_id`,
      );
      await oneByOne(rows, (row) => fees.runExclusive('fees', () => this.#send(fromRow(row))), failed);
    } catch (error) {
      failed(error);
    }
  }

  /** The latest transfers, newest first. */
  async latest(limit: number): Promise<Funding[]> {
    const { rows } = await this.#parts.pool.query<Row>(
      'select * from reward_fundings order by funding_id desc limit $1',
      [limit],
    );
    return rows.map(fromRow);
  }

  async #insert(
    transaction: PoolClient,
    approval: number,
    { source, asset, units }: NewFunding,
    direction: 'in' | 'out',
  ): Promise<void> {
    await transaction.query(
      `insert into reward_fundings (approval_id, source, direction, asset_id, units, approved_ms)
       values ($1, $2, $3, $4, $5, $6) on conflict (approval_id) do nothing`,
      [approval, source, direction, asset, units, this.#parts.clock()],
    );
  }

  /** The fund's money that came from the fees, minus completed and pending returns, in units. */
  async #fromFees(database: Pick<Pool, 'query'>, asset: AssetId): Promise<number> {
    const { rows } = await database.query<{ units: string }>(
      `select coalesce(sum(case when direction = 'in' then units else -units end), 0) as units from reward_fundings
       where asset_id = $1 and source = 'fees' and (state = 'done' or (state = 'approved' and direction = 'out'))`,
      [asset],
    );
    return Number(rows[0]?.units);
  }

  async #send(funding: Funding): Promise<void> {
    const { core, submit, owedFees } = this.#parts;
    const { id, direction, source, asset, units } = funding;
    const command = commandOf(funding);
    // The fee account must not become negative, and pending commissions have priority: the row stays pending until the
    // rest suffices.
    const isFirst = core().acceptanceOf(command) === undefined;
    if (isFirst && direction === 'in' && source === 'fees' && feesOf(core(), asset) - (await owedFees(asset)) < units)
      return;
    const outcome = await submit(command);
    if (outcome.refusal !== undefined) throw new Error(`the ledger refused funding ${id}: ${outcome.refusal}`);
    await this.#done(funding, (outcome.repeated ?? outcome).position);
  }

  #done({ id, direction, asset, units }: Funding, position: number): Promise<void> {
    const { pool, fund } = this.#parts;
    return inTransaction(pool, async (client) => {
      const { rowCount } = await client.query(
        `update reward_fundings set state = 'done', position = $2 where funding_id = $1 and state = 'approved'`,
        [id, position],
      );
      if (rowCount === 1 && direction === 'out') await fund.release(client, asset, units);
    });
  }
}

export const feesOf = (core: Core, asset: AssetId): number =>
  core.balance(systemOwners.fees, 'spot', asset).availableUnits;

const commandOf = (funding: Funding): Transfer =>
  funding.direction === 'in'
    ? fundingCommand(funding, outsideReference('reward funding', String(funding.id)))
    : houseTransfer([rewardFund, 'spot'], [systemOwners[funding.source], 'spot'], {
        ...funding,
        reference: outsideReference('reward return', String(funding.id)),
      });

/** Transfers money of the exchange into the fund. */
export const fundingCommand = (funding: NewFunding, reference: NonNullable<Transfer['reference']>): Transfer =>
  houseTransfer([systemOwners[funding.source], 'spot'], [rewardFund, 'spot'], { ...funding, reference });
