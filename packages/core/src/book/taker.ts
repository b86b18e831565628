import type { State } from '../state.ts';
import * as codes from '../vocabulary/codes.ts';
import { isMarketOrder, protects, selfTradeOf, sideOf, timeInForceOf } from '../vocabulary/order-traits.ts';
import type { OrderId, OwnerId } from '../vocabulary/terms.ts';
import type { Market } from './market.ts';
import * as orders from './orders.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { BUY, FOK, GTC } = codes;
const { TAKING } = orders;

/** The order has not ended. */
export const NO_END = -1;

/** The order that is currently taking from the book. A single instance is reused for all orders. */
export class Taker {
  id: OrderId = 0;
  /** The taker's slot if it is already an open order (amended, triggered or continued), otherwise -1. */
  slot = -1;
  seat = 0;
  owner: OwnerId = 0;
  base = 0;
  quote = 0;
  traits = 0;
  side = 0;
  selfTrade = 0;
  timeInForce = 0;
  /** The worst price at which the taker may trade. */
  limit = 0;
  size = 0;
  open = 0;
  /** Whether the taker is limited by a budget of quote units, of which `budgetLeft` remain. */
  byBudget = false;
  budget = 0;
  budgetLeft = 0;
  held = 0;
  /** Whether the taker's hold shrinks only by the units paid for each fill; the remainder is released at the end. */
  flatHold = false;
  makerPpm = 0;
  takerPpm = 0;
  trigger = 0;
  clientOrderId = 0;
  acceptedAt = 0;
  /** The prices of the attached take-profit and stop-loss; 0 for none. */
  takeProfit = 0;
  stopLoss = 0;
  /** The link to the first of the orders that protect what was filled; 0 for none. */
  kin = 0;
  rests = false;
  /**
   * Whether the taker is certain to be filled completely within this command, so that no later command continues it.
   */
  isAtomic = false;

  end = NO_END;
  traded = false;
  firstPrice = 0;
  lastPrice = 0;

  begin(): void {
    this.end = NO_END;
    this.traded = false;
    this.takeProfit = 0;
    this.stopLoss = 0;
    this.kin = 0;
  }

  /** Loads an open order that is neither in the book nor in the trigger index. */
  load(state: State, market: Market, slot: number): void {
    const { orders, seats } = state;
    const traits = orders.traits[slot];
    this.begin();
    this.id = orders.id[slot];
    this.slot = slot;
    this.seat = orders.seat[slot];
    this.owner = seats.owner[this.seat];
    this.base = seats.baseAccount[this.seat];
    this.quote = seats.quoteAccount[this.seat];
    this.setTraits(traits);
    this.limit = orders.price[slot];
    this.size = orders.size[slot];
    this.open = orders.open[slot];
    this.budget = orders.budgetOf(slot);
    this.budgetLeft = orders.place[slot] === TAKING ? orders.budgetLeftOf(slot) : this.budget;
    this.held = orders.held[slot];
    this.byBudget = this.budget !== 0;
    this.flatHold = this.byBudget;
    if (this.byBudget)
      this.open = this.side === BUY ? Number.MAX_SAFE_INTEGER : Math.floor(this.held / market.lotUnits);
    this.makerPpm = orders.makerPpm[slot];
    this.takerPpm = orders.takerPpm[slot];
    this.trigger = orders.triggerOf(slot);
    this.clientOrderId = orders.clientOrderId[slot];
    this.acceptedAt = orders.acceptedAt[slot];
    this.takeProfit = orders.takeProfitOf(slot);
    this.stopLoss = orders.stopLossOf(slot);
    this.kin = protects(traits) ? 0 : orders.kin[slot];
  }

  setTraits(traits: number): void {
    this.traits = traits;
    this.side = sideOf(traits);
    this.timeInForce = timeInForceOf(traits);
    this.selfTrade = selfTradeOf(traits);
    this.isAtomic = this.timeInForce === FOK;
    this.rests = !isMarketOrder(traits) && this.timeInForce === GTC;
  }
}
