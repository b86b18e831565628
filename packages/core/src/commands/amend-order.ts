import type { PriceTicks, SizeLots } from '@vitrine/money';
import type { Market } from '../book/market.ts';
import * as orders from '../book/orders.ts';
import { emitLevel, isAhead, takeOut, waitForTrigger } from '../book/places.ts';
import type { EventBuffer } from '../codec/event-buffer.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import * as amended from '../perpetual/amended.ts';
import { perpetualOf } from '../perpetual/perpetual.ts';
import { refuseAmended } from '../spot/attached-prices.ts';
import { crosses } from '../spot/liquidity.ts';
import { holdAccount, holdFor, setHold } from '../spot/open-order.ts';
import { runDue } from '../spot/triggers.ts';
import { tradeOut } from '../spot/unfinished.ts';
import * as worstCase from '../spot/worst-case.ts';
import { notionalUnits } from '../spot/worst-case.ts';
import type { State } from '../state.ts';
import * as codes from '../vocabulary/codes.ts';
import { isMarketOrder, isPostOnly, isReduceOnly, protects, sideOf } from '../vocabulary/order-traits.ts';
import * as refusals from '../vocabulary/refusals.ts';
import * as rules from '../vocabulary/rules.ts';
import type { OrderId, OwnerId, Reference } from '../vocabulary/terms.ts';
import type { CommandKind } from './command-kind.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { BUY, CANCEL_ONLY, HALTED } = codes;
const { FIRED, RESTING, WAITING } = orders;
const { refusalCode } = refusals;
const {
  FIRST_RULES_VERSION,
  KEPT_PLACE_RULES_VERSION,
  OPEN_BEFORE_RULES_VERSION,
  PERPETUAL_AMEND_RULES_VERSION,
  REPRICE_REST_RULES_VERSION,
} = rules;
const { BEYOND_RANGE } = worstCase;

/**
 * Changes an open order. The order keeps its place in the queue only if the command gives nothing but a smaller size.
 */
export interface AmendOrder {
  readonly kind: 'AmendOrder';
  readonly owner: OwnerId;
  readonly order: OrderId;
  readonly priceTicks?: PriceTicks;
  /** The new open size (what remains to be filled), in lots. */
  readonly openLots?: SizeLots;
  /**
   * The open size that the owner saw: if the order's open size has changed since, the amendment is refused. 0 means
   * absent.
   */
  readonly openBefore?: SizeLots;
  readonly triggerTicks?: PriceTicks;
  readonly reference?: Reference;
}

/** The order's new terms, as computed by the checks. */
const terms = { price: 0, open: 0, trigger: 0, held: 0 };

/** [A1]: whether the order would keep its place. */
const keepsItsPlace = (orders: State['orders'], slot: number, c: CommandFields): boolean =>
  !c.hasPriceTicks && !c.hasTriggerTicks && terms.open < orders.open[slot];

const isMalformed = ({ rulesVersion }: State, c: CommandFields): boolean =>
  (c.openBefore !== 0 && rulesVersion < OPEN_BEFORE_RULES_VERSION) ||
  !(c.hasPriceTicks || c.hasOpenLots || c.hasTriggerTicks) ||
  (c.hasPriceTicks && c.priceTicks === 0) ||
  (c.hasOpenLots && c.openLots === 0) ||
  (c.hasTriggerTicks && c.triggerTicks === 0);

const canChange = (state: State, slot: number, c: CommandFields): boolean => {
  const { orders } = state;
  if (orders.oco[slot] !== 0 || protects(orders.traits[slot])) return false;
  if (c.hasPriceTicks && isMarketOrder(orders.traits[slot])) return false;
  if ((c.hasOpenLots || c.openBefore !== 0) && orders.budgetOf(slot) !== 0) return false;
  return !c.hasTriggerTicks || orders.place[slot] !== RESTING;
};

const workOut = (state: State, market: Market, slot: number, c: CommandFields): void => {
  const { orders } = state;
  const isMarket = isMarketOrder(orders.traits[slot]);
  terms.trigger = c.hasTriggerTicks ? c.triggerTicks : orders.triggerOf(slot);
  terms.open = c.hasOpenLots ? c.openLots : orders.open[slot];
  terms.price = c.hasPriceTicks ? c.priceTicks : orders.price[slot];
  if (isMarket && c.hasTriggerTicks) terms.price = market.protection(sideOf(orders.traits[slot]), terms.trigger);
  if (orders.budgetOf(slot) !== 0) terms.held = orders.held[slot];
  else if (market.payment.isSpot) terms.held = holdFor(state, market, slot, terms.price, terms.open);
  else terms.held = amended.holdFor(state, perpetualOf(state, market.id), slot, terms);
};

const valuation = (state: State, market: Market, slot: number): number => {
  const { orders } = state;
  if (orders.budgetOf(slot) !== 0) return orders.budgetOf(slot);
  const isMarket = isMarketOrder(orders.traits[slot]);
  return notionalUnits(isMarket ? terms.trigger : terms.price, terms.open, market.tickLotUnits);
};

