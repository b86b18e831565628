import type { ChangeMargin } from '../../src/commands/change-margin.ts';
import type { ChangePerpetualTerms } from '../../src/commands/change-perpetual-terms.ts';
import type { ClosePositions } from '../../src/commands/close-positions.ts';
import type { ListPerpetual } from '../../src/commands/list-perpetual.ts';
import type { SetLeverage } from '../../src/commands/set-leverage.ts';
import type { SetMarkPrice } from '../../src/commands/set-mark-price.ts';
import type { SetMinimumTerm } from '../../src/commands/set-minimum-term.ts';
import type { SettleFunding } from '../../src/commands/settle-funding.ts';
import type { Refusal } from '../../src/vocabulary/refusals.ts';
import type { PerpetualTerms } from '../../src/vocabulary/terms.ts';
import { type Check, firstOf } from './checks.ts';
import { newVisit } from './oracle-funding.ts';
import { obstacle } from './oracle-money.ts';
import { end } from './oracle-orders.ts';
import {
  ceilDiv,
  entryOf,
  greater,
  isBusy,
  isDue,
  isInTerm,
  lookUp,
  markOf,
  openInterest,
  openingOrders,
  type Perpetual,
  profitAt,
  unitOf,
} from './oracle-perpetual.ts';
import { marginAccount } from './oracle-perpetual-fills.ts';
import { changeStatus, type OracleMarket, type OracleState, reachMark, units } from './oracle-state.ts';
import { runDue } from './oracle-turns.ts';

type Verdict = Refusal | (() => number);

const isOwner = (owner: number) => owner >= 1 && owner < 2 ** 40;
const areTermsMalformed = (t: PerpetualTerms): boolean =>
  [t.maxLeverage, t.maintenancePpm, t.riskLimitUnits, t.riskStepUnits, t.maxPositionLots].some((n) => n < 1) ||
  [t.riskStepPpm, t.liquidationFeePpm].some((n) => n > 500_000) ||
  BigInt(t.maintenancePpm) > 1_000_000n / BigInt(t.maxLeverage) / 2n ||
  t.maxLeverage > 100 ||
  t.maxOpenInterestLots < t.maxPositionLots;

/** [X3]: whether this many lots would be worth too much at this mark price. */
const passesRange = (markTicks: number, tickLotUnits: number, lots: bigint): boolean =>
  BigInt(markTicks) * BigInt(tickLotUnits) * lots > 2n ** 50n;

const termsOf = (c: PerpetualTerms): PerpetualTerms => ({
  maxLeverage: c.maxLeverage,
  maintenancePpm: c.maintenancePpm,
  riskStepPpm: c.riskStepPpm,
  liquidationFeePpm: c.liquidationFeePpm,
  riskLimitUnits: c.riskLimitUnits,
  riskStepUnits: c.riskStepUnits,
  maxPositionLots: c.maxPositionLots,
  maxOpenInterestLots: c.maxOpenInterestLots,
});

const perpetualOf = (s: OracleState, market: number): { m?: OracleMarket; p?: Perpetual } => {
  const m = s.market(market);
  return m?.perpetual === undefined ? {} : { m, p: m.perpetual };
};

/** [X1]: whether the rules of a perpetual exceed the additional limits for perpetuals. */
export const areRulesTooWide = (c: { bandPpm: number; maxOpenOrders: number }): boolean =>
  c.bandPpm > 1_000_000 || c.maxOpenOrders > 200;

/** [X1]: the decision on `ListPerpetual`. `refusal` is the refusal that a spot market with these rules would get. */
export const listPerpetual = (s: OracleState, c: ListPerpetual, refusal: Refusal | undefined): Verdict => {
  if (s.rulesVersion < 3 || areRulesTooWide(c) || areTermsMalformed(c)) return 'malformed';
  const isBeyond = passesRange(c.markTicks, c.tickLotUnits, BigInt(c.maxOpenInterestLots));
  const first = firstOf([
    [isBeyond, 'exceeds_range'],
    [refusal !== undefined, refusal ?? 'malformed'],
  ]);
  if (first !== undefined) return first;
  return () => {
    s.markets.push({
      id: c.market,
      base: c.base,
      quote: c.quote,
      listedTicks: c.markTicks,
      status: c.status,
      tickLotUnits: c.tickLotUnits,
      lotUnits: c.lotUnits,
      minSizeLots: c.minSizeLots,
      maxSizeLots: c.maxSizeLots,
      minNotionalUnits: c.minNotionalUnits,
      maxNotionalUnits: c.maxNotionalUnits,
      bandPpm: c.bandPpm,
      maxOpenOrders: c.maxOpenOrders,
      reference: c.markTicks,
      last: 0,
      trades: 0,
      levelChanges: 0,
      budgetLeft: 0n,
      reached: [],
      firesFrom: s.rulesVersion >= 5 && c.status === 'open' ? s.timeMs + 10_000 : 0,
      perpetual: {
        terms: termsOf(c),
        minTermDays: 0,
        owners: [],
        visit: undefined,
        liquidation: undefined,
        closed: [],
      },
    });
    s.markets.sort((a, b) => a.id - b.id);
    s.emit({ ...c, kind: 'PerpetualListed' });
    return c.market;
  };
};

