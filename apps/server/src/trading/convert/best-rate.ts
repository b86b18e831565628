import type { AssetId, Core } from '@vitrine/core';
import type { Instrument, Instruments } from '../../kit/instruments.ts';

type Books = Pick<Core, 'depth'>;

/** Markets that convert one asset into another. */
interface Routes {
  /** Sales and purchases in a single market. */
  readonly sales: readonly Instrument[];
  readonly purchases: readonly Instrument[];
  /** A sale, and a purchase that spends its proceeds; empty if a single market is enough. */
  readonly through: readonly (readonly [sale: Instrument, purchase: Instrument])[];
}

function routesOf(instruments: Pick<Instruments, 'spot'>, from: AssetId, to: AssetId): Routes {
  const sold = instruments.spot().filter(({ base }) => base.asset === from);
  const bought = instruments.spot().filter(({ base }) => base.asset === to);
  const sales = sold.filter(({ quote }) => quote.asset === to);
  const purchases = bought.filter(({ quote }) => quote.asset === from);
  const isDirect = sales.length + purchases.length > 0;
  const pairsOf = (sale: Instrument) =>
    bought.filter(({ quote }) => quote.asset === sale.quote.asset).map((purchase) => [sale, purchase] as const);
  return { sales, purchases, through: isDirect ? [] : sold.flatMap(pairsOf) };
}

/** Whether any markets that are not delisted could convert `from` into `to`, whatever their status is now. */
export function hasRoute(instruments: Pick<Instruments, 'spot'>, from: AssetId, to: AssetId): boolean {
  const { sales, purchases, through } = routesOf(instruments, from, to);
  return sales.length + purchases.length + through.length > 0;
}

/**
 * Units of `to` per unit of `from` at the current best prices, without fees: no conversion of any size gets a better
 * rate. Zero if nothing can be traded.
 */
export function bestRate(core: Books, instruments: Instruments, from: AssetId, to: AssetId): number {
  const { sales, purchases, through } = routesOf(instruments, from, to);
  return Math.max(
    0,
    ...sales.map((sale) => saleRate(core, sale)),
    ...purchases.map((purchase) => purchaseRate(core, purchase)),
    ...through.map(([sale, purchase]) => saleRate(core, sale) * purchaseRate(core, purchase)),
  );
}

function saleRate(core: Books, { market, rules }: Instrument): number {
  const [bid] = core.depth(market, 1).bids;
  return bid === undefined ? 0 : (bid[0] * rules.tickLotUnits) / rules.lotUnits;
}

function purchaseRate(core: Books, { market, rules }: Instrument): number {
  const [ask] = core.depth(market, 1).asks;
  return ask === undefined ? 0 : rules.lotUnits / (ask[0] * rules.tickLotUnits);
}
