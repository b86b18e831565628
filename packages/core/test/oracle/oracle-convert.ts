import type { Convert } from '../../src/commands/convert.ts';
import type { CoreEvent } from '../../src/vocabulary/events.ts';
import type { Refusal } from '../../src/vocabulary/refusals.ts';
import { obstacle, voidHold } from './oracle-money.ts';
import { announce, crosses, feesOf, setHeld, takeAndSettle } from './oracle-orders.ts';
import { isBusy } from './oracle-perpetual.ts';
import {
  bandHigh,
  bandLow,
  centreOf,
  MAX,
  notionalOf,
  type OracleMarket,
  type OracleOrder,
  type OracleState,
  units,
} from './oracle-state.ts';
import { runDue } from './oracle-turns.ts';

interface Trade {
  readonly market: number;
  readonly side: 'buy' | 'sell';
}

interface Outcome {
  readonly order: number;
  readonly spent: number;
  readonly received: number;
  readonly fee: number;
  /** The number of resting orders that the conversion has examined. */
  readonly looked: number;
}

const routeOf = (s: OracleState, from: number, to: number): Trade[] => {
  const markets = s.markets.filter((m) => m.perpetual === undefined && m.status !== 'delisted');
  const direct = markets.find((m) => (m.base === from && m.quote === to) || (m.base === to && m.quote === from));
  if (direct !== undefined) return [{ market: direct.id, side: direct.base === from ? 'sell' : 'buy' }];
  for (const sale of markets.filter((m) => m.base === from)) {
    const purchase = markets.find((m) => m.base === to && m.quote === sale.quote);
    if (purchase !== undefined)
      return [
        { market: sale.id, side: 'sell' },
        { market: purchase.id, side: 'buy' },
      ];
  }
  return [];
};

const marketOf = (s: OracleState, trade: Trade): OracleMarket => {
  const m = s.market(trade.market);
  if (m === undefined) throw new Error('the route uses a market that does not exist');
  return m;
};

const lotsOf = (m: OracleMarket, given: number): number => Math.floor(given / m.lotUnits);
const valuedAt = (m: OracleMarket, side: 'buy' | 'sell', given: number): bigint =>
  side === 'buy' ? BigInt(given) : notionalOf(m, centreOf(m), lotsOf(m, given));

const refuseBounds = (s: OracleState, trade: Trade, given: number): Refusal | undefined => {
  const m = marketOf(s, trade);
  const value = valuedAt(m, trade.side, given);
  const lots = trade.side === 'sell' ? lotsOf(m, given) : undefined;
  if (value === 0n || value < BigInt(m.minNotionalUnits) || (lots !== undefined && lots < m.minSizeLots))
    return 'below_minimum';
  return value > BigInt(m.maxNotionalUnits) || (lots !== undefined && lots > m.maxSizeLots)
    ? 'above_maximum'
    : undefined;
};

