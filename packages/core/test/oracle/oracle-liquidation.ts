import type { PositionSettled } from '../../src/vocabulary/events.ts';
import { visitNext } from './oracle-funding.ts';
import { announce, end, takeAndSettle } from './oracle-orders.ts';
import {
  addPart,
  bankruptcyPrice,
  ceilDiv,
  closedWithOrders,
  closingOrders,
  duePositions,
  entryOf,
  floorDiv,
  INSURANCE,
  isBeyondBankruptcy,
  type Liquidation,
  liquidationLimit,
  lookUp,
  type OraclePosition,
  ordersAt,
  otherPosition,
  type Perpetual,
  smaller,
  tierOf,
  unitOf,
} from './oracle-perpetual.ts';
import { closePart, emitPosition, marginAccount, noteIfClosed } from './oracle-perpetual-fills.ts';
import {
  changeStatus,
  lots,
  type OracleMarket,
  type OracleOrder,
  type OracleState,
  ticks,
  units,
} from './oracle-state.ts';
import type { Position } from './perpetual-vocabulary.ts';

/** [X6]: one step of a perpetual's pending work, when no order is taking and no reached trigger is waiting to fire. */
export const workOn = (s: OracleState, m: OracleMarket, p: Perpetual): void => {
  const [closed] = closedWithOrders(s, m, p);
  if (closed !== undefined) {
    s.steps--;
    end(s, m, closingOrders(s, m, closed.owner, closed.position)[0], 'position_closed');
  } else if (p.visit !== undefined) visitNext(s, m, p, p.visit);
  else if (p.liquidation !== undefined) closeLots(s, m, p, p.liquidation);
  else liquidateNext(s, m, p);
};

/** Ends the part that is being liquidated if it has no lots left. */
export const finishPart = (p: Perpetual): void => {
  if (p.liquidation?.lots === 0n) p.liquidation = undefined;
};

/**
 * [V1], [V2]: ends an open order of the first owner whose position must be liquidated. If that owner has no open order
 * left, starts liquidating a part of the position.
 */
const liquidateNext = (s: OracleState, m: OracleMarket, p: Perpetual): void => {
  const [{ owner, position }] = duePositions(m, p);
  s.steps--;
  const [oldest] = ordersAt(s, m, owner);
  if (oldest !== undefined) end(s, m, oldest, 'liquidated');
  else startPart(s, m, p, owner, position);
};

/**
 * [V3]: the number of lots that must be closed to bring the position down one tier; in the lowest tier, all of them.
 */
const partOf = (p: Perpetual, x: OraclePosition): bigint => {
  const tier = tierOf(p.terms, x.cost);
  if (tier === 0n) return x.lots;
  const bound = BigInt(p.terms.riskLimitUnits) + (tier - 1n) * BigInt(p.terms.riskStepUnits);
  return ceilDiv(x.lots * (x.cost - bound), x.cost);
};

/** [V3]: begins the liquidation of a part of the position. */
const startPart = (s: OracleState, m: OracleMarket, p: Perpetual, owner: number, position: Position): void => {
  const x = lookUp(p, owner, position);
  const size = Number(partOf(p, x));
  const price = Number(liquidationLimit(m, p.terms, x, position));
  const order: OracleOrder = {
    id: s.nextOrder++,
    owner,
    market: m.id,
    side: position === 'long' ? 'sell' : 'buy',
    type: 'market',
    timeInForce: 'ioc',
    postOnly: false,
    reduceOnly: true,
    isProtected: true,
    selfTrade: 'cancel_newest',
    trigger: 'none',
    budget: 0,
    makerPpm: 0,
    takerPpm: p.terms.liquidationFeePpm,
    clientOrderId: 0,
    acceptedAt: s.timeMs,
    price,
    size,
    open: size,
    held: 0,
    triggerTicks: 0,
    oco: 0,
    firedAt: 0,
    place: 'taking',
    entered: 0,
  };
  p.liquidation = { owner, position, order: order.id, lots: BigInt(size) };
  s.emit({
    kind: 'LiquidationStarted',
    order: order.id,
    owner,
    market: m.id,
    position,
    sizeLots: lots(size),
    bankruptcyTicks: ticks(Number(bankruptcyPrice(m, x, position))),
    markTicks: ticks(m.reference),
  });
  announce(s, order);
  takeAndSettle(s, m, order, price);
};

