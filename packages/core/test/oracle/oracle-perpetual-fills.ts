import type { OrderEnd } from '../../src/vocabulary/events.ts';
import {
  addPart,
  CLEARING,
  closedWithOrders,
  entryOf,
  INSURANCE,
  isBeyondBankruptcy,
  lookUp,
  marginFor,
  type OraclePosition,
  openInterest,
  type Perpetual,
  positionOf,
  smaller,
  takePart,
  wouldBeDue,
} from './oracle-perpetual.ts';
import {
  type Account,
  feeCeil,
  firesByMark,
  lots,
  notionalOf,
  type OracleMarket,
  type OracleOrder,
  type OracleState,
  ticks,
  units,
} from './oracle-state.ts';
import type { Position } from './perpetual-vocabulary.ts';

export const marginAccount = (s: OracleState, m: OracleMarket, owner: number): Account =>
  s.account(owner, 'future', m.quote);

/** [Z1]: the hold of an order for these lots at this price. */
export const perpetualHold = (
  m: OracleMarket,
  p: Perpetual,
  o: Pick<OracleOrder, 'owner' | 'side' | 'reduceOnly' | 'makerPpm' | 'takerPpm'>,
  price: number,
  size: number,
): bigint => {
  if (o.reduceOnly === true) return 0n;
  const { leverage } = lookUp(p, o.owner, positionOf(o));
  const fee = feeCeil(notionalOf(m, price, size), Math.max(o.makerPpm, o.takerPpm));
  return marginFor(m, BigInt(size), BigInt(price), leverage) + fee;
};

/**
 * [Z1]: the price used for the hold of an order that would enter now; for a sell that would trade at once, the best
 * bid.
 */
export const priceOfHold = (s: OracleState, m: OracleMarket, side: 'buy' | 'sell', limit: number): number =>
  side === 'buy' ? limit : Math.max(limit, s.book(m.id, 'buy')[0]?.price ?? 0);

/** [Z4]: the lots that would trade. */
export const fillSize = (p: Perpetual, taker: OracleOrder, maker: OracleOrder): number =>
  [taker, maker].reduce((size, o) => {
    const most = o.reduceOnly === true ? Number(lookUp(p, o.owner, positionOf(o)).lots) : o.open;
    return Math.min(size, o.open, most);
  }, Number.MAX_SAFE_INTEGER);

/** [Z4]: why the order ends instead of filling these lots at this price. */
export const endInsteadOfFill = (
  m: OracleMarket,
  p: Perpetual,
  o: OracleOrder,
  size: number,
  price: number,
): OrderEnd | undefined => {
  const position = positionOf(o);
  const x = lookUp(p, o.owner, position);
  if (o.reduceOnly !== true)
    return wouldBeDue(m, p, x, position, BigInt(size), BigInt(price)) ? 'would_liquidate' : undefined;
  if (x.lots === 0n) return 'position_closed';
  return isBeyondBankruptcy(m, x, position, BigInt(price)) ? 'beyond_bankruptcy' : undefined;
};

/** [Z4]: whether the fill would raise the open interest above the market's maximum. */
export const passesOpenInterest = (p: Perpetual, taker: OracleOrder, maker: OracleOrder, size: number): boolean =>
  taker.reduceOnly !== true &&
  maker.reduceOnly !== true &&
  openInterest(p) + BigInt(size) > BigInt(p.terms.maxOpenInterestLots);

/** [Z6]: if the position is closed, notes that its reduce-only orders must be cancelled. */
export const noteIfClosed = (
  s: OracleState,
  m: OracleMarket,
  p: Perpetual,
  owner: number,
  position: Position,
): void => {
  if (lookUp(p, owner, position).lots > 0n) return;
  if (!p.closed.some((each) => each.owner === owner && each.position === position)) p.closed.push({ owner, position });
  forgetEnded(s, m, p);
};

/** Keeps only those closed positions that still have orders. */
export const forgetEnded = (s: OracleState, m: OracleMarket, p: Perpetual): void => {
  p.closed = closedWithOrders(s, m, p);
};

export const emitPosition = (
  s: OracleState,
  m: OracleMarket,
  owner: number,
  position: Position,
  x: OraclePosition,
  realized: bigint,
): void =>
  s.emit({
    kind: 'PositionChanged',
    owner,
    market: m.id,
    position,
    sizeLots: lots(Number(x.lots)),
    costUnits: units(x.cost),
    marginUnits: units(x.margin),
    realizedUnits: units(realized),
  });

