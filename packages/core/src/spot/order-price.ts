import type { Market } from '../book/market.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import type { State } from '../state.ts';
import * as codes from '../vocabulary/codes.ts';
import * as refusals from '../vocabulary/refusals.ts';
import { crosses } from './liquidity.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { BUY, LIMIT, MARKET, NO_TRIGGER } = codes;
const { refusalCode } = refusals;

/** [P8]: whether the worst price of a market order is the price in its command, rather than the edge of the band. */
export const isProtected = (market: Market, c: CommandFields): boolean => {
  if (c.type !== MARKET || c.priceTicks === 0) return false;
  return c.side === BUY ? c.priceTicks < market.highest() : c.priceTicks > market.lowest();
};

/**
 * The price that an order's band is centered on, and at which a market order is valued: the order's trigger or, without
 * one, the center of the market's band.
 */
export const centreOf = (market: Market, c: CommandFields): number =>
  c.triggerKind === NO_TRIGGER ? market.centre : c.triggerTicks;

/** The worst price at which an order may trade. */
export const limitOf = (market: Market, c: CommandFields): number => {
  if (c.type === LIMIT) return c.priceTicks;
  if (c.triggerKind !== NO_TRIGGER) return market.protection(c.side, c.triggerTicks);
  if (isProtected(market, c)) return c.priceTicks;
  return c.side === BUY ? market.highest() : market.lowest();
};

/** [M3]: whether the limit of a limit order is within the band. */
export const isLimitAllowed = (market: Market, c: CommandFields): boolean => {
  if (c.type !== LIMIT) return true;
  if (c.triggerKind !== NO_TRIGGER) return market.isWithinBand(c.priceTicks, c.triggerTicks);
  return c.priceTicks >= market.lowest() && c.priceTicks <= market.highest();
};

/** Refuses a market order if no order in the book is within its limit. Returns the refusal code, which may be `none`. */
export const refuseEmptyHanded = (state: State, market: Market, c: CommandFields, limit: number): number => {
  if (c.type !== MARKET || crosses(state, market, c.side, limit)) return refusalCode.none;
  const bandEdge = c.side === BUY ? market.highest() : market.lowest();
  const isThere = isProtected(market, c) && crosses(state, market, c.side, bandEdge);
  return isThere ? refusalCode.beyond_protection : refusalCode.no_liquidity;
};
