import type { PerpetualTerms } from '../../src/vocabulary/terms.ts';
import type { OracleMarket, OracleOrder, OracleState } from './oracle-state.ts';
import { type Position, positions } from './perpetual-vocabulary.ts';

/** The owner of the account against which all positions of perpetuals are settled ([X5]). */
export const CLEARING = 9;
export const INSURANCE = 4;
const MILLION = 1_000_000n;

export interface OraclePosition {
  lots: bigint;
  cost: bigint;
  margin: bigint;
  /** The maintenance rate, ppm. */
  rate: bigint;
  leverage: bigint;
  /**
   * The time at which an order last opened lots of the position; undefined without a position, and for one to which only
   * takeovers have added lots.
   */
  openedAt?: number | undefined;
}

export interface PerpetualOwner {
  readonly owner: number;
  readonly long: OraclePosition;
  readonly short: OraclePosition;
}

/** A visit of all owners: a review, or one of the two phases of a funding settlement or of closing all positions. */
export interface Visit {
  kind: 'review' | 'paying' | 'receiving' | 'closing' | 'settling';
  visited: number;
  readonly payer: Position;
  readonly rate: bigint;
  readonly mark: bigint;
  collected: bigint;
  /** The amount collected but not yet paid out. */
  unpaid: bigint;
}

/** A part of a position that is being liquidated. */
export interface Liquidation {
  readonly owner: number;
  readonly position: Position;
  readonly order: number;
  /** The remaining lots of the part. */
  lots: bigint;
}

export interface Perpetual {
  terms: PerpetualTerms;
  /** [S1]: the minimum term in days; 0 for none. */
  minTermDays: number;
  /**
   * The owners in the order in which they first used the market: by an accepted order, a leverage setting or a
   * takeover.
   */
  owners: PerpetualOwner[];
  visit: Visit | undefined;
  liquidation: Liquidation | undefined;
  /** Positions whose reduce-only orders must be cancelled. */
  closed: { readonly owner: number; readonly position: Position }[];
}

export const floorDiv = (a: bigint, b: bigint): bigint => {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
};
export const ceilDiv = (a: bigint, b: bigint): bigint => -floorDiv(-a, b);
export const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);
export const greater = (a: bigint, b: bigint): bigint => (a > b ? a : b);

export const otherPosition = (position: Position): Position => (position === 'long' ? 'short' : 'long');

/** [Y1]: the position that an order opens or, if it is reduce-only, closes. */
export const positionOf = (o: { side: 'buy' | 'sell'; reduceOnly?: boolean | undefined }): Position =>
  (o.side === 'buy') === (o.reduceOnly !== true) ? 'long' : 'short';

/** [Y3]: the leverage of positions whose owner has not chosen one. */
const defaultLeverage = (p: Perpetual): bigint => BigInt(Math.min(10, p.terms.maxLeverage));

const noPosition = (leverage: bigint): OraclePosition => ({ lots: 0n, cost: 0n, margin: 0n, rate: 0n, leverage });

/** The owner's entry, appended if this is the owner's first use of the market. */
export const entryOf = (p: Perpetual, owner: number): PerpetualOwner => {
  const known = p.owners.find((each) => each.owner === owner);
  if (known !== undefined) return known;
  const entry = { owner, long: noPosition(defaultLeverage(p)), short: noPosition(defaultLeverage(p)) };
  p.owners.push(entry);
  return entry;
};

/** The owner's position; for an owner who has not used the market yet, the position as it would begin. */
export const lookUp = (p: Perpetual, owner: number, position: Position): OraclePosition =>
  p.owners.find((each) => each.owner === owner)?.[position] ?? noPosition(defaultLeverage(p));

export const unitOf = (m: OracleMarket, lots: bigint): bigint => BigInt(m.tickLotUnits) * lots;
export const markOf = (m: OracleMarket): bigint => BigInt(m.reference);
export const openInterest = (p: Perpetual): bigint => p.owners.reduce((sum, { long }) => sum + long.lots, 0n);

/** [Y4]: the tier of a position with this cost. */
export const tierOf = (terms: PerpetualTerms, cost: bigint): bigint => {
  const beyond = cost - BigInt(terms.riskLimitUnits);
  return beyond <= 0n ? 0n : smaller(100n, ceilDiv(beyond, BigInt(terms.riskStepUnits)));
};

