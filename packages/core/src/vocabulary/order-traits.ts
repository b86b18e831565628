import { orderTypes, selfTrades, sides, timesInForce, triggerKinds } from './codes.ts';

/** An order's literals in one number: what OrderAccepted and the order columns carry. */
export const orderTraits = (
  side: number,
  type: number,
  timeInForce: number,
  postOnly: number,
  selfTrade: number,
  trigger: number,
): number => side | (type << 1) | (timeInForce << 2) | (postOnly << 4) | (selfTrade << 5) | (trigger << 7);

export const orderTraitsOf = (traits: number) => ({
  side: sides[traits & 1],
  type: orderTypes[(traits >> 1) & 1],
  timeInForce: timesInForce[(traits >> 2) & 3],
  postOnly: ((traits >> 4) & 1) === 1,
  selfTrade: selfTrades[(traits >> 5) & 3],
  trigger: triggerKinds[(traits >> 7) & 3],
});
