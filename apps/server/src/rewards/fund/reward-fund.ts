import type { AssetId, Core } from '@vitrine/core';
import type { Pool, PoolClient } from 'pg';
import { rewardFund } from '../../kit/funds.ts';

/** An asset of the fund, in units. */
export interface Budget {
  /** In the fund now. */
  readonly available: number;
  /** Promised to clients, or about to be returned to the exchange, but not paid yet. */
  readonly promised: number;
  readonly paid: number;
}

interface Row {
  readonly promised_units: string;
  readonly paid_units: string;
}

/**
 * The fund from which rewards are paid. The core does not let it fall below zero. Nothing is promised that it could not
 * pay at that moment, so that promised points can be converted.
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

  /** Locks the asset's budget until the transaction ends, and returns it. A caller that also locks a client does so first. */
  async lock(client: PoolClient, asset: AssetId): Promise<Budget> {
    await client.query('insert into reward_budgets (asset_id) values ($1) on conflict do nothing', [asset]);
    await client.query('select from reward_budgets where asset_id = $1 for update', [asset]);
    return this.budget(asset, client);
  }

  /** Whether the fund could pay these units besides everything that it has promised. Promises nothing. */
  async couldPromise(client: PoolClient, asset: AssetId, units: number): Promise<boolean> {
    const { promised, available } = await this.budget(asset, client);
    return promised + units <= available;
  }

  /**
   * Promises these units, if the fund could pay them besides everything that it has promised before. The asset's budget
   * stays locked until the transaction ends. A payment that is accepted but not yet marked as paid counts twice, so that
   * this may refuse for a moment, but never promises too much.
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

  /** Notes, in the transaction that marks a payment as paid, that a promise has been fulfilled. */
  async fulfil(client: PoolClient, asset: AssetId, units: number): Promise<void> {
    await client.query(
      `update reward_budgets set promised_units = promised_units - $2, paid_units = paid_units + $2
       where asset_id = $1`,
      [asset, units],
    );
  }
}
