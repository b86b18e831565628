import { type AssetId, type Core, systemOwners, type Transfer } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import type { Outcome } from '@vitrine/sequencer';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool, PoolClient } from 'pg';
import { ApiError } from '../../kit/api-error.ts';
import { type HouseAccount, type HouseMoney, houseTransfer } from '../../kit/house-money.ts';
import { oneByOne } from '../../kit/one-by-one.ts';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import { outsideReference } from '../../kit/reference.ts';
import { poolOwner, poolWallets } from '../accounts.ts';
import type { PoolSource } from '../products/products.ts';
import { accountOf, lockPool, type PoolAsset, poolFunds } from './pool-figures.ts';

export interface NewFunding extends PoolAsset {
  readonly units: AssetUnits;
}

/** Money of the exchange that goes into a pool, or back out of it. */
export interface Funding extends NewFunding {
  readonly id: number;
  readonly direction: 'in' | 'out';
  readonly account: HouseAccount;
  readonly poolName: string;
  /** `cancelled`: when it was to be sent, the money was no longer there. */
  readonly state: 'approved' | 'done' | 'cancelled';
  readonly approvedMs: number;
  /** Undefined while the transfer is under way. */
  readonly position: number | undefined;
}

interface Row {
  readonly funding_id: string;
  readonly pool_id: number;
  readonly name: string;
  readonly source: PoolSource;
  readonly direction: 'in' | 'out';
  readonly asset_id: number;
  readonly units: string;
  readonly state: Funding['state'];
  readonly approved_ms: string;
  readonly position: string | null;
}

const fromRow = (row: Row): Funding => ({
  id: Number(row.funding_id),
  pool: row.pool_id,
  poolName: row.name,
  account: accountOf[row.source],
  direction: row.direction,
  asset: row.asset_id,
  units: Number(row.units) as AssetUnits,
  state: row.state,
  approvedMs: Number(row.approved_ms),
  position: row.position === null ? undefined : Number(row.position),
});

const SELECT =
  'select funding.*, pool.name, pool.source from earn_fundings funding join earn_pools pool using (pool_id)';

interface Parts {
  readonly pool: Pool;
  readonly core: () => Core;
  readonly houseMoney: HouseMoney;
  readonly submit: (command: Transfer) => Promise<Outcome>;
  readonly clock: () => number;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
}

/**
 * Money of the exchange that goes into Earn's pools, and back to the account that it came from: nothing is issued for it,
 * and what is reserved for clients stays. The second person's approval inserts a row, which is the job; the ledger
 * recognizes a repeated transfer by its reference.
 */
