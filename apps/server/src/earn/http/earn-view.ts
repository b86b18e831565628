import { formatDecimal } from '@vitrine/money';
import { closedReason, type Product, poolFigures, readProducts } from '../products/products.ts';
import type { Handler, Services } from '../services.ts';
import { coinOnWire, daysOf, percentText } from './wire.ts';

export const earnView: Handler<'earnView'> = async ({ services }) => {
  const products = await readProducts(services.earn.pool, services.clock());
  return {
    // An ended product takes no new money for good; its stakes are listed with the client's own.
    earn: products.filter(({ endedMs }) => endedMs === undefined).map((product) => productOnWire(services, product)),
    time: services.clock(),
    position: services.core.position,
  };
};

function productOnWire(services: Services, product: Product) {
  const { core, earn, instruments } = services;
  const asset = instruments.asset(product.asset);
  const show = (units: number) => formatDecimal(units, asset.scale);
  const figures = poolFigures(core, product);
  const reason = closedReason(product, figures, earn.isListed(product.asset));
  const funds = figures.freeUnits + figures.promisedUnits + figures.accruedUnits;
  const needed = figures.promisedUnits + figures.accruedUnits + figures.reserveUnits;
  return {
    id: product.id,
    ...coinOnWire(services, asset),
    apr: percentText(product.tiers[0]?.aprPpm ?? 0),
    earn_items: [
      { id: product.id, minimum_amount: show(product.minimumUnits), maximum_amount: show(product.maximumUnits) },
    ],
    tiers: product.tiers.map(({ days, aprPpm }) => ({ days, apr: percentText(aprPpm) })),
    quota: show(product.quotaUnits),
    quota_left: show(Math.max(0, product.quotaUnits - product.usedUnits)),
    pool_funds: show(funds),
    pool_needed: show(needed),
    ...(needed === 0 ? {} : { pool_percent: formatDecimal(Number((BigInt(funds) * 1_000n) / BigInt(needed)), 1) }),
    source: product.source,
    notice_days: daysOf(product.noticeMs),
    initial_percent: percentText(product.initialPpm),
    open: reason === undefined,
    ...(reason === undefined ? {} : { closed_reason: reason }),
    delayed: product.isDelayed,
    version: product.version,
  };
}
