import type { PlaceOrder } from '../../src/commands/place-order.ts';
import type { Refusal } from '../../src/vocabulary/refusals.ts';
import { type Check, firstOf } from './checks.ts';
import { obstacle } from './oracle-money.ts';
import { crosses, end, setHeld, takeAndSettle } from './oracle-orders.ts';
import { isBound, isBusy, lookUp, openingOrders, type Perpetual, positionOf, wouldBeDue } from './oracle-perpetual.ts';
import { perpetualHold, priceOfHold } from './oracle-perpetual-fills.ts';
import {
  bandHigh,
  bandLow,
  centreOf,
  notionalOf,
  type OracleMarket,
  type OracleOrder,
  type OracleState,
} from './oracle-state.ts';

/** [X4]: options that orders of a perpetual may not have. */
export const isMalformedForPerpetual = (c: PlaceOrder): boolean =>
  (c.budgetUnits ?? 0) !== 0 || c.timeInForce === 'fok';

/** [Z1]: the price for which the order would need a hold if it entered now. */
const holdPrice = (s: OracleState, m: OracleMarket, o: OracleOrder, limit: number): number =>
  o.place === 'waiting' ? limit : priceOfHold(s, m, o.side, limit);

/** [Z1]: the hold that the order would need if it entered now. */
export const holdOnEntry = (s: OracleState, m: OracleMarket, p: Perpetual, o: OracleOrder, limit: number): bigint =>
  perpetualHold(m, p, o, holdPrice(s, m, o, limit), o.open);

const firstPrice = (s: OracleState, m: OracleMarket, o: OracleOrder, limit: number): number =>
  crosses(s, m, o.side, limit) ? s.book(m.id, o.side === 'buy' ? 'sell' : 'buy')[0].price : limit;

/** [Y3], [Z2], [Z3]: the checks when an order is accepted, and again before a fired order activates. */
const positionChecks = (s: OracleState, m: OracleMarket, p: Perpetual, o: OracleOrder, limit: number): Check[] => {
  const position = positionOf(o);
  const x = lookUp(p, o.owner, position);
  if (o.reduceOnly === true) return [[x.lots === 0n, 'no_position']];
  const others = openingOrders(s, m, o.owner, position).filter((each) => each.id !== o.id);
  const lots = others.reduce((sum, each) => sum + BigInt(each.open), x.lots + BigInt(o.open));
  const price = BigInt(firstPrice(s, m, o, limit));
  return [
    [x.leverage > BigInt(p.terms.maxLeverage), 'above_maximum'],
    [lots > BigInt(p.terms.maxPositionLots), 'above_position_limit'],
    [o.place !== 'waiting' && wouldBeDue(m, p, x, position, BigInt(o.open), price), 'would_liquidate'],
  ];
};

/** The checks of owner, market and book when an order is accepted, and again before a fired order activates ([T4]). */
const entryChecks = (s: OracleState, m: OracleMarket, p: Perpetual, o: OracleOrder, limit: number): Check[] => {
  const edge = o.side === 'buy' ? bandHigh(centreOf(m), m.bandPpm) : bandLow(centreOf(m), m.bandPpm);
  const missing = holdOnEntry(s, m, p, o, limit) - BigInt(o.held);
  const blocked = missing <= 0n ? undefined : obstacle(s, o.owner, m.quote, missing, 'future');
  const enters = o.place !== 'waiting';
  const isTurn = enters && o.trigger !== 'none';
  const isEmptyHanded = enters && o.type === 'market' && !crosses(s, m, o.side, limit);
  const isBeyond = o.reduceOnly !== true && notionalOf(m, holdPrice(s, m, o, limit), o.open) >= 2n ** 53n;
  return [
    ...positionChecks(s, m, p, o, limit),
    [isBeyond || blocked === 'exceeds_range', 'exceeds_range'],
    [s.frozen.has(o.owner), 'account_frozen'],
    [!(isTurn && o.reduceOnly === true) && s.isRestricted(o.owner, 'tradeUntil'), 'account_restricted'],
    [m.status === 'delisted', 'market_delisted'],
    [m.status === 'halted', 'market_halted'],
    [m.status === 'cancel_only', 'market_cancel_only'],
    [blocked === 'exceeds_balance', 'exceeds_balance'],
    [enters && o.postOnly && crosses(s, m, o.side, limit), 'would_take'],
    [isEmptyHanded && (o.trigger !== 'none' || !crosses(s, m, o.side, edge)), 'no_liquidity'],
    [isEmptyHanded && o.trigger === 'none' && crosses(s, m, o.side, edge), 'beyond_protection'],
  ];
};

/** [S3]: whether a new or amended order could close a position before the end of its minimum term. */
export const closesEarly = (s: OracleState, m: OracleMarket, p: Perpetual, o: OracleOrder): boolean => {
  if (o.reduceOnly !== true) return p.minTermDays > 0 && (o.takeProfit ?? 0) !== 0;
  return o.trigger !== 'stop' && isBound(s, m, p, o.owner, positionOf(o));
};

/** The order as it would be accepted, and the reason, if any, to refuse it by the checks common to all markets. */
export const refusePerpetualOrder = (
  s: OracleState,
  m: OracleMarket,
  p: Perpetual,
  o: OracleOrder,
  common: readonly Check[],
): Refusal | undefined =>
  firstOf([
    ...common.filter(([, refusal]) => refusal !== 'below_minimum' || o.reduceOnly !== true),
    [isBusy(s, m), 'market_busy'],
    [closesEarly(s, m, p, o), 'before_term_end'],
    ...entryChecks(s, m, p, o, o.price),
  ]);

/** [Z7]: the hold of an amended order. */
export const holdOnAmendment = (
  s: OracleState,
  m: OracleMarket,
  p: Perpetual,
  o: OracleOrder,
  limit: number,
  open: number,
): bigint => perpetualHold(m, p, o, o.place === 'resting' ? priceOfHold(s, m, o.side, limit) : limit, open);

/** [Z7]: the checks of an amendment by which an opening order loses its place. */
export const amendmentChecks = (
  s: OracleState,
  m: OracleMarket,
  p: Perpetual,
  o: OracleOrder,
  limit: number,
  open: number,
): Check[] => positionChecks(s, m, p, { ...o, open, place: o.place === 'resting' ? 'resting' : 'waiting' }, limit);

/** Activates a fired order. */
export const activatePerpetual = (
  s: OracleState,
  m: OracleMarket,
  p: Perpetual,
  o: OracleOrder,
  limit: number,
): void => {
  const [low, high] = [bandLow(centreOf(m), m.bandPpm), bandHigh(centreOf(m), m.bandPpm)];
  const refusal = firstOf([
    [o.type === 'limit' && (limit < low || limit > high), 'outside_price_band'],
    ...entryChecks(s, m, p, o, limit),
  ]);
  if (refusal !== undefined) {
    end(s, m, o, 'trigger_refused', false, refusal);
    return;
  }
  setHeld(s, m, o, Number(holdOnEntry(s, m, p, o, limit)));
  takeAndSettle(s, m, o, limit);
};