const refuseOwner = ({ owners, timeMs }: State, owner: number): number => {
  if (owners.isFrozen(owner)) return refusalCode.account_frozen;
  return owners.mayTrade(owner, timeMs) ? refusalCode.none : refusalCode.account_restricted;
};

/** [X4]: under rules before 5, orders in a perpetual market cannot be amended. */
const refusePerpetual = (state: State, c: CommandFields, slot: number): number => {
  const ofOwner = refuseOwner(state, c.owner);
  if (ofOwner !== refusalCode.none) return ofOwner;
  return state.seats.owner[state.orders.seat[slot]] === c.owner ? refusalCode.not_amendable : refusalCode.not_owner;
};

/** [A1] to [A4], [Z7]: all reasons to refuse an amendment, in order of precedence. */
const refuse = (state: State, c: CommandFields): number => {
  if (c.owner < 1 || isMalformed(state, c)) return refusalCode.malformed;
  const { orders, seats } = state;
  const slot = orders.find(c.order);
  if (slot < 0) return refuseOwner(state, c.owner) || refusalCode.unknown_order;
  const market = state.marketOf(orders.market[slot]);
  const isPerpetual = !market.payment.isSpot;
  if (isPerpetual && state.rulesVersion < PERPETUAL_AMEND_RULES_VERSION) return refusePerpetual(state, c, slot);
  workOut(state, market, slot, c);
  const notional = valuation(state, market, slot);
  const baseUnits = terms.open * market.lotUnits;
  if (
    notional === BEYOND_RANGE ||
    terms.held === BEYOND_RANGE ||
    terms.held > Number.MAX_SAFE_INTEGER ||
    baseUnits > Number.MAX_SAFE_INTEGER
  )
    return refusalCode.exceeds_range;
  const owner = seats.owner[orders.seat[slot]];
  const account = holdAccount(state, slot);
  const missing = terms.held - orders.held[slot];
  const obstacle = missing <= 0 ? 0 : state.ledger.obstacle(owner, state.ledger.assetOf(account), account, missing);
  if (obstacle === 2) return refusalCode.exceeds_range;

  const ofOwner = refuseOwner(state, c.owner);
  if (ofOwner !== refusalCode.none) return ofOwner;
  if (owner !== c.owner) return refusalCode.not_owner;
  if (!canChange(state, slot, c)) return refusalCode.not_amendable;
  if (market.status === HALTED) return refusalCode.market_halted;
  if (market.status === CANCEL_ONLY) return refusalCode.market_cancel_only;
  if (market.isBusy) return refusalCode.market_busy;
  if (c.openBefore !== 0 && c.openBefore !== orders.open[slot]) return refusalCode.open_amount_changed;
  if (isPerpetual && amended.closesEarly(state, perpetualOf(state, market.id), slot))
    return refusalCode.before_term_end;
  if (isBelowMinimum(state, market, slot, notional)) return refusalCode.below_minimum;
  if (terms.open > market.maxSizeLots || notional > market.maxNotionalUnits) return refusalCode.above_maximum;
  // An amendment that keeps the order's place can only reduce the size that the position may reach.
  const opens = isPerpetual && !isReduceOnly(orders.traits[slot]) && !keepsItsPlace(orders, slot, c);
  const ofPosition = opens ? amended.refuseLimits(state, perpetualOf(state, market.id), slot, terms.open) : 0;
  if (ofPosition !== refusalCode.none) return ofPosition;
  if (!isPriceAllowed(state, market, slot, c)) return refusalCode.outside_price_band;
  if (c.hasTriggerTicks && !isAhead(state, market, orders.traits[slot], terms.trigger))
    return refusalCode.trigger_not_reached_side;
  const ofAttached = refuseAttached(state, market, slot, c);
  if (ofAttached !== refusalCode.none) return ofAttached;
  if (obstacle === 1) return refusalCode.exceeds_balance;
  if (
    isPostOnly(orders.traits[slot]) &&
    orders.place[slot] === RESTING &&
    crosses(state, market, sideOf(orders.traits[slot]), terms.price)
  )
    return refusalCode.would_take;
  return opens && amended.wouldLiquidate(state, perpetualOf(state, market.id), slot, terms)
    ? refusalCode.would_liquidate
    : refusalCode.none;
};

/**
 * The minima do not apply to a reduce-only order ([Z2]), nor to the rest of a partly filled order if its open lots stay
 * the same ([A2]).
 */
const isBelowMinimum = ({ orders, rulesVersion }: State, market: Market, slot: number, notional: number): boolean => {
  if (isReduceOnly(orders.traits[slot])) return false;
  const isRest = terms.open === orders.open[slot] && terms.open < orders.size[slot];
  if (isRest && rulesVersion >= REPRICE_REST_RULES_VERSION) return false;
  return notional < market.minNotionalUnits || (orders.budgetOf(slot) === 0 && terms.open < market.minSizeLots);
};

