import type { ClosePosition } from '../../src/commands/close-position.ts';
import type { Refusal } from '../../src/vocabulary/refusals.ts';
import { type Check, firstOf } from './checks.ts';
import { crosses, feesOf } from './oracle-orders.ts';
import { isBusy, lookUp } from './oracle-perpetual.ts';
import { placeOrder } from './oracle-placing.ts';
import { bandHigh, bandLow, centreOf, type OracleOrder, type OracleState } from './oracle-state.ts';

/** [I1] [I2]: the decision on `ClosePosition`. */
export const closePosition = (s: OracleState, c: ClosePosition): Refusal | (() => number) => {
  if (s.rulesVersion < 5 || c.owner < 1000 || c.owner >= 2 ** 40 || c.distancePpm > 1_000_000) return 'malformed';
  const m = s.market(c.market);
  if (m?.perpetual === undefined) return 'unknown_market';
  const side = c.position === 'long' ? 'sell' : 'buy';
  const edge = side === 'buy' ? bandHigh(centreOf(m), m.bandPpm) : bandLow(centreOf(m), m.bandPpm);
  const own = side === 'buy' ? bandHigh(m.reference, c.distancePpm) : bandLow(m.reference, c.distancePpm);
  const isProtected = side === 'buy' ? own < edge : own > edge;
  const limit = isProtected ? own : edge;
  const size = Number(lookUp(m.perpetual, c.owner, c.position).lots);
  const checks: Check[] = [
    [m.status === 'delisted', 'market_delisted'],
    [m.status === 'halted', 'market_halted'],
    [m.status === 'cancel_only', 'market_cancel_only'],
    [isBusy(s, m), 'market_busy'],
    [size === 0, 'no_position'],
    [!crosses(s, m, side, edge), 'no_liquidity'],
    [!crosses(s, m, side, limit), 'beyond_protection'],
  ];
  const refusal = firstOf(checks);
  if (refusal !== undefined) return refusal;
  const order: OracleOrder = {
    id: s.nextOrder,
    owner: c.owner,
    market: m.id,
    side,
    type: 'market',
    isProtected,
    timeInForce: 'ioc',
    postOnly: false,
    reduceOnly: true,
    selfTrade: 'cancel_oldest',
    trigger: 'none',
    budget: 0,
    ...feesOf(s, c.owner),
    clientOrderId: 0,
    acceptedAt: s.timeMs,
    price: limit,
    size,
    open: size,
    held: 0,
    triggerTicks: 0,
    oco: 0,
    firedAt: 0,
    place: 'taking',
    entered: 0,
  };
  return () => placeOrder(s, order);
};
