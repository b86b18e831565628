import type { Refusal } from '../../src/vocabulary/refusals.ts';
import type { Check } from './checks.ts';
import {
  bandHigh,
  bandLow,
  holdsTriggers,
  isReachedAt,
  lots,
  type OracleMarket,
  type OracleOrder,
  type OracleState,
  ticks,
  triggering,
} from './oracle-state.ts';

type Attached = Pick<OracleOrder, 'takeProfit' | 'stopLoss'>;

/** How many prices are attached to the order. */
export const attachedTo = (o: Attached): number =>
  [o.takeProfit, o.stopLoss].filter((price) => price !== undefined && price !== 0).length;

/** [H1]: the checks of the attached prices. */
export const attachedChecks = (s: OracleState, m: OracleMarket, o: OracleOrder): Check[] => {
  const [profit, loss] = [o.takeProfit ?? 0, o.stopLoss ?? 0];
  const sign = o.side === 'buy' ? 1 : -1;
  const takesNow = o.trigger === 'none' || o.place === 'resting';
  const best = takesNow ? s.book(m.id, o.side === 'buy' ? 'sell' : 'buy')[0]?.price : undefined;
  const starts = [takesNow ? triggering(s, m) : o.triggerTicks];
  if (best !== undefined && sign * (o.price - best) >= 0) starts.push(best);
  const entries = o.type === 'limit' ? [o.price] : starts;
  const isWrong: readonly [boolean, Refusal][] = [
    [profit !== 0 && entries.some((price) => sign * (profit - price) <= 0), 'take_profit_wrong_side'],
    [loss !== 0 && [...entries, ...starts].some((price) => sign * (price - loss) <= 0), 'stop_loss_wrong_side'],
  ];
  return [...isWrong];
};

/** The open orders that protect this order, take-profit first. */
export const protectionsOf = (s: OracleState, o: OracleOrder): OracleOrder[] =>
  s.orders.filter((each) => each.protects === o.id).sort((a, b) => a.id - b.id);

export const emitProtected = (s: OracleState, o: OracleOrder, orders: readonly OracleOrder[]): void => {
  const idOf = (trigger: OracleOrder['trigger']) => orders.find((each) => each.trigger === trigger)?.id ?? 0;
  s.emit({
    kind: 'OrderProtected',
    order: o.id,
    owner: o.owner,
    market: o.market,
    takeProfitTicks: ticks(o.takeProfit ?? 0),
    stopLossTicks: ticks(o.stopLoss ?? 0),
    takeProfitOrder: idOf('take_profit'),
    stopLossOrder: idOf('stop'),
  });
};

/** [H2]: protects lots of the order that were just filled. */
export const protect = (
  s: OracleState,
  m: OracleMarket,
  o: OracleOrder,
  size: number,
  announce: (s: OracleState, o: OracleOrder) => void,
): void => {
  if (attachedTo(o) === 0) return;
  const open = protectionsOf(s, o);
  if (open.length > 0) {
    hold(s, m, open[0], size);
    for (const each of open) grow(s, each, size);
    return;
  }
  const placed: OracleOrder[] = [];
  if ((o.takeProfit ?? 0) !== 0) placed.push(protection(s, m, o, 'take_profit', o.takeProfit ?? 0, size));
  if ((o.stopLoss ?? 0) !== 0) placed.push(protection(s, m, o, 'stop', o.stopLoss ?? 0, size));
  for (const each of placed) each.oco = placed.find((other) => other !== each)?.id ?? 0;
  s.orders.push(...placed);
  hold(s, m, placed[0], size);
  for (const each of placed) announce(s, each);
  emitProtected(s, o, placed);
};

/** The worst price at which a protection may trade ([H2]). */
const worstOf = (m: OracleMarket, opened: 'buy' | 'sell', kind: OracleOrder['trigger'], trigger: number): number => {
  if (kind === 'stop') return opened === 'buy' ? bandLow(trigger, m.bandPpm) : bandHigh(trigger, m.bandPpm);
  const bandPpm = Math.min(m.bandPpm, 10_000);
  if (opened === 'buy') return Math.max(bandLow(trigger, bandPpm), Math.min(m.last, trigger));
  return Math.min(bandHigh(trigger, bandPpm), Math.max(m.last, trigger));
};

const protection = (
  s: OracleState,
  m: OracleMarket,
  o: OracleOrder,
  trigger: 'stop' | 'take_profit',
  triggerTicks: number,
  size: number,
): OracleOrder => ({
  id: s.nextOrder++,
  owner: o.owner,
  market: m.id,
  side: o.side === 'buy' ? 'sell' : 'buy',
  type: 'market',
  timeInForce: 'ioc',
  postOnly: false,
  reduceOnly: m.perpetual !== undefined,
  isProtection: true,
  protects: o.id,
  selfTrade: 'cancel_oldest',
  trigger,
  budget: 0,
  makerPpm: o.makerPpm,
  takerPpm: o.takerPpm,
  clientOrderId: 0,
  acceptedAt: s.timeMs,
  price: worstOf(m, o.side, trigger, triggerTicks),
  size,
  open: size,
  held: 0,
  triggerTicks,
  oco: 0,
  firedAt: 0,
  place: 'arming',
  entered: 0,
});

/** In a spot market, adds what was bought to the hold of the protection. */
const hold = (s: OracleState, m: OracleMarket, o: OracleOrder, size: number): void => {
  if (m.perpetual !== undefined) return;
  const account = s.account(o.owner, 'spot', m.base);
  account.available -= size * m.lotUnits;
  account.held += size * m.lotUnits;
  o.held += size * m.lotUnits;
};

const grow = (s: OracleState, o: OracleOrder, size: number): void => {
  if (size === 0) return;
  o.size += size;
  o.open += size;
  s.emit({
    kind: 'OrderAmended',
    order: o.id,
    owner: o.owner,
    market: o.market,
    priceTicks: ticks(0),
    openLots: lots(o.open),
    triggerTicks: ticks(o.triggerTicks),
    keptPlace: true,
  });
};

/** [H3]: makes new protections wait for their triggers, or fires them if these have already been reached. */
export const arm = (s: OracleState, m: OracleMarket): void => {
  const mayFire = !holdsTriggers(s, m);
  for (const o of s.orders
    .filter((each) => each.market === m.id && each.place === 'arming')
    .sort((a, b) => a.id - b.id)) {
    if (s.steps <= 0) return;
    s.steps--;
    const isReached = mayFire && isReachedAt(o, triggering(s, m));
    o.place = isReached ? 'fired' : 'waiting';
    if (isReached) o.firedAt = s.timeMs;
    else o.entered = ++s.entries;
  }
};

/** [H4]: a protection takes over the hold of the other protection of its pair. */
export const gatherHold = (from: OracleOrder, to: OracleOrder): void => {
  to.held += from.held;
  from.held = 0;
};

/**
 * [H5]: removes a protection from its pair. The other protection is reduced to the lots that are still open, and takes
 * over the hold.
 */
export const leavePair = (s: OracleState, from: OracleOrder, to: OracleOrder): void => {
  gatherHold(from, to);
  for (const each of [from, to]) each.oco = 0;
  grow(s, to, from.open - to.open);
};
