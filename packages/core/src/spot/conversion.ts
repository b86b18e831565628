import { type AssetUnits, feeUnitsCeil, type RatePpm } from '@vitrine/money';
import type { Market } from '../book/market.ts';
import type { State } from '../state.ts';
import * as codes from '../vocabulary/codes.ts';
import * as refusals from '../vocabulary/refusals.ts';
import { BEYOND_RANGE, lotsForBudget, notionalUnits } from './worst-case.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { BUY, CANCEL_ONLY, DELISTED, HALTED, SELL } = codes;
const { refusalCode } = refusals;

/**
 * One trade of a conversion: a market order that must be filled completely, with the result it would have in the
 * current book.
 */
export interface ConversionLeg {
  readonly market: Market;
  readonly side: number;
  /** The amount that the leg may spend: base units for a sale, quote units for a purchase. */
  givenUnits: number;
  /** The lots that a sale sells, or that a purchase would buy. */
  sizeLots: number;
  /** The part of `givenUnits` that is spent, including the fee for a purchase. */
  spentUnits: number;
  /** The amount that is received, after deducting the fee of a sale. */
  receivedUnits: number;
  feeUnits: number;
}

const leg = (market: Market, side: number): ConversionLeg => ({
  market,
  side,
  givenUnits: 0,
  sizeLots: 0,
  spentUnits: 0,
  receivedUnits: 0,
  feeUnits: 0,
});

/**
 * [K1]: one leg if the two assets have a market, otherwise a sale and a purchase via a common quote asset; empty if
 * neither is possible.
 */
export const routeOf = (state: State, from: number, to: number): ConversionLeg[] => {
  const markets = state.markets.filter(({ payment, status }) => payment.isSpot && status !== DELISTED);
  for (const market of markets) {
    if (market.base === from && market.quote === to) return [leg(market, SELL)];
    if (market.base === to && market.quote === from) return [leg(market, BUY)];
  }
  for (const sale of markets) {
    if (sale.base !== from) continue;
    const purchase = markets.find((market) => market.base === to && market.quote === sale.quote);
    if (purchase !== undefined) return [leg(sale, SELL), leg(purchase, BUY)];
  }
  return [];
};

export const refuseStatus = (legs: readonly ConversionLeg[]): number => {
  if (legs.some(({ market }) => market.status === HALTED)) return refusalCode.market_halted;
  if (legs.some(({ market }) => market.status === CANCEL_ONLY)) return refusalCode.market_cancel_only;
  return legs.some(({ market }) => market.isBusy) ? refusalCode.market_busy : refusalCode.none;
};

/** Sets how much the leg may spend. A sale sells only its whole lots. */
export const give = (leg: ConversionLeg, units: number): void => {
  leg.givenUnits = units;
  if (leg.side === SELL) leg.sizeLots = Math.floor(units / leg.market.lotUnits);
};

/** [M4]: a sale is valued at the center of the band, a purchase at its budget. */
const valuedAt = ({ market, side, givenUnits, sizeLots }: ConversionLeg): number =>
  side === SELL ? notionalUnits(market.centre, sizeLots, market.tickLotUnits) : givenUnits;

export const isBeyondRange = (leg: ConversionLeg): boolean => valuedAt(leg) === BEYOND_RANGE;

export const refuseBounds = (leg: ConversionLeg): number => {
  const { market, side, sizeLots } = leg;
  const value = valuedAt(leg);
  if (value < market.minNotionalUnits || value === 0) return refusalCode.below_minimum;
  if (side === SELL && sizeLots < market.minSizeLots) return refusalCode.below_minimum;
  if (value > market.maxNotionalUnits) return refusalCode.above_maximum;
  return side === SELL && sizeLots > market.maxSizeLots ? refusalCode.above_maximum : refusalCode.none;
};

/** The worst price that the leg may currently trade at. */
export const limitOf = ({ market, side }: ConversionLeg): number => (side === BUY ? market.highest() : market.lowest());

/** The number of resting orders that the conversion may still examine. */
let looks = 0;

/**
 * [B2]: must be called before the first leg of a conversion. The legs together may examine at most as many resting
 * orders as one command may take steps.
 */
export const beginLooking = (state: State): void => {
  looks = state.stepLimit;
};

/**
 * Computes what the leg's order would do in the current book. Returns a refusal if it would not be filled completely.
 */
export const tryLeg = (state: State, owner: number, leg: ConversionLeg): number => {
  const takerPpm = state.takerPpm[state.owners.tierOf(owner)];
  return leg.side === BUY ? tryPurchase(state, owner, leg, takerPpm) : trySale(state, owner, leg, takerPpm);
};

const trySale = (state: State, owner: number, leg: ConversionLeg, takerPpm: number): number => {
  const { market, sizeLots } = leg;
  let missing = sizeLots;
  leg.spentUnits = sizeLots * market.lotUnits;
  return meetMakers(state, owner, leg, (price, openLots) => {
    const lots = Math.min(missing, openLots);
    const notional = price * lots * market.tickLotUnits;
    const fee = feeUnitsCeil(notional as AssetUnits, takerPpm as RatePpm);
    leg.receivedUnits += notional - fee;
    leg.feeUnits += fee;
    missing -= lots;
    return missing === 0;
  });
};

/** [P4]: buys whole lots as long as the budget suffices. */
const tryPurchase = (state: State, owner: number, leg: ConversionLeg, takerPpm: number): number => {
  const { market, givenUnits } = leg;
  const affordable = (price: number) =>
    lotsForBudget(givenUnits - leg.spentUnits, price * market.tickLotUnits, takerPpm);
  const refusal = meetMakers(state, owner, leg, (price, openLots) => {
    const lots = Math.min(affordable(price), openLots);
    const notional = price * lots * market.tickLotUnits;
    const fee = feeUnitsCeil(notional as AssetUnits, takerPpm as RatePpm);
    leg.spentUnits += notional + fee;
    leg.receivedUnits += lots * market.lotUnits;
    leg.feeUnits += fee;
    leg.sizeLots += lots;
    return affordable(price) === 0;
  });
  return refusal === refusalCode.none && leg.sizeLots === 0 ? refusalCode.below_minimum : refusal;
};

/**
 * Calls `meet` with each order that the leg would trade with, best first, until `meet` returns true because the leg
 * needs no more orders. If the leg would need more orders than it can get, returns the refusal; otherwise `none`.
 */
const meetMakers = (
  state: State,
  owner: number,
  leg: ConversionLeg,
  meet: (price: number, openLots: number) => boolean,
): number => {
  const { levels, orders, seats } = state;
  const { market, side } = leg;
  const limit = limitOf(leg);
  const seat = seats.find(owner, market.id);
  const book = side === BUY ? market.asks : market.bids;
  for (let level = book.best(); level >= 0; level = book.worse(level)) {
    const price = levels.price[level];
    if (side === BUY ? price > limit : price < limit) break;
    for (let next = levels.first[level]; next !== 0; next = orders.next[next - 1]) {
      if (looks-- === 0) return refusalCode.no_liquidity;
      if (orders.seat[next - 1] === seat) return refusalCode.cannot_fill;
      if (meet(price, orders.open[next - 1])) return refusalCode.none;
    }
  }
  return refusalCode.no_liquidity;
};
