import { type AssetUnits, feeUnitsCeil, type RatePpm } from '@vitrine/money';
import type { Market } from '../book/market.ts';
import type { Taker } from '../book/taker.ts';
import * as takers from '../book/taker.ts';
import type { EventBuffer } from '../codec/event-buffer.ts';
import type { State } from '../state.ts';
import * as codes from '../vocabulary/codes.ts';
import * as rules from '../vocabulary/rules.ts';
import { conclude, emitLevel, endOther, forget, holdFor, rest, setHold } from './open-order.ts';
import { buyHold, lotsForBudget } from './worst-case.ts';

// Bound here because the compiler knows a module's own constants but reads imported ones from memory each time.
const {
  BUY,
  CANCEL_NEWEST,
  CANCEL_OLDEST,
  END_BEYOND_PROTECTION,
  END_FILLED,
  END_SELF_TRADE,
  END_UNFILLED,
  PROTECTED,
} = codes;
const { FIRST_RULES_VERSION } = rules;
const { NO_END } = takers;

const fee = (notional: number, ratePpm: number): number => feeUnitsCeil(notional as AssetUnits, ratePpm as RatePpm);

/**
 * Lets the taker trade with the book until it has what it wants, reaches its limit or meets itself. False where the command's
 * steps were not enough for that.
 */
export const take = (state: State, market: Market, t: Taker, events: EventBuffer): boolean => {
  const { levels } = state;
  const isBuy = t.side === BUY;
  const opposite = isBuy ? market.asks : market.bids;
  while (t.open > 0 && t.end === NO_END) {
    const level = opposite.best();
    if (level < 0) return true;
    const price = levels.price[level];
    if (isBuy ? price > t.limit : price < t.limit) return true;
    if (state.steps <= 0 && !t.isAtomic) return false;
    takeLevel(state, market, t, level, price, events);
    if (levels.first[level] === 0) opposite.remove(level);
  }
  return true;
};

const takeLevel = (state: State, market: Market, t: Taker, level: number, price: number, events: EventBuffer): void => {
  const { levels, orders } = state;
  let changed = false;
  let next = levels.first[level];
  while (next !== 0 && t.open > 0 && t.end === NO_END && (state.steps > 0 || t.isAtomic)) {
    const maker = next - 1;
    next = orders.next[maker];
    if (orders.seat[maker] === t.seat) {
      if (t.selfTrade !== CANCEL_NEWEST) {
        changed = true;
        state.steps--;
        levels.unlink(maker);
        conclude(state, market, maker, END_SELF_TRADE, 0, events);
      }
      if (t.selfTrade !== CANCEL_OLDEST) {
        t.end = END_SELF_TRADE;
        break;
      }
      continue;
    }
    const wanted = t.byBudget ? Math.min(t.open, affordableLots(t, market, price)) : t.open;
    if (wanted === 0) {
      t.end = t.budgetLeft === t.budget ? END_UNFILLED : END_FILLED;
      break;
    }
    changed = true;
    state.steps--;
    fill(state, market, t, maker, level, price, Math.min(wanted, orders.open[maker]), events);
  }
  if (changed) emitLevel(market, t.side ^ 1, price, levels.total[level], events);
};

/** Lots that the rest of a budget reaches for: with the fee on top for a buy, without for a sell. */
const affordableLots = (t: Taker, market: Market, price: number): number =>
  lotsForBudget(t.budgetLeft, price * market.tickLotUnits, t.side === BUY ? t.takerPpm : 0);

/** The fill of this moment: one record for all, since each would be an object that lives for a moment. */
const filled = {
  market: 0,
  trade: 0,
  takerSide: 0,
  makerOrder: 0,
  makerOwner: 0,
  takerOrder: 0,
  takerOwner: 0,
  priceTicks: 0,
  sizeLots: 0,
  notionalUnits: 0,
  makerFeeUnits: 0,
  takerFeeUnits: 0,
  makerOpenLots: 0,
  takerOpenLots: 0,
};