const refuseAttached = (state: State, market: Market, slot: number, c: CommandFields): number => {
  const { orders } = state;
  if (!(c.hasPriceTicks || c.hasTriggerTicks) || !orders.hasAttached(slot)) return refusalCode.none;
  return refuseAmended(state, market, slot, terms.price, orders.place[slot] === RESTING ? 0 : terms.trigger);
};

const isPriceAllowed = (state: State, market: Market, slot: number, c: CommandFields): boolean => {
  if (state.orders.place[slot] === RESTING) {
    // Under the first version of the rules, the price was checked only if the command contained one.
    const staysInPlace = state.rulesVersion === FIRST_RULES_VERSION || terms.open < state.orders.open[slot];
    if (!c.hasPriceTicks && staysInPlace) return true;
    return terms.price >= market.lowest() && terms.price <= market.highest();
  }
  if (isMarketOrder(state.orders.traits[slot]) || !(c.hasPriceTicks || c.hasTriggerTicks)) return true;
  return market.isWithinBand(terms.price, terms.trigger);
};

/** Returns the order's id. */
const execute = (state: State, c: CommandFields, events: EventBuffer): number => {
  const { orders } = state;
  const slot = orders.find(c.order);
  const market = state.marketOf(orders.market[slot]);
  const keepsPlace = keepsItsPlace(orders, slot, c);
  if (orders.place[slot] === RESTING) {
    if (keepsPlace) shrink(state, market, slot, events);
    else replace(state, market, slot, events);
  } else changeWaiting(state, market, slot, c.hasTriggerTicks, keepsPlace, events);
  return c.order;
};

const announce = (state: State, market: Market, slot: number, keptPlace: boolean, events: EventBuffer): void => {
  const { orders, seats } = state;
  const isMarket = isMarketOrder(orders.traits[slot]);
  events.orderAmended({
    order: orders.id[slot],
    owner: seats.owner[orders.seat[slot]],
    market: market.id,
    priceTicks: isMarket ? 0 : orders.price[slot],
    openLots: orders.open[slot],
    triggerTicks: orders.triggerOf(slot),
    keptPlace: keptPlace ? 1 : 0,
  });
};

const setTerms = (state: State, market: Market, slot: number): void => {
  const { orders } = state;
  setHold(state, slot, terms.held);
  if (!market.payment.isSpot) amended.count(state, perpetualOf(state, market.id), slot, terms.open);
  orders.size[slot] += terms.open - orders.open[slot];
  orders.open[slot] = terms.open;
  orders.price[slot] = terms.price;
  if (terms.trigger !== 0) orders.moveTrigger(slot, terms.trigger);
};

const shrink = (state: State, market: Market, slot: number, events: EventBuffer): void => {
  const { orders, levels } = state;
  const level = orders.level[slot];
  levels.total[level] -= orders.open[slot] - terms.open;
  setTerms(state, market, slot);
  announce(state, market, slot, true, events);
  emitLevel(market, sideOf(orders.traits[slot]), orders.price[slot], levels.total[level], events);
};

/** Removes the order from the book and submits it again like a new one, which may trade immediately. */
const replace = (state: State, market: Market, slot: number, events: EventBuffer): void => {
  const { orders, levels, taker } = state;
  const side = sideOf(orders.traits[slot]);
  const level = orders.level[slot];
  const oldPrice = orders.price[slot];
  levels.unlink(slot);
  const left = levels.total[level];
  if (levels.first[level] === 0) (side === BUY ? market.bids : market.asks).remove(level);
  setTerms(state, market, slot);
  announce(state, market, slot, false, events);
  emitLevel(market, side, oldPrice, left, events);
  taker.load(state, market, slot);
  tradeOut(state, market, taker, events);
  runDue(state, events);
};

const changeWaiting = (
  state: State,
  market: Market,
  slot: number,
  movesTrigger: boolean,
  keepsPlace: boolean,
  events: EventBuffer,
): void => {
  const { levels, orders } = state;
  if (keepsPlace && orders.place[slot] === WAITING && state.rulesVersion >= KEPT_PLACE_RULES_VERSION) {
    levels.total[orders.level[slot]] -= orders.open[slot] - terms.open;
    setTerms(state, market, slot);
    announce(state, market, slot, true, events);
    return;
  }
  const isFired = orders.place[slot] === FIRED;
  if (!isFired || movesTrigger) takeOut(state, market, slot, events);
  setTerms(state, market, slot);
  announce(state, market, slot, keepsPlace, events);
  if (!isFired || movesTrigger) waitForTrigger(state, market, slot);
};

export const amendOrder: CommandKind<AmendOrder> = {
  code: 16,
  flags: [
    {
      priceTicks: ['given', 0],
      openLots: ['given', 1],
      triggerTicks: ['given', 2],
      reference: ['source', 3],
      openBefore: ['nonZero', 5],
    },
  ],
  fields: {
    owner: 'number',
    order: 'number',
    priceTicks: 'number',
    openLots: 'number',
    triggerTicks: 'number',
    openBefore: 'number',
  },
  owners: ({ owner }) => [owner],
  refuse,
  execute,
};
