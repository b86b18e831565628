import type { AmendOrder } from '../../src/commands/amend-order.ts';
import type { PlaceOco } from '../../src/commands/place-oco.ts';
import type { PlaceOrder } from '../../src/commands/place-order.ts';
import type { Refusal } from '../../src/vocabulary/refusals.ts';
import { type Check, firstOf } from './checks.ts';
import { mayOverdraw, obstacle } from './oracle-money.ts';
import { announce, canFill, crosses, feesOf, neededFor, setHeld, takeAndSettle } from './oracle-orders.ts';
import { entryOf, isBusy } from './oracle-perpetual.ts';
import {
  amendmentChecks,
  closesEarly,
  holdOnAmendment,
  holdOnEntry,
  isMalformedForPerpetual,
  refusePerpetualOrder,
} from './oracle-perpetual-orders.ts';
import { attachedChecks, attachedTo, emitProtected, protectionsOf } from './oracle-protections.ts';
import {
  bandHigh,
  bandLow,
  buyHold,
  centreOf,
  isReachedAt,
  lastOrListed,
  lots,
  MAX,
  notionalOf,
  type OracleMarket,
  type OracleOrder,
  type OracleState,
  ticks,
  triggering,
} from './oracle-state.ts';
import { runDue } from './oracle-turns.ts';

const isAhead = (
  s: OracleState,
  m: OracleMarket,
  side: 'buy' | 'sell',
  trigger: 'stop' | 'take_profit',
  triggerTicks: number,
): boolean => !isReachedAt({ side, trigger, triggerTicks }, triggering(s, m));

const openOrdersOf = (s: OracleState, owner: number, market: number) =>
  s.orders
    .filter((o) => o.owner === owner && o.market === market)
    .reduce((sum, o) => sum + 1 + attachedTo(o) - protectionsOf(s, o).length, 0);

const isDuplicate = (s: OracleState, owner: number, id: number | undefined) =>
  id !== undefined && id !== 0 && s.orders.some((o) => o.owner === owner && o.clientOrderId === id);

const pricesOf = (c: PlaceOrder) => ({ takeProfit: c.takeProfitTicks ?? 0, stopLoss: c.stopLossTicks ?? 0 });

const isOrderMalformed = (s: OracleState, c: PlaceOrder): boolean => {
  const [price, size, budget] = [c.priceTicks ?? 0, c.sizeLots ?? 0, c.budgetUnits ?? 0];
  if (c.owner < 1 || c.owner >= 2 ** 40 || c.trigger?.ticks === 0) return true;
  if (c.reduceOnly === true && s.rulesVersion < 3) return true;
  if (attachedTo(pricesOf(c)) > 0 && (c.reduceOnly === true || s.rulesVersion < 5)) return true;
  if (c.type === 'limit')
    return price === 0 || size === 0 || budget !== 0 || (c.postOnly === true && c.timeInForce !== 'gtc');
  if (c.timeInForce === 'gtc' || c.postOnly === true) return true;
  if (price !== 0 && (s.rulesVersion < 2 || c.trigger !== undefined)) return true;
  if (size === 0) return budget === 0 || c.timeInForce === 'fok';
  return budget !== 0 && (c.timeInForce !== 'fok' || c.trigger !== undefined);
};