/** [V5] to [V8]: closes lots that the book did not take, against the first counterparty found. */
const closeLots = (s: OracleState, m: OracleMarket, p: Perpetual, l: Liquidation): void => {
  const price = liquidationLimit(m, p.terms, lookUp(p, l.owner, l.position), l.position);
  const other = otherPosition(l.position);
  const own = lookUp(p, l.owner, other);
  if (own.lots > 0n && !isBeyondBankruptcy(m, own, other, price)) {
    settle(s, m, p, l, price, 'own_position', l.owner, own.lots);
    return;
  }
  const affordable = floorDiv(BigInt(marginAccount(s, m, INSURANCE).available), unitOf(m, price));
  if (l.owner !== INSURANCE && affordable > 0n) {
    settle(s, m, p, l, price, 'insurance_fund', INSURANCE, affordable);
    return;
  }
  const [first] = deleveragingOrder(m, p, l);
  if (first === undefined || isBeyondBankruptcy(m, first[other], other, price)) {
    p.liquidation = undefined;
    changeStatus(s, m, 'halted');
    s.emit({ kind: 'MarketStatusChanged', market: m.id, status: 'halted' });
    return;
  }
  settle(s, m, p, l, price, 'deleveraging', first.owner, first[other].lots);
};

/** [V7]: owners with positions on the other side, the highest profit relative to value first. */
const deleveragingOrder = (m: OracleMarket, p: Perpetual, l: Liquidation) => {
  const other = otherPosition(l.position);
  const entryPrice = (x: OraclePosition) => Number(floorDiv(x.cost, unitOf(m, x.lots)));
  const direction = other === 'long' ? 1 : -1;
  return p.owners
    .filter((each) => each[other].lots > 0n)
    .sort((a, b) => direction * (entryPrice(a[other]) - entryPrice(b[other])) || a.owner - b.owner);
};

/** Closes at most `most` lots against one counterparty, at the liquidation limit. */
const settle = (
  s: OracleState,
  m: OracleMarket,
  p: Perpetual,
  l: Liquidation,
  price: bigint,
  means: PositionSettled['means'],
  counterOwner: number,
  most: bigint,
): void => {
  s.steps--;
  const size = smaller(l.lots, most);
  const notional = price * unitOf(m, size);
  const other = otherPosition(l.position);
  const fund = marginAccount(s, m, INSURANCE);
  let profitOfOther = 0n;
  if (means === 'insurance_fund') {
    fund.available -= Number(notional);
    fund.held += Number(notional);
    addPart(m, p.terms, entryOf(p, INSURANCE)[l.position], size, price, notional);
  } else profitOfOther = closePart(s, m, p, counterOwner, other, size, price, 0, fund).profit;
  const { fee, profit } = closePart(s, m, p, l.owner, l.position, size, price, p.terms.liquidationFeePpm, fund);
  l.lots -= size;
  s.emit({
    kind: 'PositionSettled',
    market: m.id,
    owner: l.owner,
    counterOwner,
    position: l.position,
    priceTicks: ticks(Number(price)),
    sizeLots: lots(Number(size)),
    notionalUnits: units(notional),
    feeUnits: units(fee),
    means,
  });
  const counterPosition = means === 'insurance_fund' ? l.position : other;
  emitPosition(s, m, l.owner, l.position, lookUp(p, l.owner, l.position), profit);
  emitPosition(s, m, counterOwner, counterPosition, lookUp(p, counterOwner, counterPosition), profitOfOther);
  noteIfClosed(s, m, p, l.owner, l.position);
  noteIfClosed(s, m, p, counterOwner, counterPosition);
};
