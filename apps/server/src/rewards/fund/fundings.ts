import { type AssetId, type Core, systemOwners, type Transfer } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import type { Outcome } from '@vitrine/sequencer';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool, PoolClient } from 'pg';
import { rewardFund } from '../../kit/funds.ts';
import type { KeyedMutex } from '../../kit/keyed-mutex.ts';
import { outsideReference } from '../../kit/reference.ts';

/** Where the fund's money comes from: the fees that clients have paid, or the exchange's own holdings. */
export type FundingSource = 'fees' | 'treasury';

export interface NewFunding {
  readonly source: FundingSource;
  readonly asset: AssetId;
  readonly units: AssetUnits;
}

export interface Funding extends NewFunding {
  readonly id: number;
  readonly approvedMs: number;
  /** Undefined while the transfer is under way. */
  readonly position: number | undefined;
}

interface Row {
  readonly funding_id: string;
  readonly source: FundingSource;
  readonly asset_id: number;
  readonly units: string;
  readonly approved_ms: string;
  readonly position: string | null;
}

const fromRow = (row: Row): Funding => ({
  id: Number(row.funding_id),
  source: row.source,
  asset: row.asset_id,
  units: Number(row.units) as AssetUnits,
  approvedMs: Number(row.approved_ms),
  position: row.position === null ? undefined : Number(row.position),
});

interface Parts {
  readonly pool: Pool;
  readonly core: () => Core;
  /** Debits of the fees are made one at a time. */
  readonly fees: KeyedMutex;
  readonly submit: (command: Transfer) => Promise<Outcome>;
  readonly clock: () => number;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/**
 * Deposits of the exchange into the fund for rewards. The second person's approval inserts a row, which is the job; the
 * ledger recognizes a repeated transfer by its reference.
 */
export class Fundings {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Call this within the transaction that marks the approval as done; `run` then moves the money. */
  async approve(transaction: PoolClient, approval: number, { source, asset, units }: NewFunding): Promise<void> {
    await transaction.query(
      `insert into reward_fundings (approval_id, source, asset_id, units, approved_ms) values ($1, $2, $3, $4, $5)
       on conflict (approval_id) do nothing`,
      [approval, source, asset, units, this.#parts.clock()],
    );
  }

  /** Sends the transfers of approved rows. Never throws. */
  async run(): Promise<void> {
    const { pool, fees, log } = this.#parts;
    try {
      const { rows } = await pool.query<Row>(
        `select * from reward_fundings where state = 'approved' order by funding_id limit 100`,
      );
      for (const row of rows) await fees.runExclusive('fees', () => this.#send(fromRow(row)));
    } catch (error) {
      log.error({ err: error }, 'funding of rewards failed, will retry');
    }
  }

  /** The latest ones, newest first. */
  async latest(limit: number): Promise<Funding[]> {
    const { rows } = await this.#parts.pool.query<Row>(
      'select * from reward_fundings order by funding_id desc limit $1',
      [limit],
    );
    return rows.map(fromRow);
  }

  async #send(funding: Funding): Promise<void> {
    const { pool, core, submit } = this.#parts;
    const command = fundingCommand(funding, outsideReference('reward funding', String(funding.id)));
    // The fees stay at or above zero: until there are enough, the row waits.
    const isFirst = core().acceptanceOf(command) === undefined;
    if (isFirst && funding.source === 'fees' && feesOf(core(), funding.asset) < funding.units) return;
    const outcome = await submit(command);
    if (outcome.refusal !== undefined) throw new Error(`the ledger refused funding ${funding.id}: ${outcome.refusal}`);
    await pool.query(
      `update reward_fundings set state = 'done', position = $2 where funding_id = $1 and state = 'approved'`,
      [funding.id, (outcome.repeated ?? outcome).position],
    );
  }
}

export const feesOf = (core: Core, asset: AssetId): number =>
  core.balance(systemOwners.fees, 'spot', asset).availableUnits;

/** Moves money of the exchange into the fund. */
export const fundingCommand = (
  { source, asset, units }: NewFunding,
  reference: NonNullable<Transfer['reference']>,
): Transfer => ({
  kind: 'Transfer',
  by: systemOwners[source],
  purpose: 'house_funding',
  legs: [
    { owner: systemOwners[source], wallet: 'spot', asset, units: -units as AssetUnits },
    { owner: rewardFund, wallet: 'spot', asset, units },
  ],
  reference,
});
