import type { Refusal } from '../../src/vocabulary/refusals.ts';
import { finishPart, workOn } from './oracle-liquidation.ts';
import { canFill, crosses, end, fireReached, neededFor, setHeld, takeAndSettle } from './oracle-orders.ts';
import { isBusy, isFiring } from './oracle-perpetual.ts';
import { activatePerpetual } from './oracle-perpetual-orders.ts';
import { gatherHold } from './oracle-protections.ts';
import {
  bandHigh,
  bandLow,
  centreOf,
  holdsTriggers,
  type OracleMarket,
  type OracleOrder,
  type OracleState,
} from './oracle-state.ts';

const goOn = (s: OracleState, m: OracleMarket): void => {
  const o = m.continuing;
  if (o !== undefined) takeAndSettle(s, m, o, o.price);
  else if (isFiring(s, m)) fireReached(s, m);
  else if (m.perpetual !== undefined) workOn(s, m, m.perpetual);
  if (m.perpetual !== undefined) finishPart(m.perpetual);
};

const firstFired = (s: OracleState): OracleOrder | undefined =>
  s.orders.filter((o) => o.place === 'fired').sort((a, b) => a.firedAt - b.firedAt || a.id - b.id)[0];

/** Continues unfinished markets as long as there are steps left. */
export const finishMarkets = (s: OracleState): void => {
  const next = () => s.markets.find((m) => isBusy(s, m));
  for (let m = next(); m !== undefined && s.steps > 0; m = next()) goOn(s, m);
};

/** Continues unfinished markets, then activates fired orders in the order of (time, id). */
export const runDue = (s: OracleState): void => {
  if (s.rulesVersion === 1) {
    runFired(s, 1000);
    return;
  }
  for (;;) {
    finishMarkets(s);
    const o = firstFired(s);
    if (s.steps <= 0 || o === undefined) return;
    s.steps--;
    activate(s, o);
  }
};

/**
 * Activates fired orders under the first version of the rules: each counts as one step, no matter how much it trades.
 */
export const runFired = (s: OracleState, allowance: number): void => {
  for (let left = allowance; left > 0; left--) {
    const o = firstFired(s);
    if (o === undefined) return;
    activate(s, o);
  }
};

const activate = (s: OracleState, o: OracleOrder): void => {
  const m = s.market(o.market);
  if (m === undefined) throw new Error('the market of the order does not exist');
  if (holdsTriggers(s, m)) {
    o.place = 'waiting';
    o.entered = ++s.entries;
    return;
  }
  s.emit({ kind: 'OrderTriggered', order: o.id, owner: o.owner, market: m.id });
  const leg = o.oco === 0 ? undefined : s.order(o.oco);
  if (o.isProtection === true) {
    if (leg !== undefined) gatherHold(leg, o);
  } else if (leg !== undefined) {
    o.held = leg.held;
    leg.held = 0;
    leg.oco = 0;
    o.oco = 0;
    setHeld(s, m, o, Number(neededFor(m, o, o.price, o.open)));
    end(s, m, leg, 'oco');
  }
  o.place = 'taking';
  const [low, high] = [bandLow(centreOf(m), m.bandPpm), bandHigh(centreOf(m), m.bandPpm)];
  const limit = o.type === 'limit' ? o.price : o.side === 'buy' ? Math.min(o.price, high) : Math.max(o.price, low);
  if (m.perpetual !== undefined) {
    activatePerpetual(s, m, m.perpetual, o, limit);
    return;
  }
  const refusal = refuseActivation(s, m, o, limit, low, high);
  if (refusal !== undefined) end(s, m, o, 'trigger_refused', false, refusal);
  else takeAndSettle(s, m, o, limit);
};

const refuseActivation = (
  s: OracleState,
  m: OracleMarket,
  o: OracleOrder,
  limit: number,
  low: number,
  high: number,
): Refusal | undefined => {
  if (s.frozen.has(o.owner)) return 'account_frozen';
  if (s.isRestricted(o.owner, 'tradeUntil')) return 'account_restricted';
  if (m.status === 'halted') return 'market_halted';
  if (m.status === 'cancel_only') return 'market_cancel_only';
  if (o.type === 'limit' && (limit < low || limit > high)) return 'outside_price_band';
  if (o.postOnly && crosses(s, m, o.side, limit)) return 'would_take';
  if (o.timeInForce === 'fok' && !canFill(s, m, o, limit)) return 'cannot_fill';
  if (o.type === 'market' && !crosses(s, m, o.side, limit)) return 'no_liquidity';
  return undefined;
};