/** [Y4]: the maintenance rate of the position; 0 if it has no lots. */
export const rateOf = (terms: PerpetualTerms, { lots, cost }: OraclePosition): bigint =>
  lots === 0n ? 0n : smaller(500_000n, BigInt(terms.maintenancePpm) + tierOf(terms, cost) * BigInt(terms.riskStepPpm));

/** [Y4]: the profit of the position at this price; negative for a loss. */
export const profitAt = (m: OracleMarket, x: OraclePosition, position: Position, price: bigint): bigint => {
  const value = price * unitOf(m, x.lots);
  return position === 'long' ? value - x.cost : x.cost - value;
};

/**
 * [Y5]: whether the position has to be liquidated, computed from the definition rather than from the liquidation price.
 */
export const isDue = (m: OracleMarket, x: OraclePosition, position: Position): boolean => {
  if (x.lots === 0n) return false;
  const maintenance = ceilDiv(markOf(m) * unitOf(m, x.lots) * x.rate, MILLION);
  return x.margin + profitAt(m, x, position, markOf(m)) <= maintenance;
};

/** [Y5]: the mark price at which the position is liquidated; undefined if it can never be liquidated. */
export const liquidationPrice = (m: OracleMarket, x: OraclePosition, position: Position): bigint | undefined => {
  const u = unitOf(m, x.lots);
  if (position === 'short') return ceilDiv(floorDiv((x.cost + x.margin - 1n) * MILLION, MILLION + x.rate) + 1n, u);
  if (x.cost < x.margin) return undefined;
  return floorDiv(ceilDiv((x.cost - x.margin + 1n) * MILLION, MILLION - x.rate) - 1n, u);
};

/** [Y5]: the worst price at which the margin covers the loss. */
export const bankruptcyPrice = (m: OracleMarket, x: OraclePosition, position: Position): bigint => {
  const u = unitOf(m, x.lots);
  return position === 'long' ? greater(1n, ceilDiv(x.cost - x.margin, u)) : floorDiv(x.cost + x.margin, u);
};

/** [V3]: the worst price at which a position under liquidation is closed. */
export const liquidationLimit = (
  m: OracleMarket,
  terms: PerpetualTerms,
  x: OraclePosition,
  position: Position,
): bigint => {
  const distance = ceilDiv(markOf(m) * BigInt(terms.maintenancePpm), MILLION);
  const bankruptcy = bankruptcyPrice(m, x, position);
  return position === 'long' ? greater(bankruptcy, markOf(m) - distance) : smaller(bankruptcy, markOf(m) + distance);
};

/** Whether closing at this price would cost more than the margin. */
export const isBeyondBankruptcy = (m: OracleMarket, x: OraclePosition, position: Position, price: bigint): boolean =>
  position === 'long' ? price < bankruptcyPrice(m, x, position) : price > bankruptcyPrice(m, x, position);

/** [Y6]: removes part of a position; returns the margin it releases and its profit at the price. */
export const takePart = (
  m: OracleMarket,
  terms: PerpetualTerms,
  x: OraclePosition,
  position: Position,
  lots: bigint,
  price: bigint,
): { margin: bigint; profit: bigint } => {
  const margin = floorDiv(x.margin * lots, x.lots);
  const cost = (position === 'long' ? floorDiv : ceilDiv)(x.cost * lots, x.lots);
  const value = price * unitOf(m, lots);
  x.lots -= lots;
  x.cost -= cost;
  x.margin -= margin;
  x.rate = rateOf(terms, x);
  if (x.lots === 0n) x.openedAt = undefined;
  return { margin, profit: position === 'long' ? value - cost : cost - value };
};

export const addPart = (
  m: OracleMarket,
  terms: PerpetualTerms,
  x: OraclePosition,
  lots: bigint,
  price: bigint,
  margin: bigint,
): void => {
  x.lots += lots;
  x.cost += price * unitOf(m, lots);
  x.margin += margin;
  x.rate = rateOf(terms, x);
};

