import type { OrderEnd } from '../../src/vocabulary/events.ts';
import type { Refusal } from '../../src/vocabulary/refusals.ts';
import type { Perpetual } from './oracle-perpetual.ts';
import {
  endInsteadOfFill,
  fillPerpetual,
  fillSize,
  forgetEnded,
  marginAccount,
  passesOpenInterest,
} from './oracle-perpetual-fills.ts';
import { arm, leavePair, protect } from './oracle-protections.ts';
import {
  type Account,
  buyHold,
  feeCeil,
  firesAbove,
  isReachedAt,
  lots,
  notionalOf,
  type OracleMarket,
  type OracleOrder,
  type OracleState,
  ticks,
  units,
} from './oracle-state.ts';

const other = (side: 'buy' | 'sell') => (side === 'buy' ? 'sell' : 'buy');
const fromAccount = (s: OracleState, m: OracleMarket, o: OracleOrder): Account =>
  m.perpetual === undefined
    ? s.account(o.owner, 'spot', o.side === 'buy' ? m.quote : m.base)
    : marginAccount(s, m, o.owner);

export const feesOf = (s: OracleState, owner: number) =>
  s.tiers.get(s.tierOf.get(owner) ?? 0) ?? { makerPpm: 0, takerPpm: 0 };

export const neededFor = (m: OracleMarket, o: OracleOrder, price: number, open: number): bigint =>
  o.side === 'buy' ? buyHold(m, price, open, Math.max(o.makerPpm, o.takerPpm)) : BigInt(open) * BigInt(m.lotUnits);

export const setHeld = (s: OracleState, m: OracleMarket, o: OracleOrder, held: number): void => {
  const account = fromAccount(s, m, o);
  account.available -= held - o.held;
  account.held += held - o.held;
  o.held = held;
};

export const announce = (s: OracleState, o: OracleOrder): void =>
  s.emit({
    kind: 'OrderAccepted',
    order: o.id,
    owner: o.owner,
    market: o.market,
    side: o.side,
    type: o.type,
    timeInForce: o.timeInForce,
    postOnly: o.postOnly,
    selfTrade: o.selfTrade,
    trigger: o.trigger,
    priceTicks: ticks(o.type === 'limit' ? o.price : 0),
    sizeLots: lots(o.size),
    budgetUnits: units(o.budget),
    triggerTicks: ticks(o.triggerTicks),
    clientOrderId: o.clientOrderId,
    ocoOrder: o.oco,
    heldUnits: units(o.held),
    ...(o.reduceOnly === true ? { reduceOnly: true } : {}),
  });

/**
 * Ends an order, wherever it currently is. If it rested on a level, the event for the level comes first; its other OCO
 * leg ends last. If it is a protection with open lots, the other one of its pair stays.
 */
export const end = (
  s: OracleState,
  m: OracleMarket,
  o: OracleOrder,
  how: OrderEnd,
  silentLevel = false,
  refusal?: Refusal,
): void => {
  const rested = o.place === 'resting';
  if (m.continuing === o) m.continuing = undefined;
  s.orders = s.orders.filter((each) => each !== o);
  if (rested && !silentLevel) s.emitLevel(m, o.side, o.price);
  const partner = o.isProtection === true && o.oco !== 0 && o.open > 0 ? s.order(o.oco) : undefined;
  if (partner !== undefined) leavePair(s, o, partner);
  const released = o.held;
  setHeld(s, m, o, 0);
  s.emit({
    kind: 'OrderEnded',
    order: o.id,
    owner: o.owner,
    market: m.id,
    end: how,
    unfilledLots: lots(o.budget !== 0 && o.size === 0 ? 0 : o.open),
    releasedUnits: units(released),
    ...(refusal === undefined ? {} : { refusal }),
  });
  if (m.perpetual !== undefined) forgetEnded(s, m, m.perpetual);
  const leg = o.oco === 0 ? undefined : s.order(o.oco);
  if (leg !== undefined) {
    leg.oco = 0;
    end(s, m, leg, 'oco');
  }
};

/**
 * The number of lots that an order still wants at this price: the lots that its remaining budget can pay for, up to its
 * cap, or its open size if it has no budget.
 */
