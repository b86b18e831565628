import Big from 'big.js';
import { ceilTo, floorToStep, QUOTE_DECIMALS } from '../../../lib/decimal.ts';
import type { FuturesMarket, PositionSide } from '../../../lib/futures.ts';

/**
 * The arithmetic of perpetual positions as the core calculates it (rules Y4, Y5 and Z1 of its specification), so that
 * what is shown before an order matches the result. Amounts are in USDT with six decimals, sizes in the coin.
 */

const PPM = 1_000_000;
const SMALLEST = new Big('0.000001');
/** The highest risk tier. */
const MOST_TIER = 100;
const MOST_RATE_PPM = 500_000;

/** An amount as a whole number of the smallest units, rounded up. */
const unitsOf = (amount: Big): Big => amount.times(PPM).round(0, Big.roundUp);
const ceil = (value: Big): Big => value.round(0, Big.roundUp);
const floor = (value: Big): Big => value.round(0, Big.roundDown);
const ppmOf = (percent: string): number => Number(new Big(percent).times(10_000));

/** The margin of an order of this size at this price: the margin of one lot, rounded up, times the number of lots. */
export const marginOf = (price: Big, size: Big, leverage: number, lot: string): Big =>
  ceilTo(price.times(lot).div(leverage), QUOTE_DECIMALS).times(size.div(lot));

/** The maintenance rate of a position with this entry value, in parts per million. */
const maintenancePpm = (market: FuturesMarket, cost: Big): number => {
  const above = cost.minus(market.risk_limit);
  const tier = above.lte(0) ? 0 : Math.min(MOST_TIER, Number(ceil(above.div(market.risk_step))));
  return Math.min(MOST_RATE_PPM, ppmOf(market.maintenance_percent) + tier * ppmOf(market.risk_step_percent));
};

/** The figures that determine the liquidation price. */
export interface Exposure {
  readonly side: PositionSide;
  readonly size: Big;
  /** The entry value of the position: size × entry price. */
  readonly cost: Big;
  readonly margin: Big;
}

/** The mark price at which a position is liquidated; undefined for a long position that cannot be liquidated. */
export const liquidationPrice = (market: FuturesMarket, exposure: Exposure): Big | undefined => {
  const { side, size, cost, margin } = exposure;
  const rate = maintenancePpm(market, cost);
  const perTick = unitsOf(new Big(market.tick).times(size));
  if (perTick.lte(0)) return undefined;
  if (side === 'long') {
    if (cost.lt(margin)) return undefined;
    const debt = unitsOf(cost.minus(margin)).plus(1);
    const above = debt.plus(ceil(debt.times(rate).div(PPM - rate)));
    return floor(above.minus(1).div(perTick)).times(market.tick);
  }
  const worth = unitsOf(cost.plus(margin)).minus(1);
  const below = worth.minus(ceil(worth.times(rate).div(PPM + rate)));
  return ceil(below.plus(1).div(perTick)).times(market.tick);
};

/** Profit of a size between two prices. */
export const profitOf = (side: PositionSide, size: Big, entry: Big, exit: Big): Big =>
  (side === 'long' ? exit.minus(entry) : entry.minus(exit)).times(size);

/** The largest size, in whole lots, whose margin and fee at this price fit into a budget. */
export const sizeWithin = (
  budget: Big,
  terms: { readonly price: Big; readonly leverage: number; readonly feePercent: string; readonly lot: string },
): Big => {
  const { price, leverage, feePercent, lot } = terms;
  const perLot = ceilTo(price.times(lot).div(leverage), QUOTE_DECIMALS).plus(
    price.times(lot).times(feePercent).div(100),
  );
  if (perLot.lte(0)) return new Big(0);
  // `perLot` has the exact fee of a lot, but the exchange rounds the fee of the whole order up to the smallest unit,
  // for which one unit is set aside.
  const spendable = budget.minus(SMALLEST);
  return spendable.lte(0) ? new Big(0) : floorToStep(spendable.div(perLot).times(lot), new Big(lot));
};

/** The exit price at which a position earns this percentage of its margin; undefined if no positive price does. */
export const targetPrice = (side: PositionSide, entry: Big, leverage: number, returnPercent: Big): Big | undefined => {
  const move = entry.times(returnPercent).div(100).div(leverage);
  const target = side === 'long' ? entry.plus(move) : entry.minus(move);
  return target.gt(0) ? target : undefined;
};
