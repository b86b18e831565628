import { type Core, systemOwners, type Transfer } from '@vitrine/core';
import { parseDecimal } from '@vitrine/money';
import type { Outcome } from '@vitrine/sequencer';
import type { Pool, PoolClient } from 'pg';
import { poolOwner, poolWallets } from '../earn/accounts.ts';
import { insertProduct } from '../earn/products/publish-product.ts';
import { houseTransfer } from '../kit/house-money.ts';
import { inTransaction } from '../kit/postgres/transaction.ts';
import { sandboxReference } from './outside-reference.ts';

const DAY_MS = 86_400_000;
/** The terms of every product, from flexible to the longest, in days. */
const TERMS = [0, 5, 10, 15, 30, 60, 120, 180] as const;
const LONGEST_IS = 4;

interface SandboxProduct {
  readonly coin: string;
  /** The flexible rate, in parts per million a year. */
  readonly aprPpm: number;
  readonly minimum: string;
  readonly maximum: string;
  readonly quota: string;
  /** What the treasury puts into the pool. */
  readonly pool: string;
}

/** The rates of BTC, ETH and ADA are those of the specification. */
const products: readonly SandboxProduct[] = [
  { coin: 'USDT', aprPpm: 30_000, minimum: '10', maximum: '50000', quota: '2000000', pool: '120000' },
  { coin: 'BTC', aprPpm: 3_200, minimum: '0.0005', maximum: '5', quota: '200', pool: '2' },
  { coin: 'ETH', aprPpm: 9_400, minimum: '0.01', maximum: '100', quota: '3000', pool: '60' },
  { coin: 'USDC', aprPpm: 28_000, minimum: '10', maximum: '50000', quota: '1000000', pool: '60000' },
  { coin: 'SOL', aprPpm: 21_000, minimum: '0.1', maximum: '2000', quota: '50000', pool: '2000' },
  { coin: 'ADA', aprPpm: 4_400, minimum: '10', maximum: '100000', quota: '5000000', pool: '40000' },
  // Has nothing to pay interest from: shows how a product closes.
  { coin: 'TRX', aprPpm: 17_500, minimum: '50', maximum: '200000', quota: '10000000', pool: '0' },
];

/** The rate of a term: on a straight line from the flexible one to the longest, which is four times as high. */
const rateOf = (aprPpm: number, term: number): number =>
  Math.round(aprPpm * (1 + ((LONGEST_IS - 1) * term) / (TERMS.length - 1)));

interface EarnServices {
  readonly earn: { readonly pool: Pool };
  readonly core: Pick<Core, 'assets' | 'acceptanceOf'>;
  readonly sequencer: { submit(command: Transfer): Promise<Outcome> };
  clock(): number;
}

/**
 * Publishes the sandbox's earn products at the first start, each with a pool of its own that the treasury funds: a
 * promotional budget, as the product page states. Later starts change nothing.
 */
export async function startEarnProducts(services: EarnServices): Promise<void> {
  const { earn, core } = services;
  const assets = core.assets();
  for (const product of products) {
    const asset = assets.find(({ code }) => code === product.coin);
    if (asset === undefined) continue;
    const units = (text: string) => parseDecimal(text, asset.scale) ?? 0;
    const pool = await inTransaction(earn.pool, (client) =>
      publish(client, product, { asset: asset.asset, nowMs: services.clock(), units }),
    );
    await fund(services, pool, asset.asset, units(product.pool));
  }
}

/** Returns the product's pool. */
async function publish(
  client: PoolClient,
  { coin, aprPpm, minimum, maximum, quota }: SandboxProduct,
  { asset, nowMs, units }: { asset: number; nowMs: number; units: (text: string) => number },
): Promise<number> {
  const { rows: before } = await client.query<{ pool_id: number }>(
    'select pool_id from earn_products where asset_id = $1 order by product_id limit 1',
    [asset],
  );
  if (before[0] !== undefined) return before[0].pool_id;
  const terms = {
    minimumUnits: units(minimum),
    maximumUnits: units(maximum),
    quotaUnits: units(quota),
    noticeMs: 7 * DAY_MS,
    initialPpm: 300_000,
    reserveDays: 30,
    tiers: TERMS.map((days, term) => ({ days, aprPpm: rateOf(aprPpm, term) })),
  };
  const { pool } = await insertProduct(client, { asset, coin, source: 'promotional_budget' }, terms, nowMs);
  return pool;
}

async function fund({ core, sequencer }: EarnServices, pool: number, asset: number, units: number): Promise<void> {
  if (units === 0) return;
  const funding = houseTransfer([systemOwners.treasury, 'spot'], [poolOwner(pool), poolWallets.free], {
    asset,
    units,
    reference: sandboxReference(`earn pool ${pool}`),
  });
  // After the first start, this command is already in the log.
  if (core.acceptanceOf(funding) === undefined) await sequencer.submit(funding);
}