/** [Z1]: the margin of these lots, rounded up for each lot. */
export const marginFor = (m: OracleMarket, lots: bigint, price: bigint, leverage: bigint): bigint =>
  lots * ceilDiv(price * BigInt(m.tickLotUnits), leverage);

/**
 * [Z3], [Z4]: whether the position would have to be liquidated, or be too large, with these lots added at this price.
 */
export const wouldBeDue = (
  m: OracleMarket,
  p: Perpetual,
  before: OraclePosition,
  position: Position,
  lots: bigint,
  price: bigint,
): boolean => {
  const after = { ...before };
  addPart(m, p.terms, after, lots, price, marginFor(m, lots, price, before.leverage));
  return after.cost > 2n ** 51n || isDue(m, after, position);
};

const DAY_MS = 86_400_000;

/** [S2]: whether the position has a minimum term that has not ended. */
export const isInTerm = (s: OracleState, p: Perpetual, { lots, openedAt }: OraclePosition): boolean =>
  p.minTermDays > 0 && lots > 0n && openedAt !== undefined && s.timeMs < openedAt + p.minTermDays * DAY_MS;

/** [S2] [S3]: whether the minimum term prevents the owner from closing the position now. */
export const isBound = (s: OracleState, m: OracleMarket, p: Perpetual, owner: number, position: Position): boolean => {
  const x = lookUp(p, owner, position);
  if (!isInTerm(s, p, x)) return false;
  const profit = profitAt(m, x, position, markOf(m));
  const isRich = profit >= x.margin;
  const isPoor = x.margin + profit <= floorDiv(x.margin, 2n);
  return !isRich && !isPoor;
};

const byId = (a: OracleOrder, b: OracleOrder) => a.id - b.id;

/** All open orders of the owner in the market, oldest first. */
export const ordersAt = (s: OracleState, m: OracleMarket, owner: number): OracleOrder[] =>
  s.orders.filter((o) => o.market === m.id && o.owner === owner).sort(byId);

/** Open orders that open the position. */
export const openingOrders = (s: OracleState, m: OracleMarket, owner: number, position: Position): OracleOrder[] =>
  ordersAt(s, m, owner).filter((o) => o.reduceOnly !== true && positionOf(o) === position);

/** Open orders that close the position. */
export const closingOrders = (s: OracleState, m: OracleMarket, owner: number, position: Position): OracleOrder[] =>
  ordersAt(s, m, owner).filter((o) => o.reduceOnly === true && positionOf(o) === position);

/** [Z6]: the closed positions that still have open orders, which have to end. */
export const closedWithOrders = (s: OracleState, m: OracleMarket, p: Perpetual) =>
  p.closed.filter(({ owner, position }) => closingOrders(s, m, owner, position).length > 0);

/** [V1]: the positions that must be liquidated, in order of liquidation. */
export const duePositions = (m: OracleMarket, p: Perpetual): { owner: number; position: Position }[] =>
  positions.flatMap((position) => {
    const first = position === 'long' ? -1n : 1n;
    return p.owners
      .filter((each) => isDue(m, each[position], position))
      .map(({ owner, [position]: x }) => ({ owner, position, price: liquidationPrice(m, x, position) ?? 0n }))
      .sort((a, b) => Number(first * (a.price - b.price)) || a.owner - b.owner);
  });

/** [X6], [V1]: whether the perpetual has pending work, apart from the work that any market may have. */
const hasWork = (s: OracleState, m: OracleMarket, p: Perpetual): boolean =>
  closedWithOrders(s, m, p).length > 0 ||
  p.visit !== undefined ||
  (m.status !== 'halted' && (p.liquidation !== undefined || duePositions(m, p).length > 0));

/** [B3] [H3]: whether reached triggers have yet to fire, or new protections have yet to enter the trigger index. */
export const isFiring = (s: OracleState, m: OracleMarket): boolean =>
  m.reached.length > 0 || s.orders.some((o) => o.market === m.id && o.place === 'arming');

/** [B4]: whether the market is unfinished. */
export const isBusy = (s: OracleState, m: OracleMarket): boolean =>
  m.continuing !== undefined || isFiring(s, m) || (m.perpetual !== undefined && hasWork(s, m, m.perpetual));
