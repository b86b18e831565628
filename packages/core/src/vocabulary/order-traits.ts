import { orderTypes, selfTrades, sides, timesInForce, triggerKinds } from './codes.ts';

// An order's literals packed into one number, as in OrderAccepted and the order columns. Never move a bit; only append.

/** The order is a market order, but its own price is the worst price at which it may trade. */
export const PROTECTED = 512;

/** The order closes a position and never opens one. */
export const REDUCE_ONLY = 1024;
const REDUCE_ONLY_BIT = 10;

/** The order is the take-profit or the stop-loss of another order. */
export const PROTECTS = 2048;

export const orderTraits = (
  side: number,
  type: number,
  timeInForce: number,
  postOnly: number,
  selfTrade: number,
  trigger: number,
): number => side | (type << 1) | (timeInForce << 2) | (postOnly << 4) | (selfTrade << 5) | (trigger << 7);

export const sideOf = (traits: number): number => traits & 1;
export const isMarketOrder = (traits: number): boolean => (traits & 2) !== 0;
export const timeInForceOf = (traits: number): number => (traits >> 2) & 3;
export const isPostOnly = (traits: number): boolean => (traits & 16) !== 0;
export const selfTradeOf = (traits: number): number => (traits >> 5) & 3;
export const triggerOf = (traits: number): number => (traits >> 7) & 3;
export const isProtected = (traits: number): boolean => (traits & PROTECTED) !== 0;

export const protects = (traits: number): boolean => (traits & PROTECTS) !== 0;

export const isReduceOnly = (traits: number): boolean => (traits & REDUCE_ONLY) !== 0;
/** The side of the position that an order in a perpetual market opens or closes, as a code (LONG or SHORT). */
export const positionSideOf = (traits: number): number => (traits ^ (traits >> REDUCE_ONLY_BIT)) & 1;

/** Whether an order fires at its trigger price or above: a buy stop or a sell take-profit. */
export const firesAbove = (traits: number): boolean => sideOf(traits) === triggerOf(traits) - 1;

/** The literals that are packed into the traits. */
export const orderTraitsOf = (traits: number) => ({
  side: sides[sideOf(traits)],
  type: orderTypes[isMarketOrder(traits) ? 1 : 0],
  timeInForce: timesInForce[timeInForceOf(traits)],
  postOnly: isPostOnly(traits),
  selfTrade: selfTrades[selfTradeOf(traits)],
  trigger: triggerKinds[triggerOf(traits)],
  reduceOnly: isReduceOnly(traits) ? true : undefined,
});