/** The order that the command would place, or the reason to refuse it. */
export const judgeOrder = (s: OracleState, c: PlaceOrder): { refusal?: Refusal; order?: OracleOrder } => {
  if (isOrderMalformed(s, c)) return { refusal: 'malformed' };
  const m = s.market(c.market);
  if (m === undefined) return { refusal: 'unknown_market' };
  const { perpetual } = m;
  const cannotBeSpot = c.reduceOnly === true || (c.side === 'sell' && attachedTo(pricesOf(c)) > 0);
  if (perpetual === undefined ? cannotBeSpot : isMalformedForPerpetual(c)) return { refusal: 'malformed' };
  const size = c.sizeLots ?? 0;
  const budget = c.budgetUnits ?? 0;
  const centre = c.trigger?.ticks ?? centreOf(m);
  const [low, high] = [bandLow(centre, m.bandPpm), bandHigh(centre, m.bandPpm)];
  const edge = c.side === 'buy' ? high : low;
  const price = c.priceTicks ?? 0;
  const isProtected = c.type === 'market' && price !== 0 && (c.side === 'buy' ? price < high : price > low);
  const limit = c.type === 'limit' || isProtected ? price : edge;
  const fees = feesOf(s, c.owner);
  const asset = c.side === 'buy' ? m.quote : m.base;
  let held: bigint;
  if (c.side === 'buy') {
    held = budget !== 0 ? BigInt(budget) : buyHold(m, limit, size, Math.max(fees.makerPpm, fees.takerPpm));
  } else if (size !== 0) held = BigInt(size) * BigInt(m.lotUnits);
  else {
    const atWorst = BigInt(budget) / (BigInt(limit) * BigInt(m.tickLotUnits));
    const owned = BigInt(Math.max(0, s.available(c.owner, 'spot', asset))) / BigInt(m.lotUnits);
    held = (mayOverdraw(s, c.owner) || atWorst < owned ? atWorst : owned) * BigInt(m.lotUnits);
  }
  const valued = size === 0 ? BigInt(budget) : notionalOf(m, c.type === 'limit' ? limit : centre, size);
  const blocked = obstacle(s, c.owner, asset, held);
  const order: OracleOrder = {
    id: s.nextOrder,
    owner: c.owner,
    market: m.id,
    side: c.side,
    type: c.type,
    isProtected,
    timeInForce: c.timeInForce,
    postOnly: c.postOnly === true,
    reduceOnly: c.reduceOnly === true,
    selfTrade: c.selfTrade ?? 'cancel_newest',
    trigger: c.trigger?.kind ?? 'none',
    budget,
    ...fees,
    clientOrderId: c.clientOrderId ?? 0,
    acceptedAt: s.timeMs,
    price: limit,
    size,
    open: size,
    held: 0,
    triggerTicks: c.trigger?.ticks ?? 0,
    oco: 0,
    firedAt: 0,
    place: c.trigger === undefined ? 'taking' : 'waiting',
    entered: 0,
    ...pricesOf(c),
  };
  if (perpetual !== undefined) held = holdOnEntry(s, m, perpetual, order, limit);
  const overRange = [valued, held, BigInt(size) * BigInt(m.lotUnits)].some((n) => n > MAX);
  const opens = (c.trigger !== undefined || c.timeInForce === 'gtc' ? 1 : 0) + attachedTo(order);
  const terms: Check[] = [
    [overRange, 'exceeds_range'],
    [(size !== 0 && size < m.minSizeLots) || valued < BigInt(m.minNotionalUnits), 'below_minimum'],
    [size > m.maxSizeLots || valued > BigInt(m.maxNotionalUnits), 'above_maximum'],
    [c.type === 'limit' && (limit < low || limit > high), 'outside_price_band'],
    [c.trigger !== undefined && !isAhead(s, m, c.side, c.trigger.kind, c.trigger.ticks), 'trigger_not_reached_side'],
    ...attachedChecks(s, m, order),
    [isDuplicate(s, c.owner, c.clientOrderId), 'duplicate_client_order_id'],
    [opens > 0 && openOrdersOf(s, c.owner, m.id) + opens > m.maxOpenOrders, 'too_many_open_orders'],
  ];
  setHeldLater.set(order, Number(held));
  if (perpetual !== undefined) {
    const refusal = refusePerpetualOrder(s, m, perpetual, order, terms);
    return refusal === undefined ? { order } : { refusal };
  }
  const [range, ...others] = terms;
  const checks: Check[] = [
    range,
    [blocked === 'exceeds_range', 'exceeds_range'],
    [s.frozen.has(c.owner), 'account_frozen'],
    [s.isRestricted(c.owner, 'tradeUntil'), 'account_restricted'],
    [m.status === 'delisted', 'market_delisted'],
    [m.status === 'halted', 'market_halted'],
    [m.status === 'cancel_only', 'market_cancel_only'],
    [isBusy(s, m), 'market_busy'],
    ...others,
    [blocked === 'exceeds_balance' || held === 0n, 'exceeds_balance'],
  ];
  for (const [isSo, refusal] of checks) if (isSo) return { refusal };
  if (c.trigger === undefined) {
    if (order.postOnly && crosses(s, m, c.side, limit)) return { refusal: 'would_take' };
    if (c.timeInForce === 'fok' && !canFill(s, m, order, limit)) return { refusal: 'cannot_fill' };
    if (c.type === 'market' && !crosses(s, m, c.side, limit))
      return { refusal: crosses(s, m, c.side, edge) ? 'beyond_protection' : 'no_liquidity' };
  }
  return { order };
};

