import type { AssetId, Core } from '@vitrine/core';
import type { Pool, PoolClient } from 'pg';
import { rewardFund } from '../../kit/funds.ts';

/** The fund's budget in one asset, in units. */
export interface Budget {
  /** The fund's current balance. */
  readonly available: number;
  /** Reserved for clients or for a return to the exchange, but not yet paid. */
  readonly promised: number;
  readonly paid: number;
}

interface Row {
  readonly promised_units: string;
  readonly paid_units: string;
}

/**
 * The fund that rewards are paid from. The core refuses transfers that would overdraw it. A promise is only made if the
 * fund could pay it at that moment, so that promised points can be converted.
 */
export class RewardFund {
  readonly #pool: Pool;
  readonly #core: () => Core;

  constructor(pool: Pool, core: () => Core) {
    this.#pool = pool;
    this.#core = core;
  }

  available(asset: AssetId): number {
    return this.#core().balance(rewardFund, 'spot', asset).availableUnits;
  }

  async budget(asset: AssetId, database: Pick<Pool, 'query'> = this.#pool): Promise<Budget> {
    const { rows } = await database.query<Row>(
      'select promised_units, paid_units from reward_budgets where asset_id = $1',
      [asset],
    );
    const { promised_units = '0', paid_units = '0' } = rows[0] ?? {};
    return { available: this.available(asset), promised: Number(promised_units), paid: Number(paid_units) };
  }

  /**
   * Locks the asset's budget until the transaction ends, and returns it. Lock order: clients first, then the budget.
   */
  async lock(client: PoolClient, asset: AssetId): Promise<Budget> {
    await client.query('insert into reward_budgets (asset_id) values ($1) on conflict do nothing', [asset]);
    await client.query('select from reward_budgets where asset_id = $1 for update', [asset]);
    return this.budget(asset, client);
  }

  /** Whether the fund could pay these units in addition to everything already promised. Promises nothing. */
  async couldPromise(client: PoolClient, asset: AssetId, units: number): Promise<boolean> {
    const { promised, available } = await this.budget(asset, client);
    return promised + units <= available;
  }

  /**
   * Promises these units if the fund could pay them in addition to everything already promised. The asset's budget
   * stays locked until the transaction ends. A payment that is in the log but not yet marked as paid is deducted twice,
   * so this may briefly refuse, but never overcommits.
   */
  async promise(client: PoolClient, asset: AssetId, units: number): Promise<boolean> {
    const { promised, available } = await this.lock(client, asset);
    if (promised + units > available) return false;
    await client.query('update reward_budgets set promised_units = promised_units + $2 where asset_id = $1', [
      asset,
      units,
    ]);
    return true;
  }

  /** Ends a promise without a payment to a client. */
  async release(client: PoolClient, asset: AssetId, units: number): Promise<void> {
    await client.query('update reward_budgets set promised_units = promised_units - $2 where asset_id = $1', [
      asset,
      units,
    ]);
  }

  /** Marks a promise as fulfilled, in the transaction that marks the payment as paid. */
  async fulfil(client: PoolClient, asset: AssetId, units: number): Promise<void> {
    await client.query(
      `update reward_budgets set promised_units = promised_units - $2, paid_units = paid_units + $2
       where asset_id = $1`,
      [asset, units],
    );
  }
}
