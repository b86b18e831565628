import type { Market } from '../book/market.ts';
import type { Taker } from '../book/taker.ts';
import type { State } from '../state.ts';
import * as codes from '../vocabulary/codes.ts';
import { isMarketOrder, isPostOnly } from '../vocabulary/order-traits.ts';
import * as refusals from '../vocabulary/refusals.ts';
import { canFill, crosses } from './liquidity.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { CANCEL_ONLY, FOK, HALTED } = codes;
const { refusalCode } = refusals;

/**
 * [T4]: checks a fired order before it activates. Returns the code of the refusal that ends the order, or that of
 * 'none'.
 */
export const refuseTurn = (state: State, market: Market, t: Taker): number => {
  const isLimit = !isMarketOrder(t.traits);
  if (state.owners.isFrozen(t.owner)) return refusalCode.account_frozen;
  if (!state.owners.mayTrade(t.owner, state.timeMs)) return refusalCode.account_restricted;
  if (market.status === HALTED) return refusalCode.market_halted;
  if (market.status === CANCEL_ONLY) return refusalCode.market_cancel_only;
  if (isLimit && (t.limit < market.lowest() || t.limit > market.highest())) return refusalCode.outside_price_band;
  if (isPostOnly(t.traits) && crosses(state, market, t.side, t.limit)) return refusalCode.would_take;
  if (t.timeInForce === FOK && !t.byBudget && !canFill(state, market, t)) return refusalCode.cannot_fill;
  if (!isLimit && !crosses(state, market, t.side, t.limit)) return refusalCode.no_liquidity;
  return refusalCode.none;
};