/** For each order, the amount that will be put on hold when the order is accepted. */
const setHeldLater = new WeakMap<OracleOrder, number>();

const accept = (s: OracleState, m: OracleMarket, o: OracleOrder): void => {
  s.nextOrder++;
  if (m.perpetual !== undefined) entryOf(m.perpetual, o.owner);
  setHeld(s, m, o, setHeldLater.get(o) ?? 0);
};

export const placeOrder = (s: OracleState, o: OracleOrder): number => {
  const m = s.market(o.market);
  if (m === undefined) throw new Error('the command was not validated first');
  accept(s, m, o);
  announce(s, o);
  if (attachedTo(o) > 0) emitProtected(s, o, []);
  if (o.trigger !== 'none') {
    o.place = 'waiting';
    o.entered = ++s.entries;
    s.orders.push(o);
    return o.id;
  }
  takeAndSettle(s, m, o, o.price);
  runDue(s);
  return o.id;
};

const larger = (a: bigint, b: bigint): bigint => {
  if (a > b) return a;
  return b;
};

export const judgeOco = (s: OracleState, c: PlaceOco): { refusal?: Refusal; legs?: [OracleOrder, OracleOrder] } => {
  if (c.owner < 1 || c.owner >= 2 ** 40 || c.sizeLots === 0 || c.priceTicks === 0 || c.stopTriggerTicks === 0)
    return { refusal: 'malformed' };
  const m = s.market(c.market);
  if (m === undefined || m.perpetual !== undefined) return { refusal: 'unknown_market' };
  const stopIsMarket = (c.stopPriceTicks ?? 0) === 0;
  const trigger = c.stopTriggerTicks;
  const [stopLow, stopHigh] = [bandLow(trigger, m.bandPpm), bandHigh(trigger, m.bandPpm)];
  const stopPrice = stopIsMarket ? (c.side === 'buy' ? stopHigh : stopLow) : (c.stopPriceTicks ?? 0);
  const fees = feesOf(s, c.owner);
  const common = {
    owner: c.owner,
    market: m.id,
    side: c.side,
    selfTrade: c.selfTrade ?? ('cancel_newest' as const),
    budget: 0,
    ...fees,
    acceptedAt: s.timeMs,
    size: c.sizeLots,
    open: c.sizeLots,
    held: 0,
    firedAt: 0,
    entered: 0,
  };
  const limit: OracleOrder = {
    ...common,
    id: s.nextOrder,
    type: 'limit',
    timeInForce: 'gtc',
    postOnly: true,
    trigger: 'none',
    triggerTicks: 0,
    price: c.priceTicks,
    clientOrderId: c.clientOrderId ?? 0,
    oco: s.nextOrder + 1,
    place: 'resting',
  };
  const stop: OracleOrder = {
    ...common,
    id: s.nextOrder + 1,
    type: stopIsMarket ? 'market' : 'limit',
    timeInForce: stopIsMarket ? 'ioc' : 'gtc',
    postOnly: false,
    trigger: 'stop',
    triggerTicks: trigger,
    price: stopPrice,
    clientOrderId: 0,
    oco: s.nextOrder,
    place: 'waiting',
  };
  const limitHold = neededFor(m, limit, limit.price, limit.open);
  const stopHold = neededFor(m, stop, stop.price, stop.open);
  const held = larger(limitHold, stopHold);
  const valued = [c.priceTicks, stopIsMarket ? trigger : stopPrice].map((price) => notionalOf(m, price, c.sizeLots));
  const asset = c.side === 'buy' ? m.quote : m.base;
  const blocked = obstacle(s, c.owner, asset, held);
  const [low, high] = [bandLow(centreOf(m), m.bandPpm), bandHigh(centreOf(m), m.bandPpm)];
  const last = lastOrListed(m);
  const checks: [boolean, Refusal][] = [
    [[...valued, held].some((n) => n > MAX) || blocked === 'exceeds_range', 'exceeds_range'],
    [s.rulesVersion > 1 && BigInt(c.sizeLots) * BigInt(m.lotUnits) > MAX, 'exceeds_range'],
    [s.frozen.has(c.owner), 'account_frozen'],
    [s.isRestricted(c.owner, 'tradeUntil'), 'account_restricted'],
    [m.status === 'delisted', 'market_delisted'],
    [m.status === 'halted', 'market_halted'],
    [m.status === 'cancel_only', 'market_cancel_only'],
    [isBusy(s, m), 'market_busy'],
    [c.sizeLots < m.minSizeLots || valued.some((n) => n < BigInt(m.minNotionalUnits)), 'below_minimum'],
    [c.sizeLots > m.maxSizeLots || valued.some((n) => n > BigInt(m.maxNotionalUnits)), 'above_maximum'],
    [c.priceTicks < low || c.priceTicks > high, 'outside_price_band'],
    [!stopIsMarket && (stopPrice < stopLow || stopPrice > stopHigh), 'outside_price_band'],
    [!isAhead(s, m, c.side, 'stop', trigger), 'trigger_not_reached_side'],
    [c.side === 'buy' ? c.priceTicks >= last : c.priceTicks <= last, 'trigger_not_reached_side'],
    [isDuplicate(s, c.owner, c.clientOrderId), 'duplicate_client_order_id'],
    [openOrdersOf(s, c.owner, m.id) + 2 > m.maxOpenOrders, 'too_many_open_orders'],
    [blocked === 'exceeds_balance', 'exceeds_balance'],
    [crosses(s, m, c.side, c.priceTicks), 'would_take'],
  ];
  for (const [isSo, refusal] of checks) if (isSo) return { refusal };
  setHeldLater.set(limit, Number(held));
  return { legs: [limit, stop] };
};