const wantedLots = (m: OracleMarket, o: OracleOrder, t: Taking, price: number): number => {
  if (!t.byBudget) return o.open;
  for (let n = roughly(m, o, t, price) + 2n; n > 0n; n--) {
    const notional = BigInt(price) * n * BigInt(m.tickLotUnits);
    const fee = o.side === 'buy' ? feeCeil(notional, o.takerPpm) : 0n;
    if (notional + fee <= t.budgetLeft) return Number(n < t.cap ? n : t.cap);
  }
  return 0;
};

/**
 * An estimate of the number of lots that the budget can pay for. The search starts two lots above this estimate and
 * goes down, so it takes few steps.
 */
const roughly = (m: OracleMarket, o: OracleOrder, t: Taking, price: number): bigint => {
  const ppm = o.side === 'buy' ? o.takerPpm : 0;
  return (t.budgetLeft * 1_000_000n) / (BigInt(price) * BigInt(m.tickLotUnits) * BigInt(1_000_000 + ppm));
};

export interface Taking {
  readonly byBudget: boolean;
  /**
   * Whether the order's hold shrinks only by the units it pays for each fill; the remainder is released at the end.
   */
  readonly flat: boolean;
  budgetLeft: bigint;
  /** The maximum number of lots that a sell order by budget can sell. */
  cap: bigint;
  end: OrderEnd | undefined;
  /**
   * Whether the order is certain to be filled completely within this command, so that no later command continues it.
   */
  readonly atomic: boolean;
}

/**
 * Lets the order trade with the book until no more trades are possible. Then it rests or ends, and the orders whose
 * triggers its trades reached are fired. If the command has no steps left before that, the order pauses.
 */
export const takeAndSettle = (
  s: OracleState,
  m: OracleMarket,
  o: OracleOrder,
  limit: number,
  atomic = o.timeInForce === 'fok',
): void => {
  const byBudget = o.budget !== 0 && o.size === 0;
  const t: Taking = {
    byBudget,
    flat: o.budget !== 0,
    budgetLeft: m.continuing === o ? m.budgetLeft : BigInt(o.budget),
    cap: byBudget && o.side === 'sell' ? BigInt(o.held) / BigInt(m.lotUnits) : 2n ** 53n,
    end: undefined,
    atomic,
  };
  m.continuing = undefined;
  const isWithin = (price: number) => (o.side === 'buy' ? price <= limit : price >= limit);
  while (t.end === undefined && (byBudget ? t.cap > 0n : o.open > 0)) {
    const best = s.book(m.id, other(o.side))[0];
    if (best === undefined || !isWithin(best.price)) break;
    if (s.steps <= 0 && !atomic) {
      pause(s, m, o, t, limit);
      return;
    }
    takeLevel(s, m, o, t, limit, best.price);
  }
  settle(s, m, o, t);
  fireReached(s, m);
};

/** Keeps the order open. It goes on trading when the market's unfinished work is continued. */
const pause = (s: OracleState, m: OracleMarket, o: OracleOrder, t: Taking, limit: number): void => {
  o.place = 'taking';
  o.price = limit;
  if (!s.orders.includes(o)) s.orders.push(o);
  m.continuing = o;
  m.budgetLeft = t.byBudget ? t.budgetLeft : 0n;
};

const takeLevel = (s: OracleState, m: OracleMarket, o: OracleOrder, t: Taking, limit: number, price: number): void => {
  let changed = false;
  for (const maker of s.book(m.id, other(o.side)).filter((each) => each.price === price)) {
    if (t.end !== undefined || (t.byBudget ? t.cap === 0n : o.open === 0)) break;
    if (s.steps <= 0 && !t.atomic) break;
    s.looked++;
    if (maker.owner === o.owner) {
      if (o.selfTrade !== 'cancel_newest') {
        changed = true;
        s.steps--;
        end(s, m, maker, 'self_trade', true);
      }
      if (o.selfTrade !== 'cancel_oldest') t.end = 'self_trade';
      continue;
    }
    if (m.perpetual !== undefined) {
      if (tradePositions(s, m, m.perpetual, o, t, limit, maker)) changed = true;
      continue;
    }
    const wanted = wantedLots(m, o, t, price);
    if (wanted === 0) {
      t.end = t.budgetLeft === BigInt(o.budget) ? 'unfilled' : 'filled';
      break;
    }
    changed = true;
    s.steps--;
    trade(s, m, o, t, limit, maker, Math.min(wanted, maker.open));
  }
  if (changed) s.emitLevel(m, other(o.side), price);
};