const fill = (
  state: State,
  market: Market,
  t: Taker,
  maker: number,
  level: number,
  price: number,
  lots: number,
  events: EventBuffer,
): void => {
  const { orders, seats, ledger } = state;
  const notional = price * lots * market.tickLotUnits;
  const baseUnits = lots * market.lotUnits;
  const makerSeat = orders.seat[maker];
  const other = orders.oco[maker];
  if (other !== 0) setHold(state, maker, holdFor(state, market, maker, price, orders.open[maker]));
  const makerOpen = orders.open[maker] - lots;
  orders.open[maker] = makerOpen;
  state.levels.total[level] -= lots;
  t.open -= lots;

  let makerFee = fee(notional, orders.makerPpm[maker]);
  let takerFee = fee(notional, t.takerPpm);
  if (t.side === BUY) {
    takerFee = payAsTaker(state, market, t, notional, takerFee);
    ledger.credit(t.base, baseUnits);
    ledger.takeHeld(seats.baseAccount[makerSeat], baseUnits);
    orders.held[maker] -= baseUnits;
    ledger.credit(seats.quoteAccount[makerSeat], notional - makerFee);
  } else {
    makerFee = payAsMaker(state, market, maker, notional, makerFee);
    ledger.credit(seats.baseAccount[makerSeat], baseUnits);
    ledger.takeHeld(t.base, baseUnits);
    t.held -= baseUnits;
    t.budgetLeft -= notional;
    ledger.credit(t.quote, notional - takerFee);
  }
  ledger.credit(market.feeAccount, makerFee + takerFee);

  market.trades++;
  market.lastTicks = price;
  if (!t.traded) t.firstPrice = price;
  t.traded = true;
  t.lastPrice = price;
  let takerOpen = t.open;
  if (t.byBudget) {
    const affordable = affordableLots(t, market, price);
    takerOpen = Math.min(t.open, affordable);
    // The first rules took a budget that is reached with the last lot of the hold for one that is not reached.
    const isShort = t.open === 0 && (affordable > 0 || state.rulesVersion === FIRST_RULES_VERSION);
    if (takerOpen === 0) t.end = isShort ? END_UNFILLED : END_FILLED;
  }
  filled.makerOrder = orders.id[maker];
  filled.makerOwner = seats.owner[makerSeat];
  filled.priceTicks = price;
  filled.sizeLots = lots;
  filled.notionalUnits = notional;
  filled.makerFeeUnits = makerFee;
  filled.takerFeeUnits = takerFee;
  filled.makerOpenLots = makerOpen;
  filled.takerOpenLots = takerOpen;
  announceFill(market, t, events);
  if (other !== 0) {
    orders.oco[maker] = 0;
    endOther(state, market, other - 1, events);
  }
  if (makerOpen === 0) {
    state.levels.unlink(maker);
    conclude(state, market, maker, END_FILLED, 0, events);
  }
};

const announceFill = (market: Market, t: Taker, events: EventBuffer): void => {
  filled.market = market.id;
  filled.trade = market.trades;
  filled.takerSide = t.side;
  filled.takerOrder = t.id;
  filled.takerOwner = t.owner;
  events.orderFilled(filled);
};

/** Pays a taking buy's notional and fee out of its hold and returns what the rest does not need. Gives the fee taken. */
const payAsTaker = (state: State, market: Market, t: Taker, notional: number, feeDue: number): number => {
  const { ledger } = state;
  const rate = Math.max(t.makerPpm, t.takerPpm);
  const needed = t.flatHold ? 0 : buyHold(t.limit, t.open, market.tickLotUnits, rate);
  const room = t.held - notional - needed;
  const feeTaken = Math.min(feeDue, room);
  if (t.flatHold) {
    ledger.takeHeld(t.quote, notional + feeTaken);
    t.held -= notional + feeTaken;
    t.budgetLeft -= notional + feeTaken;
    return feeTaken;
  }
  ledger.takeHeld(t.quote, t.held - needed);
  if (room > feeTaken) ledger.credit(t.quote, room - feeTaken);
  t.held = needed;
  return feeTaken;
};

/** The same for a resting buy. */
const payAsMaker = (state: State, market: Market, maker: number, notional: number, feeDue: number): number => {
  const { orders, ledger, seats } = state;
  const account = seats.quoteAccount[orders.seat[maker]];
  const needed = holdFor(state, market, maker, orders.price[maker], orders.open[maker]);
  const room = orders.held[maker] - notional - needed;
  const feeTaken = Math.min(feeDue, room);
  ledger.takeHeld(account, orders.held[maker] - needed);
  if (room > feeTaken) ledger.credit(account, room - feeTaken);
  orders.held[maker] = needed;
  return feeTaken;
};

/** After taking: the order rests, or ends and gets back what is still held for it. */
export const settle = (state: State, market: Market, t: Taker, events: EventBuffer): void => {
  if (t.end === NO_END && t.open > 0 && t.rests) {
    restTaker(state, market, t, events);
    return;
  }
  if (t.held > 0) state.ledger.release(t.side === BUY ? t.quote : t.base, t.held);
  const end = t.end !== NO_END ? t.end : !t.byBudget && t.open === 0 ? END_FILLED : endOfRest(market, t);
  events.orderEnded({
    order: t.id,
    owner: t.owner,
    market: market.id,
    end,
    unfilledLots: t.byBudget ? 0 : t.open,
    releasedUnits: t.held,
    refusal: 0,
  });
  if (t.slot >= 0) forget(state, t.slot);
};

/** Why what an order did not trade remains: nothing is left to trade with, or only beyond the order's own price [P8]. */
const endOfRest = (market: Market, t: Taker): number => {
  if ((t.traits & PROTECTED) === 0) return END_UNFILLED;
  return (t.side === BUY ? market.asks : market.bids).best() < 0 ? END_UNFILLED : END_BEYOND_PROTECTION;
};

const restTaker = (state: State, market: Market, t: Taker, events: EventBuffer): void => {
  const { orders } = state;
  let slot = t.slot;
  if (slot < 0) slot = addOrder(state, market, t);
  orders.open[slot] = t.open;
  orders.held[slot] = t.held;
  rest(state, market, slot, events);
};

/** A slot with everything that the taker record says of the order. */
export const addOrder = (state: State, market: Market, t: Taker): number => {
  const slot = state.orders.take(t, market.id);
  if (t.clientOrderId !== 0) state.clientOrderIds.insert(slot);
  return slot;
};
