import type { Market } from '../book/market.ts';
import { triggeringTicks } from '../book/places.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import type { State } from '../state.ts';
import * as codes from '../vocabulary/codes.ts';
import { isMarketOrder, sideOf } from '../vocabulary/order-traits.ts';
import * as refusals from '../vocabulary/refusals.ts';
import { crosses } from './liquidity.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { BUY, GTC, LIMIT, NO_TRIGGER } = codes;
const { refusalCode } = refusals;

/** The number of prices that are attached to the order: 0, 1 or 2. */
const attached = (c: CommandFields): number => (c.takeProfitTicks === 0 ? 0 : 1) + (c.stopLossTicks === 0 ? 0 : 1);

export const hasAttached = (c: CommandFields): boolean => c.takeProfitTicks !== 0 || c.stopLossTicks !== 0;

/** An order whose attached prices are checked. A single record is reused, to avoid short-lived objects. */
const checked = { side: 0, isLimit: false, limit: 0, trigger: 0, takeProfit: 0, stopLoss: 0 };

/**
 * [H1]: the reason to refuse the attached prices of a new order, such as a take-profit that the order's own fill would
 * already reach; otherwise `none`.
 */
export const refuseAttached = (state: State, market: Market, c: CommandFields, limit: number): number => {
  checked.side = c.side;
  checked.isLimit = c.type === LIMIT;
  checked.limit = limit;
  checked.trigger = c.triggerKind === NO_TRIGGER ? 0 : c.triggerTicks;
  checked.takeProfit = c.takeProfitTicks;
  checked.stopLoss = c.stopLossTicks;
  return refuse(state, market);
};

/** Like `refuseAttached`, for an amendment of an open order to this limit and this trigger (0 if the order rests). */
export const refuseAmended = (state: State, market: Market, slot: number, limit: number, trigger: number): number => {
  const { orders } = state;
  const traits = orders.traits[slot];
  checked.side = sideOf(traits);
  checked.isLimit = !isMarketOrder(traits);
  checked.limit = limit;
  checked.trigger = trigger;
  checked.takeProfit = orders.takeProfitOf(slot);
  checked.stopLoss = orders.stopLossOf(slot);
  return refuse(state, market);
};

const refuse = (state: State, market: Market): number => {
  const { isLimit, limit, side, stopLoss, takeProfit, trigger } = checked;
  const isBuy = side === BUY;
  const start = trigger === 0 ? triggeringTicks(state, market) : trigger;
  const first = trigger === 0 && crosses(state, market, side, limit) ? bestAgainst(state, market, side) : start;
  const [low, high] = [Math.min(start, first), Math.max(start, first)];
  const dearest = isBuy ? high : low;
  const entry = isLimit ? limit : dearest;
  const worst = isBuy ? Math.min(entry, low) : Math.max(entry, high);
  if (takeProfit !== 0 && (isBuy ? takeProfit <= entry : takeProfit >= entry))
    return refusalCode.take_profit_wrong_side;
  if (stopLoss !== 0 && (isBuy ? stopLoss >= worst : stopLoss <= worst)) return refusalCode.stop_loss_wrong_side;
  return refusalCode.none;
};

/** The best price of the other side of the book. */
const bestAgainst = ({ levels }: State, market: Market, side: number): number =>
  levels.price[(side === BUY ? market.asks : market.bids).best()];

/** [M5] [H1]: the number of open orders that the order may lead to. */
export const openOrdersOf = (c: CommandFields): number =>
  (c.triggerKind !== NO_TRIGGER || c.timeInForce === GTC ? 1 : 0) + attached(c);
