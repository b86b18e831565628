import type { OrderTerms } from '../book/orders.ts';
import { isAhead } from '../book/places.ts';
import type { Taker } from '../book/taker.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import { hasAttached, openOrdersOf, refuseAttached } from '../spot/attached-prices.ts';
import { crosses } from '../spot/liquidity.ts';
import { refusalOfStatus } from '../spot/market-status.ts';
import { setHold } from '../spot/open-order.ts';
import { centreOf, isLimitAllowed, limitOf, refuseEmptyHanded } from '../spot/order-price.ts';
import * as worstCase from '../spot/worst-case.ts';
import { notionalUnits } from '../spot/worst-case.ts';
import type { State } from '../state.ts';
import * as codes from '../vocabulary/codes.ts';
import { isMarketOrder, isPostOnly, isReduceOnly, orderTraits } from '../vocabulary/order-traits.ts';
import * as refusals from '../vocabulary/refusals.ts';
import { positionOfOrder, positionOfSeat } from './of-seat.ts';
import { firstPrice, holdPrice, openingHold, wouldBeDue } from './opening.ts';
import type { Perpetual } from './perpetual.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { CANCEL_ONLY, FOK, FUTURE, HALTED, LIMIT, NO_TRIGGER, OPEN, STOP } = codes;
const { refusalCode } = refusals;
const { BEYOND_RANGE } = worstCase;

/** [Z1] to [Z3]: all reasons to refuse an order in a perpetual market, in order of precedence. Fills in `terms`. */
export const refuseOrder = (state: State, perpetual: Perpetual, c: CommandFields, terms: OrderTerms): number => {
  const { market } = perpetual;
  if (c.budgetUnits !== 0 || c.timeInForce === FOK) return refusalCode.malformed;
  const { ledger, owners, seats } = state;
  const reduces = c.reduceOnly === 1;
  const hasTrigger = c.triggerKind !== NO_TRIGGER;
  const seat = seats.find(c.owner, c.market);
  const ownerSlot = seat >= 0 ? seats.ownerSlot[seat] : owners.find(c.owner);
  const tier = ownerSlot < 0 ? 0 : owners.tier[ownerSlot];
  terms.seat = seat;
  terms.makerPpm = state.makerPpm[tier];
  terms.takerPpm = state.takerPpm[tier];
  terms.limit = limitOf(market, c);
  const position = seat < 0 ? -1 : positionOfSeat(seats, seat, c.side ^ c.reduceOnly);
  const leverage = leverageOf(perpetual, position);
  terms.held = reduces ? 0 : holdOf(state, perpetual, c, terms, leverage);
  const notional = notionalUnits(
    c.type === LIMIT ? c.priceTicks : centreOf(market, c),
    c.sizeLots,
    market.tickLotUnits,
  );
  if (notional === BEYOND_RANGE || terms.held === BEYOND_RANGE) return refusalCode.exceeds_range;
  const account = seat < 0 ? ledger.find(c.owner, FUTURE, market.quote) : seats.quoteAccount[seat];
  const obstacle = reduces ? 0 : ledger.obstacle(c.owner, market.quote, account, terms.held);
  if (obstacle === 2) return refusalCode.exceeds_range;

  if (ownerSlot >= 0 && owners.frozen[ownerSlot] === 1) return refusalCode.account_frozen;
  if (ownerSlot >= 0 && owners.tradeUntil[ownerSlot] > state.timeMs) return refusalCode.account_restricted;
  if (market.status !== OPEN) return refusalOfStatus(market.status);
  if (market.isBusy) return refusalCode.market_busy;
  if (reduces && !hasLots(perpetual, position)) return refusalCode.no_position;
  if (closesEarly(state, perpetual, c, position)) return refusalCode.before_term_end;
  if (!reduces && (notional < market.minNotionalUnits || c.sizeLots < market.minSizeLots))
    return refusalCode.below_minimum;
  if (notional > market.maxNotionalUnits || c.sizeLots > market.maxSizeLots) return refusalCode.above_maximum;
  if (!reduces && leverage > perpetual.terms.maxLeverage) return refusalCode.above_maximum;
  if (!reduces && exceedsPositionLimit(perpetual, position, c.sizeLots)) return refusalCode.above_position_limit;
  if (!isLimitAllowed(market, c)) return refusalCode.outside_price_band;
  if (hasTrigger && !isAhead(state, market, traitsOf(c), c.triggerTicks)) return refusalCode.trigger_not_reached_side;
  const ofAttached = hasAttached(c) ? refuseAttached(state, market, c, terms.limit) : refusalCode.none;
  if (ofAttached !== refusalCode.none) return ofAttached;
  if (c.clientOrderId !== 0 && state.clientOrderIds.find(c.owner, c.clientOrderId) >= 0)
    return refusalCode.duplicate_client_order_id;
  const opens = openOrdersOf(c);
  if (opens > 0 && (seat < 0 ? 0 : seats.openOrders[seat]) + opens > market.maxOpenOrders)
    return refusalCode.too_many_open_orders;
  if (obstacle === 1) return refusalCode.exceeds_balance;
  if (hasTrigger) return refusalCode.none;
  if (c.postOnly === 1 && crosses(state, market, c.side, terms.limit)) return refusalCode.would_take;
  const ofBook = refuseEmptyHanded(state, market, c, terms.limit);
  if (ofBook !== refusalCode.none || reduces) return ofBook;
  const price = firstPrice(state, market, c.side, terms.limit);
  return wouldBeDue(perpetual, position, c.sizeLots, price, c.side) ? refusalCode.would_liquidate : refusalCode.none;
};

