import { formatDecimal } from '@vitrine/money';
import { valueText, valueUnits } from '../../wallet/http/valuation.ts';
import { daysOf, percentText } from '../http/wire.ts';
import { type MinerProduct, minerClosedReason, readMinerProducts, wholeOutput } from '../miners/miner-products.ts';
import type { Funding } from '../pools/pool-fundings.ts';
import { closedReason, type Product, poolFigures, readProducts } from '../products/products.ts';
import type { Handler, Services } from '../services.ts';
import { poolOnWire, readPoolEntries } from './earn-pools.ts';

const LATEST = 20;

export const consoleEarn: Handler<'consoleEarn'> = async ({ services }) => {
  const { earn, core, clock } = services;
  const [products, miners, entries, fundings] = await Promise.all([
    readProducts(earn.pool, clock()),
    readMinerProducts(earn.pool, clock()),
    readPoolEntries(services),
    earn.poolFundings.latest(LATEST),
  ]);
  const pools: Awaited<ReturnType<typeof poolOnWire>>[] = [];
  // One after the other, so that the page occupies one connection of the pool that all clients share.
  for (const entry of entries) pools.push(await poolOnWire(services, entry));
  return {
    products: products.map((product) => productOnWire(services, product)),
    miners: miners.map((miner) => minerOnWire(services, miner)),
    pools,
    fundings: fundings.map((funding) => fundingOnWire(services, funding)),
    time: clock(),
    position: core.position,
  };
};

function productOnWire(services: Services, product: Product) {
  const { core, earn, instruments } = services;
  const asset = instruments.asset(product.asset);
  const show = (units: number) => formatDecimal(units, asset.scale);
  const reason = closedReason(product, poolFigures(core, product), earn.isListed(product.asset));
  return {
    product_id: product.id,
    coin: asset.code,
    tiers: product.tiers.map(({ days, aprPpm }) => ({ days, apr: percentText(aprPpm) })),
    minimum_amount: show(product.minimumUnits),
    maximum_amount: show(product.maximumUnits),
    quota: show(product.quotaUnits),
    used: show(product.usedUnits),
    notice_days: daysOf(product.noticeMs),
    initial_percent: percentText(product.initialPpm),
    reserve_days: product.reserveDays,
    pool_id: product.pool,
    source: product.source,
    version: product.version,
    number: product.number,
    paused: product.isPaused,
    ...(reason === undefined ? {} : { closed_reason: reason }),
    ...(product.endedMs === undefined ? {} : { ended_at: product.endedMs }),
  };
}

function minerOnWire(services: Services, miner: MinerProduct) {
  const { instruments } = services;
  const asset = instruments.asset(miner.asset);
  const priceAsset = instruments.asset(miner.priceAsset);
  const value = (view: typeof asset, units: number) => valueText(services, valueUnits(services, view, units));
  const reason = minerClosedReason(services, miner);
  return {
    product_id: miner.id,
    coin: asset.code,
    price: formatDecimal(miner.priceUnits, priceAsset.scale),
    price_coin: priceAsset.code,
    days: miner.days,
    daily_output: formatDecimal(miner.dailyUnits, asset.scale),
    total_output: formatDecimal(wholeOutput(miner), asset.scale),
    price_usdt: value(priceAsset, miner.priceUnits),
    total_usdt: value(asset, wholeOutput(miner)),
    quota: miner.quota,
    used: miner.used,
    most_per_client: miner.mostPerClient,
    ...(miner.mostWorthPercent === undefined ? {} : { most_worth_percent: miner.mostWorthPercent }),
    pool_id: miner.pool,
    source: miner.source,
    demo: miner.isDemo,
    version: miner.version,
    number: miner.number,
    paused: miner.isPaused,
    ...(reason === undefined ? {} : { closed_reason: reason }),
  };
}

function fundingOnWire({ instruments }: Services, funding: Funding) {
  const { code, scale } = instruments.asset(funding.asset);
  return {
    id: funding.id,
    pool: funding.poolName,
    coin: code,
    amount: formatDecimal(funding.units, scale),
    account: funding.account,
    direction: funding.direction,
    state: funding.state,
    approved_at: funding.approvedMs,
    position: funding.position ?? 0,
  };
}