/** [X2]: the decision on `ChangePerpetualTerms`. */
export const changeTerms = (s: OracleState, c: ChangePerpetualTerms): Verdict => {
  if (s.rulesVersion < 3 || areTermsMalformed(c)) return 'malformed';
  const { m, p } = perpetualOf(s, c.market);
  if (m === undefined || p === undefined) return 'unknown_market';
  if (passesRange(m.reference, m.tickLotUnits, greater(BigInt(c.maxOpenInterestLots), openInterest(p))))
    return 'exceeds_range';
  if (m.status === 'delisted') return 'market_delisted';
  if (isBusy(s, m)) return 'market_busy';
  return () => {
    p.terms = termsOf(c);
    p.visit = newVisit('review');
    s.emit({ ...c, kind: 'PerpetualTermsChanged' });
    runDue(s);
    return m.id;
  };
};

/** [S1]: the decision on `SetMinimumTerm`. */
export const setMinimumTerm = (s: OracleState, c: SetMinimumTerm): Verdict => {
  if (s.rulesVersion < 5 || c.days > 365) return 'malformed';
  const { m, p } = perpetualOf(s, c.market);
  if (m === undefined || p === undefined) return 'unknown_market';
  const isRaised = c.days > p.minTermDays;
  const refusal = firstOf([
    [m.status === 'delisted', 'market_delisted'],
    [isRaised && m.status === 'open', 'market_open'],
    [isBusy(s, m), 'market_busy'],
    [isRaised && s.orders.some((o) => o.market === m.id), 'has_open_orders'],
    [isRaised && openInterest(p) > 0n, 'has_positions'],
  ]);
  if (refusal !== undefined) return refusal;
  return () => {
    p.minTermDays = c.days;
    s.emit({ ...c, kind: 'MinimumTermSet' });
    return m.id;
  };
};

/** [X3]: the decision on `SetMarkPrice`. */
export const setMark = (s: OracleState, c: SetMarkPrice): Verdict => {
  if (s.rulesVersion < 3 || c.markTicks < 1) return 'malformed';
  const { m, p } = perpetualOf(s, c.market);
  if (m === undefined || p === undefined) return 'unknown_market';
  if (m.status === 'delisted') return 'market_delisted';
  return () => {
    if (passesRange(c.markTicks, m.tickLotUnits, greater(BigInt(p.terms.maxOpenInterestLots), openInterest(p)))) {
      changeStatus(s, m, 'halted');
      s.emit({ kind: 'MarketStatusChanged', market: m.id, status: 'halted' });
      if (m.continuing !== undefined) end(s, m, m.continuing, 'unfilled');
    } else {
      m.reference = c.markTicks;
      reachMark(s, m);
      s.emit({ ...c, kind: 'MarkPriceSet' });
    }
    runDue(s);
    return m.id;
  };
};

/** [Y3]: the decision on `SetLeverage`. */
export const setLeverage = (s: OracleState, c: SetLeverage): Verdict => {
  if (s.rulesVersion < 3 || !isOwner(c.owner) || c.leverage < 1) return 'malformed';
  const { m, p } = perpetualOf(s, c.market);
  if (m === undefined || p === undefined) return 'unknown_market';
  const x = lookUp(p, c.owner, c.position);
  const isLocked = s.rulesVersion >= 5 && x.lots > 0n && BigInt(c.leverage) > x.leverage;
  const refusal = firstOf([
    [s.frozen.has(c.owner), 'account_frozen'],
    [m.status === 'delisted', 'market_delisted'],
    [isLocked && m.status === 'halted', 'market_halted'],
    [isLocked && m.status === 'cancel_only', 'market_cancel_only'],
    [isBusy(s, m), 'market_busy'],
    [c.leverage > p.terms.maxLeverage, 'above_maximum'],
    [openingOrders(s, m, c.owner, c.position).length > 0, 'has_open_orders'],
  ]);
  if (refusal !== undefined) return refusal;
  return () => {
    entryOf(p, c.owner)[c.position].leverage = BigInt(c.leverage);
    s.emit({ ...c, kind: 'LeverageSet' });
    return m.id;
  };
};