const traitsOf = (c: CommandFields): number =>
  orderTraits(c.side, c.type, c.timeInForce, c.postOnly, c.selfTrade, c.triggerKind);

/** The leverage at which the position is opened; `position` is -1 if its owner has no seat yet. */
const leverageOf = ({ defaultLeverage, positions }: Perpetual, position: number): number =>
  position < 0 ? defaultLeverage : positions.leverage[position];

/** [Z1]: the hold of an opening order when it is accepted. */
const holdOf = (state: State, { market }: Perpetual, c: CommandFields, terms: OrderTerms, leverage: number): number => {
  const price = c.triggerKind === NO_TRIGGER ? holdPrice(state, market, c.side, terms.limit) : terms.limit;
  const rate = Math.max(terms.makerPpm, terms.takerPpm);
  return openingHold(price, c.sizeLots, market.tickLotUnits, leverage, rate);
};

const hasLots = ({ positions }: Perpetual, position: number): boolean => position >= 0 && positions.lots[position] > 0;

/**
 * [S3]: whether the order, or the take-profit attached to it, could close a position before the end of its minimum
 * term. A stop may do so, so the result is false for a reduce-only stop.
 */
const closesEarly = (state: State, perpetual: Perpetual, c: CommandFields, position: number): boolean => {
  if (c.reduceOnly === 0) return perpetual.minTermDays > 0 && c.takeProfitTicks !== 0;
  return c.triggerKind !== STOP && perpetual.isBound(position, state.timeMs);
};

/** [Z3]: whether the position and the orders that open it would exceed the limit with `lots` more lots. */
const exceedsPositionLimit = ({ positions, terms }: Perpetual, position: number, lots: number): boolean => {
  const already = position < 0 ? 0 : positions.lots[position] + positions.opening[position];
  return already + lots > terms.maxPositionLots;
};

/**
 * [T4] [Z3]: checks a fired order before it activates, and adjusts its hold to the amount that it needs from then on.
 */
export const refuseTurn = (state: State, perpetual: Perpetual, t: Taker): number => {
  const { ledger, owners, timeMs } = state;
  const { market } = perpetual;
  const isMarket = isMarketOrder(t.traits);
  const reduces = isReduceOnly(t.traits);
  const position = positionOfOrder(state.seats, t.seat, t.traits);
  const held = reduces ? 0 : holdOfTurn(state, perpetual, t, position);
  if (held === BEYOND_RANGE) return refusalCode.exceeds_range;
  const obstacle = held > t.held ? ledger.obstacle(t.owner, market.quote, t.quote, held - t.held) : 0;
  if (obstacle === 2) return refusalCode.exceeds_range;
  if (owners.isFrozen(t.owner)) return refusalCode.account_frozen;
  if (!reduces && !owners.mayTrade(t.owner, timeMs)) return refusalCode.account_restricted;
  if (market.status === HALTED) return refusalCode.market_halted;
  if (market.status === CANCEL_ONLY) return refusalCode.market_cancel_only;
  if (reduces && !hasLots(perpetual, position)) return refusalCode.no_position;
  if (!reduces && leverageOf(perpetual, position) > perpetual.terms.maxLeverage) return refusalCode.above_maximum;
  // The lots of the open orders already include this order's own.
  if (!reduces && exceedsPositionLimit(perpetual, position, 0)) return refusalCode.above_position_limit;
  if (!isMarket && (t.limit < market.lowest() || t.limit > market.highest())) return refusalCode.outside_price_band;
  if (obstacle === 1) return refusalCode.exceeds_balance;
  if (isPostOnly(t.traits) && crosses(state, market, t.side, t.limit)) return refusalCode.would_take;
  if (isMarket && !crosses(state, market, t.side, t.limit)) return refusalCode.no_liquidity;
  if (!reduces && wouldBeDue(perpetual, position, t.open, firstPrice(state, market, t.side, t.limit)))
    return refusalCode.would_liquidate;
  setHold(state, t.slot, held);
  t.held = held;
  return refusalCode.none;
};

const holdOfTurn = (state: State, { market, positions }: Perpetual, t: Taker, position: number): number => {
  const price = holdPrice(state, market, t.side, t.limit);
  const rate = Math.max(t.makerPpm, t.takerPpm);
  return openingHold(price, t.open, market.tickLotUnits, positions.leverage[position], rate);
};
