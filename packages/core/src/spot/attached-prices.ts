import type { Market } from '../book/market.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import * as codes from '../vocabulary/codes.ts';
import * as refusals from '../vocabulary/refusals.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { BUY, GTC, LIMIT, NO_TRIGGER } = codes;
const { refusalCode } = refusals;

/** The number of prices that are attached to the order: 0, 1 or 2. */
const attached = (c: CommandFields): number => (c.takeProfitTicks === 0 ? 0 : 1) + (c.stopLossTicks === 0 ? 0 : 1);

export const hasAttached = (c: CommandFields): boolean => c.takeProfitTicks !== 0 || c.stopLossTicks !== 0;

/** [H1]: whether the take-profit or the stop-loss would be reached at the price at which the order is filled. */
export const refuseAttached = (market: Market, c: CommandFields): number => {
  const start = c.triggerKind === NO_TRIGGER ? market.lastOrListed : c.triggerTicks;
  const entry = c.type === LIMIT ? c.priceTicks : start;
  const isBuy = c.side === BUY;
  const worst = isBuy ? Math.min(entry, start) : Math.max(entry, start);
  if (c.takeProfitTicks !== 0 && (isBuy ? c.takeProfitTicks <= entry : c.takeProfitTicks >= entry))
    return refusalCode.take_profit_wrong_side;
  if (c.stopLossTicks !== 0 && (isBuy ? c.stopLossTicks >= worst : c.stopLossTicks <= worst))
    return refusalCode.stop_loss_wrong_side;
  return refusalCode.none;
};

/** [M5] [H1]: the number of open orders that the order may lead to. */
export const openOrdersOf = (c: CommandFields): number =>
  (c.triggerKind !== NO_TRIGGER || c.timeInForce === GTC ? 1 : 0) + attached(c);
