import { type AssetUnits, feeUnitsCeil, type RatePpm } from '@vitrine/money';
import type { Market } from '../book/market.ts';
import type { Taker } from '../book/taker.ts';
import type { State } from '../state.ts';
import * as codes from '../vocabulary/codes.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { BUY, CANCEL_OLDEST } = codes;

/** Whether the other side's best price is within an order's limit. */
export const crosses = (state: State, market: Market, side: number, limit: number): boolean => {
  const best = (side === BUY ? market.asks : market.bids).best();
  if (best < 0) return false;
  const price = state.levels.price[best];
  return side === BUY ? price <= limit : price >= limit;
};

/** The properties of a taker that this check needs. The order need not have been placed yet. */
type Wanted = Pick<Taker, 'seat' | 'side' | 'limit' | 'open' | 'selfTrade' | 'budget' | 'takerPpm'>;

/**
 * Whether a fill-or-kill order would be filled completely within its limit. False if it would meet an order of its own
 * owner, except with `cancel_oldest`, which cancels that order. If the order has a budget, a buy must pay at most the
 * budget, including fees, and a sell must get at least the budget, after fees. [B2]: false if the order would meet more
 * orders than one command has steps.
 */
export const canFill = (state: State, market: Market, wanted: Wanted): boolean => {
  const { seat, side, limit, selfTrade, budget, takerPpm } = wanted;
  const { levels, orders } = state;
  const opposite = side === BUY ? market.asks : market.bids;
  let missing = wanted.open;
  let total = 0;
  let looks = state.stepLimit;
  for (let level = opposite.best(); level >= 0; level = opposite.worse(level)) {
    const price = levels.price[level];
    if (side === BUY ? price > limit : price < limit) return false;
    for (let next = levels.first[level]; next !== 0; next = orders.next[next - 1]) {
      const maker = next - 1;
      if (looks-- === 0) return false;
      if (orders.seat[maker] === seat) {
        if (selfTrade !== CANCEL_OLDEST) return false;
        continue;
      }
      const lots = Math.min(missing, orders.open[maker]);
      const notional = price * lots * market.tickLotUnits;
      const fee = feeUnitsCeil(notional as AssetUnits, takerPpm as RatePpm);
      total += side === BUY ? notional + fee : notional - fee;
      missing -= lots;
      if (missing === 0) return budget === 0 || (side === BUY ? total <= budget : total >= budget);
    }
  }
  return false;
};