/**
 * [Z4]: one fill between orders of a perpetual, or the end of one of the two orders instead. Returns whether the level
 * has changed.
 */
const tradePositions = (
  s: OracleState,
  m: OracleMarket,
  p: Perpetual,
  taker: OracleOrder,
  t: Taking,
  limit: number,
  maker: OracleOrder,
): boolean => {
  const size = fillSize(p, taker, maker);
  const endOfMaker = endInsteadOfFill(m, p, maker, size, maker.price);
  if (endOfMaker !== undefined) {
    s.steps--;
    end(s, m, maker, endOfMaker, true);
    return true;
  }
  t.end = endInsteadOfFill(m, p, taker, size, maker.price);
  if (t.end === undefined && passesOpenInterest(p, taker, maker, size)) t.end = 'open_interest_limit';
  if (t.end !== undefined) return false;
  s.steps--;
  taker.open -= size;
  maker.open -= size;
  const { takerClosed, makerClosed } = fillPerpetual(s, m, p, taker, limit, maker, size);
  for (const each of [taker, maker]) protect(s, m, each, size, announce);
  if (maker.open === 0) end(s, m, maker, 'filled', true);
  else if (makerClosed) end(s, m, maker, 'position_closed', true);
  if (takerClosed && taker.open > 0) t.end = 'position_closed';
  return true;
};

const trade = (
  s: OracleState,
  m: OracleMarket,
  taker: OracleOrder,
  t: Taking,
  limit: number,
  maker: OracleOrder,
  size: number,
): void => {
  const price = maker.price;
  const notional = notionalOf(m, price, size);
  const makerWasPaired = maker.oco !== 0;
  if (makerWasPaired) setHeld(s, m, maker, Number(neededFor(m, maker, price, maker.open)));
  maker.open -= size;
  if (t.byBudget) t.cap -= BigInt(size);
  else taker.open -= size;
  const [buyer, seller] = taker.side === 'buy' ? [taker, maker] : [maker, taker];
  const due = (order: OracleOrder) => feeCeil(notional, order === maker ? maker.makerPpm : taker.takerPpm);

  const flat = buyer === taker && t.flat;
  const stays = flat ? 0n : neededFor(m, buyer, buyer === taker ? limit : buyer.price, buyer.open);
  const room = BigInt(buyer.held) - notional - stays;
  const buyerFee = due(buyer) < room ? due(buyer) : room;
  const left = flat ? BigInt(buyer.held) - notional - buyerFee : stays;
  const buyerQuote = s.account(buyer.owner, 'spot', m.quote);
  buyerQuote.held -= buyer.held - Number(left);
  buyerQuote.available += buyer.held - Number(left) - Number(notional + buyerFee);
  buyer.held = Number(left);
  s.account(buyer.owner, 'spot', m.base).available += size * m.lotUnits;

  const sellerFee = due(seller);
  s.account(seller.owner, 'spot', m.base).held -= size * m.lotUnits;
  seller.held -= size * m.lotUnits;
  s.account(seller.owner, 'spot', m.quote).available += Number(notional - sellerFee);
  s.account(2, 'spot', m.quote).available += Number(buyerFee + sellerFee);
  t.budgetLeft -= taker.side === 'buy' ? notional + buyerFee : notional;

  m.trades++;
  m.last = price;
  m.reached.push(price);
  const takerOpen = t.byBudget ? wantedLots(m, taker, t, price) : taker.open;
  const lotOnMore = notionalOf(m, price, 1);
  const reachesMore = lotOnMore + (taker.side === 'buy' ? feeCeil(lotOnMore, taker.takerPpm) : 0n) <= t.budgetLeft;
  if (t.byBudget && takerOpen === 0)
    t.end = t.cap === 0n && (reachesMore || s.rulesVersion === 1) ? 'unfilled' : 'filled';
  s.emit({
    kind: 'OrderFilled',
    market: m.id,
    trade: m.trades,
    takerSide: taker.side,
    makerOrder: maker.id,
    makerOwner: maker.owner,
    takerOrder: taker.id,
    takerOwner: taker.owner,
    priceTicks: ticks(price),
    sizeLots: lots(size),
    notionalUnits: units(notional),
    makerFeeUnits: units(buyer === maker ? buyerFee : sellerFee),
    takerFeeUnits: units(buyer === taker ? buyerFee : sellerFee),
    makerOpenLots: lots(maker.open),
    takerOpenLots: lots(takerOpen),
  });
  for (const each of [taker, maker]) protect(s, m, each, size, announce);
  const leg = makerWasPaired ? s.order(maker.oco) : undefined;
  maker.oco = 0;
  if (leg !== undefined) {
    leg.oco = 0;
    end(s, m, leg, 'oco');
  }
  if (maker.open === 0) end(s, m, maker, 'filled', true);
};

