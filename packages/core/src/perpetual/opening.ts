import * as money from '@vitrine/money';
import { type AssetUnits, feeUnitsCeil, type RatePpm } from '@vitrine/money';
import type { Market } from '../book/market.ts';
import * as worstCase from '../spot/worst-case.ts';
import { notionalUnits } from '../spot/worst-case.ts';
import type { State } from '../state.ts';
import { assert } from '../vocabulary/assert.ts';
import * as codes from '../vocabulary/codes.ts';
import type { Perpetual } from './perpetual.ts';
import { sideOfPosition } from './positions.ts';
import { isDue, maintenancePpmOf, marginPerLot } from './risk.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { MAX_UNITS } = money;
const { BUY } = codes;
const { BEYOND_RANGE } = worstCase;

/** [Z1]: the hold of an opening order for this many open lots at this price: margin plus the fee at this rate. */
export const openingHold = (
  priceTicks: number,
  lots: number,
  tickLotUnits: number,
  leverage: number,
  ratePpm: number,
): number => {
  const notional = notionalUnits(priceTicks, lots, tickLotUnits);
  if (notional === BEYOND_RANGE) return BEYOND_RANGE;
  const margin = lots * marginPerLot(priceTicks, tickLotUnits, leverage);
  const hold = margin + feeUnitsCeil(notional as AssetUnits, ratePpm as RatePpm);
  return hold <= MAX_UNITS ? hold : BEYOND_RANGE;
};

/** The best price of the other side if an order with this limit would trade at it; otherwise the limit. */
export const firstPrice = (state: State, market: Market, side: number, limit: number): number => {
  const best = (side === BUY ? market.asks : market.bids).best();
  if (best < 0) return limit;
  const price = state.levels.price[best];
  return side === BUY ? Math.min(limit, price) : Math.max(limit, price);
};

/**
 * [Z1]: the price at which the margin of an order that would trade immediately is computed. For a sell it may be above the
 * limit, because the sell may be filled above its limit.
 */
export const holdPrice = (state: State, market: Market, side: number, limit: number): number =>
  side === BUY ? limit : firstPrice(state, market, side, limit);

/**
 * The maximum cost of a position. It is so low that no sum of a cost and a margin exceeds 2^53 − 1, even if the margin
 * is twice the cost.
 */
const MAX_COST_UNITS = 2 ** 51;

/**
 * [Z3] [Z4]: whether adding these lots at this price to a position is not allowed, because the position would have to
 * be liquidated immediately or would be too large. `position` is -1 if its owner has no seat yet.
 */
export const wouldBeDue = (
  perpetual: Perpetual,
  position: number,
  lots: number,
  priceTicks: number,
  side = sideOfPosition(position),
): boolean => {
  const { defaultLeverage, market, markTicks, positions, terms } = perpetual;
  const { tickLotUnits } = market;
  const cost = priceTicks * lots * tickLotUnits;
  const isNew = position < 0;
  const allCost = isNew ? cost : positions.cost[position] + cost;
  if (allCost > MAX_COST_UNITS) return true;
  const leverage = isNew ? defaultLeverage : positions.leverage[position];
  const margin = lots * marginPerLot(priceTicks, tickLotUnits, leverage);
  const exposure = isNew
    ? { side, lotTickUnits: lots * tickLotUnits, costUnits: cost, marginUnits: margin }
    : positions.exposureOf(position, lots, cost, margin);
  return isDue(exposure, maintenancePpmOf(terms, allCost), markTicks);
};

/** Adds lots and their margin to a position. The margin must already be held in the owner's account. */
export const openLots = (perpetual: Perpetual, position: number, lots: number, cost: number, margin: number): void => {
  const { positions } = perpetual;
  assert(margin > 0, 'lots were opened without margin');
  positions.lots[position] += lots;
  positions.cost[position] += cost;
  positions.margin[position] += margin;
  perpetual.settleRisk(position);
};
