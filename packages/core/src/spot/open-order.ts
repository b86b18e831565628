import type { Market } from '../book/market.ts';
import * as orders from '../book/orders.ts';
import type { EventBuffer } from '../codec/event-buffer.ts';
import type { State } from '../state.ts';
import * as codes from '../vocabulary/codes.ts';
import { buyHold } from './worst-case.ts';

// Bound here because the compiler knows a module's own constants but reads imported ones from memory each time.
const { BUY, END_OCO } = codes;
const { FIRED, ORDER_ROW, RESTING, TAKING, WAITING } = orders;

export const emitLevel = (market: Market, side: number, price: number, lots: number, events: EventBuffer): void =>
  events.levelChanged({
    market: market.id,
    number: ++market.levelChanges,
    side,
    priceTicks: price,
    sizeLots: lots,
  });

/** The account that an order's hold is in. */
export const holdAccount = (state: State, slot: number): number => {
  const seat = state.orders.seat[slot];
  return (state.orders.traits[slot] & 1) === BUY ? state.seats.quoteAccount[seat] : state.seats.baseAccount[seat];
};

/** Whether an order fires at its trigger price or above: a buy stop or a sell take-profit. */
const firesAbove = (traits: number): boolean => (traits & 1) === ((traits >> 7) & 3) - 1;

/** Whether a trigger lies on the side of the last price from which it can still be reached. */
export const isAhead = (market: Market, traits: number, triggerTicks: number): boolean =>
  firesAbove(traits) ? triggerTicks > market.lastOrListed : triggerTicks < market.lastOrListed;

/** Puts an order at the end of its price level. */
export const rest = (state: State, market: Market, slot: number, events: EventBuffer): void => {
  const { orders, levels } = state;
  const side = orders.traits[slot] & 1;
  const price = orders.price[slot];
  const level = (side === BUY ? market.bids : market.asks).ensure(price);
  orders.place[slot] = RESTING;
  levels.append(level, slot);
  emitLevel(market, side, price, levels.total[level], events);
};

/** Puts an order where its trigger finds it. */
export const waitForTrigger = (state: State, market: Market, slot: number): void => {
  const { orders, levels } = state;
  const index = firesAbove(orders.traits[slot]) ? market.above : market.below;
  orders.place[slot] = WAITING;
  levels.append(index.ensure(orders.trigger[slot]), slot);
};

/** Takes an order out of wherever it stands: book, trigger index, queue of the fired. */
export const takeOut = (state: State, market: Market, slot: number, events: EventBuffer): void => {
  const { orders, levels } = state;
  const place = orders.place[slot];
  if (place === FIRED) state.fired.remove((slot / ORDER_ROW) | 0);
  if (place === TAKING) {
    market.continuing = 0;
    state.noteUnfinished(market);
  }
  if (place !== RESTING && place !== WAITING) return;
  const level = orders.level[slot];
  const traits = orders.traits[slot];
  levels.unlink(slot);
  if (place === RESTING) {
    const side = traits & 1;
    emitLevel(market, side, levels.price[level], levels.total[level], events);
    if (levels.first[level] === 0) (side === BUY ? market.bids : market.asks).remove(level);
  } else if (levels.first[level] === 0) (firesAbove(traits) ? market.above : market.below).remove(level);
};

/** Forgets an order that stands nowhere and holds nothing any more. */
export const forget = (state: State, slot: number): void => {
  if (state.orders.clientOrderId[slot] !== 0) state.clientOrderIds.delete(slot);
  state.orders.remove(slot);
};

/** Ends an order that is already out of book and index: its hold returns, and its other leg ends with it. */
export const conclude = (
  state: State,
  market: Market,
  slot: number,
  end: number,
  refusal: number,
  events: EventBuffer,
): void => {
  const { orders, seats } = state;
  const held = orders.held[slot];
  if (held > 0) state.ledger.release(holdAccount(state, slot), held);
  events.orderEnded({
    order: orders.id[slot],
    owner: seats.owner[orders.seat[slot]],
    market: market.id,
    end,
    unfilledLots: orders.open[slot],
    releasedUnits: held,
    refusal,
  });
  const other = orders.oco[slot];
  forget(state, slot);
  if (other !== 0) endOther(state, market, other - 1, events);
};

/** Ends the other leg of an OCO. */
export const endOther = (state: State, market: Market, slot: number, events: EventBuffer): void => {
  state.orders.oco[slot] = 0;
  endOpenOrder(state, market, slot, END_OCO, events);
};

/** Ends an order wherever it stands. */
export const endOpenOrder = (state: State, market: Market, slot: number, end: number, events: EventBuffer): void => {
  takeOut(state, market, slot, events);
  conclude(state, market, slot, end, 0, events);
};

/** What an order by size needs held for so many open lots. */
export const holdFor = (state: State, market: Market, slot: number, price: number, openLots: number): number => {
  const { orders } = state;
  if ((orders.traits[slot] & 1) !== BUY) return openLots * market.lotUnits;
  const rate = Math.max(orders.makerPpm[slot], orders.takerPpm[slot]);
  return buyHold(price, openLots, market.tickLotUnits, rate);
};

/** Makes what is held for an order exactly this much. The account must have what is missing. */
export const setHold = (state: State, slot: number, units: number): void => {
  const { orders, ledger } = state;
  const change = units - orders.held[slot];
  if (change > 0) ledger.hold(holdAccount(state, slot), change);
  else if (change < 0) ledger.release(holdAccount(state, slot), -change);
  orders.held[slot] = units;
};