/** Places the market order and lets it trade. Orders that are fired by its trades are not activated yet. */
const place = (s: OracleState, owner: number, trade: Trade, given: number): Outcome => {
  const m = marketOf(s, trade);
  const isSale = trade.side === 'sell';
  const size = isSale ? lotsOf(m, given) : 0;
  const price = isSale ? bandLow(centreOf(m), m.bandPpm) : bandHigh(centreOf(m), m.bandPpm);
  const order: OracleOrder = {
    id: s.nextOrder++,
    owner,
    market: m.id,
    side: trade.side,
    type: 'market',
    timeInForce: 'ioc',
    postOnly: false,
    selfTrade: 'cancel_newest',
    trigger: 'none',
    budget: isSale ? 0 : given,
    ...feesOf(s, owner),
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
  const owned = () => [m.base, m.quote].map((asset) => ownedOf(s, owner, asset));
  const [base, quote] = owned();
  const feesBefore = s.events.length;
  const lookedBefore = s.looked;
  setHeld(s, m, order, isSale ? size * m.lotUnits : given);
  announce(s, order);
  takeAndSettle(s, m, order, price, true);
  const [baseAfter, quoteAfter] = owned();
  const fee = s.events
    .slice(feesBefore)
    .reduce((sum, e) => sum + (e.kind === 'OrderFilled' && e.takerOrder === order.id ? e.takerFeeUnits : 0), 0);
  const looked = s.looked - lookedBefore;
  return isSale
    ? { order: order.id, spent: base - baseAfter, received: quoteAfter - quote, fee, looked }
    : { order: order.id, spent: quote - quoteAfter, received: baseAfter - base, fee, looked };
};

const ownedOf = (s: OracleState, owner: number, asset: number): number => {
  const { available, held } = s.account(owner, 'spot', asset);
  return available + held;
};

/**
 * Tries the trade on a copy of the state in which the owner has enough to pay for it. Returns the outcome, or why the
 * order would not be filled completely.
 */
const attempt = (s: OracleState, owner: number, trade: Trade, given: number, looks: number): Outcome | Refusal => {
  const copy = s.copy();
  const m = marketOf(copy, trade);
  const limit = trade.side === 'buy' ? bandHigh(centreOf(m), m.bandPpm) : bandLow(centreOf(m), m.bandPpm);
  if (!crosses(copy, m, trade.side, limit)) return 'no_liquidity';
  copy.account(owner, 'spot', trade.side === 'buy' ? m.quote : m.base).available += given;
  const outcome = place(copy, owner, trade, given);
  if (outcome.looked > looks) return 'no_liquidity';
  const [ended] = copy.events.filter((e) => e.kind === 'OrderEnded' && e.order === outcome.order);
  const end = ended?.kind === 'OrderEnded' ? ended.end : undefined;
  if (end === 'filled') return outcome;
  if (end === 'self_trade') return 'cannot_fill';
  return hasTraded(copy.events) ? 'no_liquidity' : 'below_minimum';
};

const hasTraded = (events: readonly CoreEvent[]): boolean => events.some((e) => e.kind === 'OrderFilled');

export const judgeConvert = (s: OracleState, c: Convert): Refusal | undefined => {
  if (c.owner < 1 || c.owner >= 2 ** 40 || c.units === 0 || c.from === c.to) return 'malformed';
  const known = [c.from, c.to].every((id) => s.assets.some((asset) => asset.asset === id));
  const trades = known ? routeOf(s, c.from, c.to) : [];
  const [first, second] = trades;
  const hold = c.hold === undefined || c.hold === 0 ? undefined : s.holds.find((each) => each.id === c.hold);
  const isForHold = c.hold !== undefined && c.hold !== 0;
  const isKnownAsset = s.assets.some((asset) => asset.asset === c.from);
  const blocked = isForHold || !isKnownAsset ? undefined : obstacle(s, c.owner, c.from, BigInt(c.units));
  if (first !== undefined && valuedAt(marketOf(s, first), first.side, c.units) > MAX) return 'exceeds_range';
  if (blocked === 'exceeds_range') return 'exceeds_range';
  if (!known) return 'unknown_asset';
  if (first === undefined) return 'unknown_market';
  if (s.frozen.has(c.owner)) return 'account_frozen';
  if (s.isRestricted(c.owner, 'tradeUntil')) return 'account_restricted';
  if (isForHold && (hold?.purpose !== 'convert' || hold.fromWallet !== 'spot' || hold.asset !== c.from))
    return 'unknown_hold';
  if (hold !== undefined && hold.fromOwner !== c.owner) return 'not_owner';
  if (trades.some((trade) => marketOf(s, trade).status === 'halted')) return 'market_halted';
  if (trades.some((trade) => marketOf(s, trade).status === 'cancel_only')) return 'market_cancel_only';
  if (trades.some((trade) => isBusy(s, marketOf(s, trade)))) return 'market_busy';
  const bounds = refuseBounds(s, first, c.units);
  if (bounds !== undefined) return bounds;
  if (blocked !== undefined) return blocked;
  if (hold !== undefined && c.units > hold.units) return 'exceeds_hold';
  let outcome = attempt(s, c.owner, first, c.units, s.stepLimit);
  if (typeof outcome === 'string') return outcome;
  if (second !== undefined) {
    const boundsOfSecond = refuseBounds(s, second, outcome.received);
    if (boundsOfSecond !== undefined) return boundsOfSecond;
    outcome = attempt(s, c.owner, second, outcome.received, s.stepLimit - outcome.looked);
    if (typeof outcome === 'string') return outcome;
  }
  return outcome.received < c.minUnits ? 'below_rate' : undefined;
};

export const convert = (s: OracleState, c: Convert): number => {
  const hold = s.holds.find((each) => each.id === c.hold);
  if (hold !== undefined) voidHold(s, hold, false);
  const [sale, purchase] = routeOf(s, c.from, c.to);
  if (sale === undefined) throw new Error('the command was not validated first');
  const first = place(s, c.owner, sale, c.units);
  const second = purchase === undefined ? undefined : place(s, c.owner, purchase, first.received);
  s.emit({
    kind: 'Converted',
    owner: c.owner,
    from: c.from,
    to: c.to,
    quote: marketOf(s, sale).quote,
    spentUnits: units(first.spent),
    receivedUnits: units((second ?? first).received),
    betweenUnits: units(second === undefined ? 0 : first.received),
    unusedUnits: units(second === undefined ? 0 : first.received - second.spent),
    feeUnits: units(first.fee + (second?.fee ?? 0)),
    firstOrder: first.order,
    secondOrder: second?.order ?? 0,
    hold: c.hold ?? 0,
    record: c.record ?? 0,
  });
  runDue(s);
  return first.order;
};