/**
 * [Y6], [V4]: closes part of a position: its margin and profit become available, less a fee of at most their sum.
 * Returns the fee and the profit.
 */
export const closePart = (
  s: OracleState,
  m: OracleMarket,
  p: Perpetual,
  owner: number,
  position: Position,
  size: bigint,
  price: bigint,
  feePpm: number,
  feesTo: Account,
): { fee: bigint; profit: bigint } => {
  const { margin, profit } = takePart(m, p.terms, entryOf(p, owner)[position], position, size, price);
  const left = margin + profit;
  if (left < 0n) throw new Error('a part of a position was closed with negative equity');
  const fee = smaller(left, feeCeil(price * size * BigInt(m.tickLotUnits), feePpm));
  const account = marginAccount(s, m, owner);
  account.held -= Number(margin);
  account.available += Number(left - fee);
  marginAccount(s, m, CLEARING).available -= Number(profit);
  feesTo.available += Number(fee);
  return { fee, profit };
};

/**
 * [Z1]: adds lots to the position, with margin from the order's hold. `stays` remains held for the order's unfilled
 * lots. Returns the fee.
 */
const openPart = (
  s: OracleState,
  m: OracleMarket,
  p: Perpetual,
  o: OracleOrder,
  size: bigint,
  price: bigint,
  feePpm: number,
  stays: bigint,
): bigint => {
  const x = entryOf(p, o.owner)[positionOf(o)];
  const margin = marginFor(m, size, price, x.leverage);
  const room = BigInt(o.held) - margin - stays;
  if (room < 0n) throw new Error('the order holds too little for its fill');
  const fee = smaller(room, feeCeil(price * size * BigInt(m.tickLotUnits), feePpm));
  const account = marginAccount(s, m, o.owner);
  account.held -= o.held - Number(stays + margin);
  account.available += o.held - Number(stays + margin + fee);
  o.held = Number(stays);
  s.account(2, 'spot', m.quote).available += Number(fee);
  x.openedAt = s.timeMs;
  addPart(m, p.terms, x, size, price, margin);
  return fee;
};

/**
 * [Z5]: one fill between orders of a perpetual, whose sizes the fill has already reduced. Returns whether each order
 * closed its position.
 */
export const fillPerpetual = (
  s: OracleState,
  m: OracleMarket,
  p: Perpetual,
  taker: OracleOrder,
  limit: number,
  maker: OracleOrder,
  size: number,
): { takerClosed: boolean; makerClosed: boolean } => {
  const { price } = maker;
  const isLiquidation = p.liquidation?.order === taker.id;
  const fill = (o: OracleOrder): { fee: bigint; profit: bigint } => {
    const isTaker = o === taker;
    const feePpm = isTaker ? o.takerPpm : o.makerPpm;
    if (o.reduceOnly === true) {
      const feesTo = isTaker && isLiquidation ? marginAccount(s, m, INSURANCE) : s.account(2, 'spot', m.quote);
      return closePart(s, m, p, o.owner, positionOf(o), BigInt(size), BigInt(price), feePpm, feesTo);
    }
    const at = !isTaker ? o.price : o.side === 'sell' ? price : limit;
    const stays = perpetualHold(m, p, o, at, o.open);
    return { fee: openPart(s, m, p, o, BigInt(size), BigInt(price), feePpm, stays), profit: 0n };
  };
  const ofTaker = fill(taker);
  const ofMaker = fill(maker);
  if (isLiquidation && p.liquidation !== undefined) p.liquidation.lots -= BigInt(size);
  m.trades++;
  m.last = price;
  if (!firesByMark(s, m)) m.reached.push(price);
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
    notionalUnits: units(notionalOf(m, price, size)),
    makerFeeUnits: units(ofMaker.fee),
    takerFeeUnits: units(ofTaker.fee),
    makerOpenLots: lots(maker.open),
    takerOpenLots: lots(taker.open),
  });
  const report = (o: OracleOrder, profit: bigint): boolean => {
    const x = lookUp(p, o.owner, positionOf(o));
    emitPosition(s, m, o.owner, positionOf(o), x, profit);
    noteIfClosed(s, m, p, o.owner, positionOf(o));
    return x.lots === 0n;
  };
  return { takerClosed: report(taker, ofTaker.profit), makerClosed: report(maker, ofMaker.profit) };
};
