import { visitNext } from './oracle-funding.ts';
import { announce, end, takeAndSettle } from './oracle-orders.ts';
import {
  bankruptcyPrice,
  ceilDiv,
  closedWithOrders,
  closingOrders,
  duePositions,
  type Liquidation,
  liquidationLimit,
  lookUp,
  type OraclePosition,
  ordersAt,
  type Perpetual,
  positionOf,
  tierOf,
} from './oracle-perpetual.ts';
import { lots, type OracleMarket, type OracleOrder, type OracleState, ticks } from './oracle-state.ts';
import { closeAgainstOther, halt } from './oracle-takeovers.ts';
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
 * [V1], [V2]: ends an open order of the first position that must be liquidated. If it has no open order left, starts
 * liquidating a part of it.
 */
const liquidateNext = (s: OracleState, m: OracleMarket, p: Perpetual): void => {
  const [{ owner, position }] = duePositions(m, p);
  s.steps--;
  const [oldest] = ordersAt(s, m, owner).filter((o) => s.rulesVersion < 5 || positionOf(o) === position);
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
    selfTrade: s.rulesVersion < 5 ? 'cancel_newest' : 'cancel_oldest',
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

/** [V5] to [V8]: closes lots that the book did not take, or halts the market. */
const closeLots = (s: OracleState, m: OracleMarket, p: Perpetual, l: Liquidation): void => {
  const price = liquidationLimit(m, p.terms, lookUp(p, l.owner, l.position), l.position);
  const closed = closeAgainstOther(s, m, p, l, price, price);
  l.lots -= closed;
  if (closed > 0n) return;
  p.liquidation = undefined;
  halt(s, m);
};
