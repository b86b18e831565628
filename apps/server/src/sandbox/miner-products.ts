import { type Core, systemOwners, type Transfer } from '@vitrine/core';
import { parseDecimal } from '@vitrine/money';
import type { Outcome } from '@vitrine/sequencer';
import type { Pool, PoolClient } from 'pg';
import { poolOwner, poolWallets } from '../earn/accounts.ts';
import { insertMiner } from '../earn/miners/publish-miner.ts';
import { houseTransfer } from '../kit/house-money.ts';
import { inTransaction } from '../kit/postgres/transaction.ts';
import { sandboxReference } from './outside-reference.ts';

interface SandboxMiner {
  readonly days: number;
  /** USDT. */
  readonly price: string;
  readonly daily: string;
  readonly quota: number;
  readonly mostPerClient: number;
  /** What the treasury puts into the pool. */
  readonly pool: string;
}

const COIN = 'TRX';

/** Term and output of the first one are those of the specification’s sample. */
const miners: readonly SandboxMiner[] = [
  { days: 90, price: '18', daily: '0.81', quota: 500, mostPerClient: 5, pool: '40000' },
  { days: 180, price: '190', daily: '4', quota: 40, mostPerClient: 2, pool: '30000' },
];

interface MinerServices {
  readonly earn: { readonly pool: Pool };
  readonly core: Pick<Core, 'assets' | 'acceptanceOf'>;
  readonly sequencer: { submit(command: Transfer): Promise<Outcome> };
  clock(): number;
}

/**
 * Publishes the sandbox's miners at the first start, each with a pool of its own that the treasury funds: a promotional
 * budget, and a demonstration, as the product page states. Later starts change nothing.
 */
export async function startMiners(services: MinerServices): Promise<void> {
  const { earn, core, sequencer } = services;
  const assets = core.assets();
  const coin = assets.find(({ code }) => code === COIN);
  const usdt = assets.find(({ code }) => code === 'USDT');
  if (coin === undefined || usdt === undefined) return;
  for (const [rank, miner] of miners.entries()) {
    const pool = await inTransaction(earn.pool, (client) =>
      publish(client, miner, {
        rank,
        asset: coin.asset,
        priceAsset: usdt.asset,
        priceUnits: parseDecimal(miner.price, usdt.scale) ?? 0,
        dailyUnits: parseDecimal(miner.daily, coin.scale) ?? 0,
        nowMs: services.clock(),
      }),
    );
    const funding = fundingOf(pool, coin.asset, parseDecimal(miner.pool, coin.scale) ?? 0);
    // After the first start, this command is already in the log.
    if (core.acceptanceOf(funding) === undefined) await sequencer.submit(funding);
  }
}

interface Terms {
  readonly rank: number;
  readonly asset: number;
  readonly priceAsset: number;
  readonly priceUnits: number;
  readonly dailyUnits: number;
  readonly nowMs: number;
}

/** Returns the miner's pool. */
async function publish(
  client: PoolClient,
  { days, quota, mostPerClient }: SandboxMiner,
  terms: Terms,
): Promise<number> {
  const { rows: before } = await client.query<{ pool_id: number }>(
    'select pool_id from miner_products where is_demo and rank = $1 order by product_id limit 1',
    [terms.rank],
  );
  if (before[0] !== undefined) return before[0].pool_id;
  const { asset, priceAsset, priceUnits, dailyUnits, nowMs } = terms;
  return insertMiner(
    client,
    { asset, priceAsset, coin: COIN, source: 'promotional_budget', isDemo: true },
    { priceUnits, dailyUnits, days, quota, mostPerClient },
    nowMs,
  );
}

const fundingOf = (pool: number, asset: number, units: number): Transfer =>
  houseTransfer([systemOwners.treasury, 'spot'], [poolOwner(pool), poolWallets.free], {
    asset,
    units,
    reference: sandboxReference(`miner pool ${pool}`),
  });