const settle = (s: OracleState, m: OracleMarket, o: OracleOrder, t: Taking): void => {
  const rests = o.type === 'limit' && o.timeInForce === 'gtc';
  if (t.end === undefined && o.open > 0 && rests) {
    o.place = 'resting';
    o.entered = ++s.entries;
    if (!s.orders.includes(o)) s.orders.push(o);
    s.emitLevel(m, o.side, o.price);
    return;
  }
  const hasRest = t.byBudget || o.open > 0;
  const isThere = s.book(m.id, other(o.side)).length > 0;
  end(s, m, o, t.end ?? (!hasRest ? 'filled' : o.isProtected === true && isThere ? 'beyond_protection' : 'unfilled'));
};

/** Queues the waiting orders whose triggers were reached, nearest trigger first, as long as there are steps left. */
export const fireReached = (s: OracleState, m: OracleMarket): void => {
  const isAbove = (o: OracleOrder) => firesAbove(o.side, o.trigger);
  const isReached = (o: OracleOrder) => m.reached.some((price) => isReachedAt(o, price));
  const waiting = s.orders.filter((o) => o.market === m.id && o.place === 'waiting' && isReached(o));
  const nearest = (a: OracleOrder, b: OracleOrder) =>
    Number(isAbove(b)) - Number(isAbove(a)) ||
    (isAbove(a) ? a.triggerTicks - b.triggerTicks : b.triggerTicks - a.triggerTicks) ||
    a.entered - b.entered;
  for (const o of waiting.sort(nearest)) {
    if (s.steps <= 0) return;
    s.steps--;
    o.place = 'fired';
    o.firedAt = s.timeMs;
  }
  m.reached = [];
  arm(s, m);
};

export const crosses = (s: OracleState, m: OracleMarket, side: 'buy' | 'sell', limit: number): boolean =>
  s.book(m.id, other(side)).some((maker) => (side === 'buy' ? maker.price <= limit : maker.price >= limit));

/** Whether the order can be filled completely: its whole size, and within its budget if it has one. */
export const canFill = (s: OracleState, m: OracleMarket, o: OracleOrder, limit: number): boolean => {
  let missing = o.open;
  let total = 0n;
  let looked = 0;
  for (const maker of s.book(m.id, other(o.side))) {
    if (o.side === 'buy' ? maker.price > limit : maker.price < limit) return false;
    if (++looked > s.stepLimit) return false;
    if (maker.owner === o.owner) {
      if (o.selfTrade === 'cancel_oldest') continue;
      return false;
    }
    const size = Math.min(missing, maker.open);
    const notional = notionalOf(m, maker.price, size);
    const fee = feeCeil(notional, o.takerPpm);
    total += o.side === 'buy' ? notional + fee : notional - fee;
    missing -= size;
    if (missing > 0) continue;
    if (o.budget === 0) return true;
    return o.side === 'buy' ? total <= BigInt(o.budget) : total >= BigInt(o.budget);
  }
  return false;
};