export const placeOco = (s: OracleState, [limit, stop]: [OracleOrder, OracleOrder]): number => {
  const m = s.market(limit.market);
  if (m === undefined) throw new Error('the command was not validated first');
  accept(s, m, limit);
  s.nextOrder++;
  announce(s, limit);
  announce(s, stop);
  limit.entered = ++s.entries;
  stop.entered = ++s.entries;
  s.orders.push(limit, stop);
  s.emitLevel(m, limit.side, limit.price);
  return limit.id;
};

interface Amendment {
  readonly order: OracleOrder;
  readonly market: OracleMarket;
  readonly price: number;
  readonly open: number;
  readonly trigger: number;
  readonly held: number;
}

/** [A1]: whether the amended order keeps its place. */
const keepsPlace = (c: AmendOrder, o: OracleOrder, open: number): boolean =>
  c.priceTicks === undefined && c.triggerTicks === undefined && open < o.open;

export const judgeAmend = (s: OracleState, c: AmendOrder): { refusal?: Refusal; amendment?: Amendment } => {
  const given = [c.priceTicks, c.openLots, c.triggerTicks];
  if (c.owner < 1) return { refusal: 'malformed' };
  const before = c.openBefore ?? 0;
  if (before !== 0 && s.rulesVersion < 5) return { refusal: 'malformed' };
  if (given.every((n) => n === undefined) || given.some((n) => n === 0)) return { refusal: 'malformed' };
  const o = s.order(c.order);
  const m = o === undefined ? undefined : s.market(o.market);
  if (o === undefined || m === undefined)
    return {
      refusal: s.frozen.has(c.owner)
        ? 'account_frozen'
        : s.isRestricted(c.owner, 'tradeUntil')
          ? 'account_restricted'
          : 'unknown_order',
    };
  if (m.perpetual !== undefined && s.rulesVersion < 5) {
    const checks: Check[] = [
      [s.frozen.has(c.owner), 'account_frozen'],
      [s.isRestricted(c.owner, 'tradeUntil'), 'account_restricted'],
      [o.owner !== c.owner, 'not_owner'],
      [true, 'not_amendable'],
    ];
    const refusal = firstOf(checks);
    return refusal === undefined ? {} : { refusal };
  }
  const trigger = c.triggerTicks ?? o.triggerTicks;
  const open = c.openLots ?? o.open;
  const [around, rests] = [bandLow(trigger || 1, m.bandPpm), o.place === 'resting'];
  const aroundHigh = bandHigh(trigger || 1, m.bandPpm);
  let price: number = c.priceTicks ?? o.price;
  if (o.type === 'market' && c.triggerTicks !== undefined) price = o.side === 'buy' ? aroundHigh : around;
  const p = m.perpetual;
  const ordinary = p === undefined ? neededFor(m, o, price, open) : holdOnAmendment(s, m, p, o, price, open);
  const held = o.budget !== 0 ? BigInt(o.held) : ordinary;
  const valued = o.budget !== 0 ? BigInt(o.budget) : notionalOf(m, o.type === 'market' ? trigger : price, open);
  const missing = held - BigInt(o.held);
  const paidIn = p !== undefined || o.side === 'buy' ? m.quote : m.base;
  const wallet = p === undefined ? 'spot' : 'future';
  const blocked = missing <= 0n ? undefined : obstacle(s, o.owner, paidIn, missing, wallet);
  const [low, high] = [bandLow(centreOf(m), m.bandPpm), bandHigh(centreOf(m), m.bandPpm)];
  const isPriced = rests
    ? c.priceTicks !== undefined || (s.rulesVersion > 1 && open >= o.open)
    : o.type === 'limit' && (c.priceTicks ?? c.triggerTicks) !== undefined;
  const [lowest, highest] = rests ? [low, high] : [around, aroundHigh];
  const checks: Check[] = [
    [[valued, held, BigInt(open) * BigInt(m.lotUnits)].some((n) => n > MAX), 'exceeds_range'],
    [blocked === 'exceeds_range', 'exceeds_range'],
    [s.frozen.has(c.owner), 'account_frozen'],
    [s.isRestricted(c.owner, 'tradeUntil'), 'account_restricted'],
    [o.owner !== c.owner, 'not_owner'],
    [o.oco !== 0 || o.isProtection === true, 'not_amendable'],
    [c.priceTicks !== undefined && o.type === 'market', 'not_amendable'],
    [(c.openLots !== undefined || before !== 0) && o.budget !== 0, 'not_amendable'],
    [c.triggerTicks !== undefined && rests, 'not_amendable'],
    [m.status === 'delisted', 'market_delisted'],
    [m.status === 'halted', 'market_halted'],
    [m.status === 'cancel_only', 'market_cancel_only'],
    [isBusy(s, m), 'market_busy'],
    [before !== 0 && before !== o.open, 'open_amount_changed'],
    [
      o.reduceOnly !== true &&
        !(s.rulesVersion >= 5 && open === o.open && open < o.size) &&
        ((o.budget === 0 && open < m.minSizeLots) || valued < BigInt(m.minNotionalUnits)),
      'below_minimum',
    ],
    [open > m.maxSizeLots || valued > BigInt(m.maxNotionalUnits), 'above_maximum'],
    [isPriced && (price < lowest || price > highest), 'outside_price_band'],
    [
      c.triggerTicks !== undefined && o.trigger !== 'none' && !isAhead(s, m, o.side, o.trigger, trigger),
      'trigger_not_reached_side',
    ],
    ...((c.priceTicks ?? c.triggerTicks) === undefined
      ? []
      : attachedChecks(s, m, { ...o, price, triggerTicks: trigger })),
    [blocked === 'exceeds_balance', 'exceeds_balance'],
    [rests && o.postOnly && crosses(s, m, o.side, price), 'would_take'],
  ];
  if (p !== undefined) {
    const opens = o.reduceOnly !== true && !keepsPlace(c, o, open);
    const early: Check = [o.reduceOnly === true && closesEarly(s, m, p, o), 'before_term_end'];
    const refusal = firstOf([...checks, early, ...(opens ? amendmentChecks(s, m, p, o, price, open) : [])]);
    if (refusal !== undefined) return { refusal };
  }
  for (const [isSo, refusal] of checks) if (isSo) return { refusal };
  return { amendment: { order: o, market: m, price, open, trigger, held: Number(held) } };
};

export const amend = (s: OracleState, c: AmendOrder, a: Amendment): number => {
  const { order: o, market: m } = a;
  const staysInPlace = keepsPlace(c, o, a.open);
  const oldPrice = o.price;
  const rested = o.place === 'resting';
  setHeld(s, m, o, a.held);
  o.size += a.open - o.open;
  o.open = a.open;
  o.price = a.price;
  o.triggerTicks = a.trigger;
  s.emit({
    kind: 'OrderAmended',
    order: o.id,
    owner: o.owner,
    market: m.id,
    priceTicks: ticks(o.type === 'limit' ? o.price : 0),
    openLots: lots(o.open),
    triggerTicks: ticks(o.triggerTicks),
    keptPlace: staysInPlace,
  });
  if (!rested) {
    if (c.triggerTicks !== undefined) o.place = 'waiting';
    if (!staysInPlace || s.rulesVersion < 5) o.entered = ++s.entries;
    return o.id;
  }
  if (staysInPlace) {
    s.emitLevel(m, o.side, o.price);
    return o.id;
  }
  o.place = 'taking';
  s.emitLevel(m, o.side, oldPrice);
  takeAndSettle(s, m, o, o.price);
  runDue(s);
  return o.id;
};