/** [G1]: the decision on `SettleFunding`. */
export const settleFunding = (s: OracleState, c: SettleFunding): Verdict => {
  if (s.rulesVersion < 3 || c.ratePpm < 1 || c.ratePpm > 100_000) return 'malformed';
  const { m, p } = perpetualOf(s, c.market);
  if (m === undefined || p === undefined) return 'unknown_market';
  if (m.status === 'delisted') return 'market_delisted';
  if (m.status === 'halted') return 'market_halted';
  if (isBusy(s, m)) return 'market_busy';
  return () => {
    p.visit = newVisit('paying', { payer: c.payer, rate: BigInt(c.ratePpm), mark: markOf(m) });
    const { kind: _, ...fields } = c;
    s.emit({ ...fields, kind: 'FundingStarted', markTicks: m.reference as SetMarkPrice['markTicks'] });
    runDue(s);
    return m.id;
  };
};

/** [Q3]: the decision on `ClosePositions`. */
export const closePositions = (s: OracleState, c: ClosePositions): Verdict => {
  const settlement = c.settlementTicks ?? 0;
  if (s.rulesVersion < 4 || c.markTicks < 1) return 'malformed';
  if (settlement !== 0 && s.rulesVersion < 5) return 'malformed';
  const { m, p } = perpetualOf(s, c.market);
  if (m === undefined || p === undefined) return 'unknown_market';
  const isTooHigh = BigInt(settlement) * BigInt(m.tickLotUnits) >= 2n ** 53n;
  if (isTooHigh || passesRange(settlement, m.tickLotUnits, openInterest(p))) return 'exceeds_range';
  if (m.status === 'delisted') return 'market_delisted';
  if (m.status === 'halted' && settlement === 0) return 'market_halted';
  if (m.status === 'open') return 'market_open';
  if (isBusy(s, m)) return 'market_busy';
  if (s.orders.some((o) => o.market === m.id)) return 'has_open_orders';
  if (markOf(m) !== BigInt(c.markTicks)) return 'mark_price_changed';
  return () => {
    const price = settlement === 0 ? m.reference : settlement;
    const kind = s.rulesVersion < 5 ? 'closing' : 'settling';
    p.visit = newVisit(kind, { payer: 'long', rate: 0n, mark: BigInt(price) });
    p.liquidation = undefined;
    s.emit({ kind: 'ClosingStarted', market: m.id, markTicks: price as SetMarkPrice['markTicks'] });
    runDue(s);
    return m.id;
  };
};

/** [J1] to [J3]: the decision on `ChangeMargin`. */
export const changeMargin = (s: OracleState, c: ChangeMargin): Verdict => {
  if (s.rulesVersion < 3 || !isOwner(c.owner) || c.units < 1) return 'malformed';
  const { m, p } = perpetualOf(s, c.market);
  if (m === undefined || p === undefined) return 'unknown_market';
  const x = lookUp(p, c.owner, c.position);
  const isAdded = c.change === 'add';
  const margin = x.margin + (isAdded ? 1n : -1n) * BigInt(c.units);
  const blocked = isAdded ? obstacle(s, c.owner, m.quote, BigInt(c.units), 'future') : undefined;
  const value = markOf(m) * unitOf(m, x.lots);
  const profit = profitAt(m, x, c.position, markOf(m));
  const initial = ceilDiv(greater(x.cost, value), x.leverage);
  const least = initial + (profit < 0n ? -profit : 0n);
  const checks: Check[] = [
    [blocked === 'exceeds_range', 'exceeds_range'],
    [s.frozen.has(c.owner), 'account_frozen'],
    [m.status === 'delisted', 'market_delisted'],
    [!isAdded && m.status === 'halted', 'market_halted'],
    [!isAdded && m.status === 'cancel_only' && s.rulesVersion >= 5, 'market_cancel_only'],
    [isBusy(s, m), 'market_busy'],
    [x.lots === 0n, 'no_position'],
    [!isAdded && isInTerm(s, p, x), 'before_term_end'],
    [isAdded && x.lots > 0n && margin > 2n * x.cost, 'above_maximum'],
    [blocked === 'exceeds_balance', 'exceeds_balance'],
    [!isAdded && x.lots > 0n && (margin < least || isDue(m, { ...x, margin }, c.position)), 'below_initial_margin'],
  ];
  const refusal = firstOf(checks);
  if (refusal !== undefined) return refusal;
  return () => {
    const account = marginAccount(s, m, c.owner);
    const change = isAdded ? c.units : -c.units;
    account.available -= change;
    account.held += change;
    x.margin = margin;
    const { kind: _, reference: __, ...fields } = c;
    s.emit({ ...fields, kind: 'MarginChanged', marginUnits: units(margin) });
    return m.id;
  };
};
