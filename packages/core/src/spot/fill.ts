import { type AssetUnits, feeUnitsCeil, type RatePpm } from '@vitrine/money';
import type { Market } from '../book/market.ts';
import type { Payment } from '../book/payment.ts';
import { protectMaker, protectTaker } from '../book/protection.ts';
import type { Taker } from '../book/taker.ts';
import { announceTrade, beginTrade, filled } from '../book/trade.ts';
import type { EventBuffer } from '../codec/event-buffer.ts';
import type { State } from '../state.ts';
import { assert } from '../vocabulary/assert.ts';
import * as codes from '../vocabulary/codes.ts';
import * as rules from '../vocabulary/rules.ts';
import type { OwnerId } from '../vocabulary/terms.ts';
import { conclude, endOther, holdFor, setHold } from './open-order.ts';
import { refuseTurn } from './refuse-turn.ts';
import { buyHold, lotsForBudget } from './worst-case.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { BUY, END_FILLED, END_UNFILLED, SPOT } = codes;
const { FIRST_RULES_VERSION } = rules;

const fee = (notional: number, ratePpm: number): number => feeUnitsCeil(notional as AssetUnits, ratePpm as RatePpm);

/**
 * The number of lots at this price that fit into the remaining budget: for a buy including the fee, for a sell before
 * the fee.
 */
const affordableLots = (t: Taker, market: Market, price: number): number =>
  lotsForBudget(t.budgetLeft, price * market.tickLotUnits, t.side === BUY ? t.takerPpm : 0);

const fill = (state: State, market: Market, t: Taker, maker: number, lots: number, events: EventBuffer): void => {
  const { orders, levels } = state;
  const price = orders.price[maker];
  const other = orders.oco[maker];
  if (other !== 0) setHold(state, maker, holdFor(state, market, maker, price, orders.open[maker]));
  beginTrade(state, market, t, maker, lots);
  pay(state, market, t, maker);
  if (t.byBudget) filled.takerOpenLots = openWithinBudget(state, market, t, price);
  announceTrade(market, t, events);
  if (t.takeProfit !== 0 || t.stopLoss !== 0) protectTaker(state, market, t, lots, events);
  if (orders.hasAttached(maker)) protectMaker(state, market, maker, lots, events);
  if (other !== 0) {
    orders.oco[maker] = 0;
    endOther(state, market, other - 1, events);
  }
  if (orders.open[maker] === 0) {
    levels.unlink(maker);
    conclude(state, market, maker, END_FILLED, 0, events);
  }
};

/** Moves the fill's units between both owners and the fee account, and records the fees in the fill. */
const pay = (state: State, market: Market, t: Taker, maker: number): void => {
  const { orders, seats, ledger } = state;
  const notional = filled.notionalUnits;
  const baseUnits = filled.sizeLots * market.lotUnits;
  const seat = orders.seat[maker];
  let makerFee = fee(notional, orders.makerPpm[maker]);
  let takerFee = fee(notional, t.takerPpm);
  if (t.side === BUY) {
    takerFee = payAsTaker(state, market, t, notional, takerFee);
    ledger.credit(t.base, baseUnits);
    ledger.takeHeld(seats.baseAccount[seat], baseUnits);
    orders.held[maker] -= baseUnits;
    ledger.credit(seats.quoteAccount[seat], notional - makerFee);
  } else {
    makerFee = payAsMaker(state, market, maker, notional, makerFee);
    ledger.credit(seats.baseAccount[seat], baseUnits);
    ledger.takeHeld(t.base, baseUnits);
    t.held -= baseUnits;
    t.budgetLeft -= notional;
    ledger.credit(t.quote, notional - takerFee);
  }
  ledger.credit(market.feeAccount, makerFee + takerFee);
  assert(orders.held[maker] >= 0 && t.held >= 0, 'a trade used more than was held for it');
  filled.makerFeeUnits = makerFee;
  filled.takerFeeUnits = takerFee;
};

/**
 * The number of open lots that an order by budget has after a fill at this price. If there are none, the order has
 * ended.
 */
const openWithinBudget = (state: State, market: Market, t: Taker, price: number): number => {
  const affordable = affordableLots(t, market, price);
  const open = Math.min(t.open, affordable);
  // Under the first version of the rules, a budget that was reached exactly with the last lot of the hold counted as
  // not reached.
  const isShort = t.open === 0 && (affordable > 0 || state.rulesVersion === FIRST_RULES_VERSION);
  if (open === 0) t.end = isShort ? END_UNFILLED : END_FILLED;
  return open;
};

/**
 * Pays the notional and the fee of a taker's purchase from its hold, and releases the units that its open lots do not
 * need. With `flatHold`, nothing is released yet. Returns the fee.
 */
const payAsTaker = (state: State, market: Market, t: Taker, notional: number, feeDue: number): number => {
  const { ledger } = state;
  const rate = Math.max(t.makerPpm, t.takerPpm);
  const needed = t.flatHold ? 0 : buyHold(t.limit, t.open, market.tickLotUnits, rate);
  const room = t.held - notional - needed;
  assert(room >= 0, 'a purchase costs more than is held for it');
  const feeTaken = Math.min(feeDue, room);
  if (t.flatHold) {
    ledger.takeHeld(t.quote, notional + feeTaken);
    t.held -= notional + feeTaken;
    t.budgetLeft -= notional + feeTaken;
    assert(t.budgetLeft >= 0, 'a purchase exceeded its budget');
    return feeTaken;
  }
  ledger.takeHeld(t.quote, t.held - needed);
  if (room > feeTaken) ledger.credit(t.quote, room - feeTaken);
  t.held = needed;
  return feeTaken;
};

/** Like `payAsTaker`, for a resting buy. */
const payAsMaker = (state: State, market: Market, maker: number, notional: number, feeDue: number): number => {
  const { orders, ledger, seats } = state;
  const account = seats.quoteAccount[orders.seat[maker]];
  const needed = holdFor(state, market, maker, orders.price[maker], orders.open[maker]);
  const room = orders.held[maker] - notional - needed;
  assert(room >= 0, 'a purchase costs more than is held for it');
  const feeTaken = Math.min(feeDue, room);
  ledger.takeHeld(account, orders.held[maker] - needed);
  if (room > feeTaken) ledger.credit(account, room - feeTaken);
  orders.held[maker] = needed;
  return feeTaken;
};

const addSeat = (state: State, market: Market, owner: OwnerId): number => {
  const { ledger, owners, seats } = state;
  const base = ledger.ensure(owner, SPOT, market.base);
  const quote = ledger.ensure(owner, SPOT, market.quote);
  return seats.add(owner, market.id, owners.ensure(owner), base, quote);
};

const nothing = (): void => undefined;

export const spotPayment: Payment = {
  isSpot: true,
  addSeat,
  affordableLots,
  tradableLots: (_state, _market, _t, _maker, lots) => lots,
  fill,
  conclude,
  refuseTurn,
  enter: nothing,
  leave: nothing,
  hasWork: () => false,
  work: nothing,
};