export class PoolFundings {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** What the account of the exchange behind a pool could still give. */
  async givableUnits(account: HouseAccount, asset: AssetId, database: Pick<Pool, 'query'> = this.#parts.pool) {
    const { rows } = await database.query<{ units: string }>(
      `select coalesce(sum(units), 0) as units from earn_fundings join earn_pools using (pool_id)
       where state = 'approved' and direction = 'in' and asset_id = $1 and source = any ($2)`,
      [asset, sourcesOf(account)],
    );
    return (await this.#parts.houseMoney.freeUnits(account, asset)) - Number(rows[0]?.units ?? 0);
  }

  /** What could go back: free, not reserved, and not about to go back already. */
  async returnableUnits(of: PoolAsset, client: Pick<PoolClient, 'query'> = this.#parts.pool): Promise<number> {
    const { rows } = await client.query<{ units: string }>(
      `select coalesce(sum(units), 0) as units from earn_fundings
       where state = 'approved' and direction = 'out' and pool_id = $1 and asset_id = $2`,
      [of.pool, of.asset],
    );
    return (await this.#spareUnits(of, client)) - Number(rows[0]?.units ?? 0);
  }

  /**
   * Call this within the transaction that marks the approval as done; `run` then moves the money. Errors:
   * exceeds_house_funds.
   */
  async approve(transaction: PoolClient, approval: number, funding: NewFunding): Promise<void> {
    const account = await this.#accountOf(transaction, funding.pool);
    if (funding.units > (await this.givableUnits(account, funding.asset, transaction)))
      throw new ApiError('exceeds_house_funds');
    await this.#insert(transaction, approval, funding, 'in');
  }

  /** The same for money that goes back. Errors: exceeds_free_funds. */
  async approveReturn(transaction: PoolClient, approval: number, funding: NewFunding): Promise<void> {
    await lockPool(transaction, funding.pool);
    if (funding.units > (await this.returnableUnits(funding, transaction))) throw new ApiError('exceeds_free_funds');
    await this.#insert(transaction, approval, funding, 'out');
  }

  /** Sends the transfers of approved rows. Never throws. Returns false: what failed is retried later. */
  async run(): Promise<boolean> {
    const { pool, houseMoney, log } = this.#parts;
    const failed = (error: unknown) => log.error({ err: error }, 'funding of an Earn pool failed, will retry');
    try {
      const { rows } = await pool.query<Row>(`${SELECT} where state = 'approved' order by funding_id`);
      await oneByOne(rows, (row) => houseMoney.runExclusive(() => this.#send(fromRow(row))), failed);
    } catch (error) {
      failed(error);
    }
    return false;
  }

  /** The latest ones, newest first. */
  async latest(limit: number): Promise<Funding[]> {
    const { rows } = await this.#parts.pool.query<Row>(`${SELECT} order by funding_id desc limit $1`, [limit]);
    return rows.map(fromRow);
  }

  async #accountOf(database: Pick<Pool, 'query'>, pool: number): Promise<HouseAccount> {
    const { rows } = await database.query<{ source: PoolSource }>('select source from earn_pools where pool_id = $1', [
      pool,
    ]);
    if (rows[0] === undefined) throw new Error(`pool ${pool} does not exist`);
    return accountOf[rows[0].source];
  }

  async #spareUnits(of: PoolAsset, client: Pick<PoolClient, 'query'>): Promise<number> {
    const { free, reserved } = await poolFunds(client, { core: this.#parts.core, nowMs: this.#parts.clock() }, of);
    return free - reserved;
  }

  async #insert(
    transaction: PoolClient,
    approval: number,
    { pool, asset, units }: NewFunding,
    direction: 'in' | 'out',
  ): Promise<void> {
    await transaction.query(
      `insert into earn_fundings (approval_id, pool_id, direction, asset_id, units, approved_ms)
       values ($1, $2, $3, $4, $5, $6) on conflict (approval_id) do nothing`,
      [approval, pool, direction, asset, units, this.#parts.clock()],
    );
  }

  /** The pool stays locked until the money has moved, so that what is compared is still true then. */
  #send(funding: Funding): Promise<void> {
    const { pool, core, submit, log } = this.#parts;
    return inTransaction(pool, async (client) => {
      if (funding.direction === 'out') await lockPool(client, funding.pool);
      const { rows } = await client.query<{ state: Funding['state'] }>(
        'select state from earn_fundings where funding_id = $1 for update',
        [funding.id],
      );
      if (rows[0]?.state !== 'approved') return;
      const command = commandOf(funding);
      // One that the ledger has accepted before a restart only needs its row to say so.
      if (core().acceptanceOf(command) === undefined && !(await this.#isThere(funding, client))) {
        log.warn({ funding: funding.id }, 'an approved funding of an Earn pool was cancelled: the money is not there');
        await client.query(`update earn_fundings set state = 'cancelled' where funding_id = $1`, [funding.id]);
        return;
      }
      const outcome = await submit(command);
      if (outcome.refusal !== undefined)
        throw new Error(`the ledger refused funding ${funding.id}: ${outcome.refusal}`);
      await client.query(`update earn_fundings set state = 'done', position = $2 where funding_id = $1`, [
        funding.id,
        (outcome.repeated ?? outcome).position,
      ]);
    });
  }

  async #isThere({ direction, account, units, ...of }: Funding, client: PoolClient): Promise<boolean> {
    const most =
      direction === 'in'
        ? await this.#parts.houseMoney.freeUnits(account, of.asset)
        : await this.#spareUnits(of, client);
    return units <= most;
  }
}

const sourcesOf = (account: HouseAccount): PoolSource[] =>
  (Object.keys(accountOf) as PoolSource[]).filter((source) => accountOf[source] === account);

function commandOf({ id, direction, account, pool, asset, units }: Funding): Transfer {
  const house = [systemOwners[account], 'spot'] as const;
  const free = [poolOwner(pool), poolWallets.free] as const;
  const terms = { asset, units, reference: outsideReference('earn funding', String(id)) };
  return direction === 'in' ? houseTransfer(house, free, terms) : houseTransfer(free, house, terms);
}
