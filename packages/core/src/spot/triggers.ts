import { holdsTriggers } from '../book/fire-triggers.ts';
import type { Market } from '../book/market.ts';
import * as orders from '../book/orders.ts';
import { waitForTrigger } from '../book/places.ts';
import { gatherHold } from '../book/protection.ts';
import type { EventBuffer } from '../codec/event-buffer.ts';
import type { State } from '../state.ts';
import { assert } from '../vocabulary/assert.ts';
import * as codes from '../vocabulary/codes.ts';
import { isMarketOrder, protects } from '../vocabulary/order-traits.ts';
import * as refusals from '../vocabulary/refusals.ts';
import * as rules from '../vocabulary/rules.ts';
import { endOpenOrder, holdFor, setHold } from './open-order.ts';
import { goOn, tradeOut } from './unfinished.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { BUY, END_OCO, END_TRIGGER_REFUSED } = codes;
const { ORDER_ROW } = orders;
const { refusalCode } = refusals;
const { DUE_PER_COMMAND, FIRST_RULES_VERSION } = rules;

/** Activates fired orders in the order of (time, id), at most `allowance` of them. */
export const runFired = (state: State, events: EventBuffer, allowance = DUE_PER_COMMAND): void => {
  for (let left = allowance; left > 0 && state.fired.count > 0; left--) activateFirst(state, events);
};

/** [B4]: continues unfinished markets, then activates fired orders, as long as the command has steps left. */
export const runDue = (state: State, events: EventBuffer): void => {
  if (state.rulesVersion === FIRST_RULES_VERSION) {
    runFired(state, events);
    return;
  }
  while (state.steps > 0) {
    // No array destructuring: this runs for every order, and the list is almost always empty.
    if (state.unfinished.length > 0) goOn(state, state.unfinished[0], events);
    else if (state.fired.count > 0) {
      state.steps--;
      activateFirst(state, events);
    } else return;
  }
};

const activateFirst = (state: State, events: EventBuffer): void => {
  const { fired } = state;
  const key = fired.firstKey;
  fired.remove(key);
  activate(state, key * ORDER_ROW, events);
};

const activate = (state: State, slot: number, events: EventBuffer): void => {
  const { orders, seats, taker } = state;
  const market = state.marketOf(orders.market[slot]);
  if (holdsTriggers(state, market)) {
    waitForTrigger(state, market, slot);
    return;
  }
  events.orderTriggered({ order: orders.id[slot], owner: seats.owner[orders.seat[slot]], market: market.id });
  const other = orders.oco[slot];
  if (protects(orders.traits[slot])) gatherHold(state, slot);
  else if (other !== 0) inheritHold(state, market, slot, other - 1, events);
  taker.load(state, market, slot);
  if (isMarketOrder(taker.traits)) taker.limit = clampToBand(market, taker.side, taker.limit);
  const refusal = market.payment.refuseTurn(state, market, taker);
  if (refusal !== refusalCode.none) {
    market.payment.conclude(state, market, slot, END_TRIGGER_REFUSED, refusal, events);
    return;
  }
  tradeOut(state, market, taker, events);
};

/** Ends the limit leg of an OCO pair. The limit leg's hold passes to the stop leg, as far as the stop leg needs it. */
const inheritHold = (state: State, market: Market, slot: number, limitLeg: number, events: EventBuffer): void => {
  const { orders } = state;
  assert(orders.held[slot] === 0, 'both legs of an OCO pair hold funds');
  orders.held[slot] = orders.held[limitLeg];
  orders.held[limitLeg] = 0;
  orders.oco[slot] = 0;
  orders.oco[limitLeg] = 0;
  setHold(state, slot, holdFor(state, market, slot, orders.price[slot], orders.open[slot]));
  endOpenOrder(state, market, limitLeg, END_OCO, events);
};

const clampToBand = (market: Market, side: number, protection: number): number =>
  side === BUY ? Math.min(protection, market.highest()) : Math.max(protection, market.lowest());
