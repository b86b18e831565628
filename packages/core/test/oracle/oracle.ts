import { REFERENCE_LIFE_MS } from '../../src/apply.ts';
import { viewOf } from '../../src/codec/byte-reader.ts';
import { ByteWriter } from '../../src/codec/byte-writer.ts';
import { writeCommand } from '../../src/codec/command-bytes.ts';
import { contentHash, contentHashHigh } from '../../src/codec/content-hash.ts';
import type { Command } from '../../src/commands/all.ts';
import type { ListMarket } from '../../src/commands/list-market.ts';
import type { ListPerpetual } from '../../src/commands/list-perpetual.ts';
import type { CoreSettings } from '../../src/core.ts';
import type { CoreEvent } from '../../src/vocabulary/events.ts';
import type { Refusal } from '../../src/vocabulary/refusals.ts';
import type { MarketRules, Reference } from '../../src/vocabulary/terms.ts';
import { closePosition } from './oracle-closing.ts';
import { convert, judgeConvert } from './oracle-convert.ts';
import { oracleHash } from './oracle-hash.ts';
import { hold, judgeHold, judgeTransfer, post, transfer, voidHold } from './oracle-money.ts';
import { end } from './oracle-orders.ts';
import { isBusy, openInterest } from './oracle-perpetual.ts';
import {
  areRulesTooWide,
  changeMargin,
  changeTerms,
  closePositions,
  listPerpetual,
  setLeverage,
  setMark,
  setMinimumTerm,
  settleFunding,
} from './oracle-perpetual-commands.ts';
import { amend, judgeAmend, judgeOco, judgeOrder, placeOco, placeOrder } from './oracle-placing.ts';
import { protectionsOf } from './oracle-protections.ts';
import { changeStatus, type OracleMarket, OracleState, reachMark } from './oracle-state.ts';
import { finishMarkets, runDue, runFired } from './oracle-turns.ts';

const PER_COMMAND = 1000;

/** The initial values of those fields of a market that change. */
const unused = { reference: 0, last: 0, trades: 0, levelChanges: 0, budgetLeft: 0n, firesFrom: 0 };

/** The decision on a command: its refusal, or the function that executes it. */
type Verdict = Refusal | (() => number);

/** The exchange as specified in SPEC.md, written to be readable rather than fast. The core must agree with it. */
export class Oracle {
  readonly state = new OracleState();
  private readonly referenceCapacity: number;

  constructor({ clientReferences = 2 ** 24, stepsPerCommand = 1000 }: CoreSettings = {}) {
    this.referenceCapacity = clientReferences;
    this.state.stepsPerCommand = stepsPerCommand;
  }

  startBatch(timeMs: number): void {
    this.state.batchTimeMs = timeMs;
    this.state.timeMs = timeMs + this.state.clockOffsetMs;
  }

  apply(command: Command): CoreEvent[] {
    const s = this.state;
    s.position++;
    s.events = [];
    const reference = 'reference' in command ? command.reference : undefined;
    const known = reference === undefined ? undefined : this.recall(reference);
    const content = reference === undefined ? NO_CONTENT : contentOf(command);
    if (known !== undefined) {
      const isSame = known.content[0] === content[0] && known.content[1] === content[1];
      if (isSame) s.emit({ kind: 'CommandRepeated', position: known.position, result: known.result });
      else s.emit({ kind: 'CommandRefused', refusal: 'reference_conflict' });
      return s.events;
    }
    const verdict = this.isBusy(reference) ? 'busy' : judge(s, command);
    if (typeof verdict === 'string') {
      s.emit({ kind: 'CommandRefused', refusal: verdict });
      return s.events;
    }
    s.steps = s.stepLimit;
    const result = verdict();
    if (reference !== undefined) this.remember(reference, content, result);
    return s.events;
  }

  hash(): string {
    return oracleHash(this.state);
  }

  private recall(reference: Reference) {
    return this.state.references[reference.source].find((each) =>
      each.words.every((word, i) => word === reference.words[i]),
    );
  }

  private isOver(timeMs: number): boolean {
    return timeMs <= this.state.timeMs - REFERENCE_LIFE_MS;
  }

  private isBusy(reference: Reference | undefined): boolean {
    if (reference?.source !== 'client') return false;
    const { client } = this.state.references;
    return client.length >= this.referenceCapacity && !(client.length > 0 && this.isOver(client[0].timeMs));
  }

  private remember(reference: Reference, content: [number, number], result: number): void {
    const { references, position, timeMs } = this.state;
    const list = references[reference.source];
    if (reference.source === 'client')
      for (let i = 0; i < 2 && list.length > 0 && this.isOver(list[0].timeMs); i++) list.shift();
    list.push({ words: reference.words, content, position, result, timeMs });
  }
}

/** Stands for the content of a command without a reference, whose content is never compared. */
const NO_CONTENT: [number, number] = [0, 0];

const contentOf = (command: Command): [number, number] => {
  const writer = new ByteWriter();
  writeCommand(writer, command);
  const words = 'reference' in command && command.reference !== undefined ? 16 : 0;
  const low = contentHash(viewOf(writer.view()), 0, writer.length - words);
  return [contentHashHigh() >>> 0, low >>> 0];
};

const areRulesMalformed = (r: MarketRules): boolean =>
  [r.tickLotUnits, r.lotUnits, r.minSizeLots, r.maxNotionalUnits, r.bandPpm, r.maxOpenOrders].some((n) => n < 1) ||
  r.maxSizeLots < r.minSizeLots ||
  r.maxNotionalUnits < r.minNotionalUnits ||
  r.bandPpm > 1_000_000_000;

const judgeListing = (s: OracleState, c: Omit<ListMarket, 'kind'>): Refusal | undefined => {
  if (c.status === 'delisted') return 'malformed';
  if (c.market < 1 || c.market > 4095 || c.referenceTicks < 1 || c.base === c.quote || areRulesMalformed(c))
    return 'malformed';
  if (![c.base, c.quote].every((id) => s.assets.some((asset) => asset.asset === id))) return 'unknown_asset';
  return s.market(c.market) === undefined ? undefined : 'already_exists';
};

/** [X1]: the decision on `ListPerpetual`: first the checks that all listings share, then those of perpetuals. */
const judgePerpetual = (s: OracleState, c: ListPerpetual): Verdict => {
  const refusal = judgeListing(s, { ...c, referenceTicks: c.markTicks });
  return refusal === 'malformed' ? refusal : listPerpetual(s, c, refusal);
};

const sweep = (s: OracleState, owner: number, market: number, how: 'cancelled' | 'frozen'): void => {
  let left = s.rulesVersion === 1 ? PER_COMMAND : s.steps;
  for (const m of s.markets) {
    const { id } = m;
    const isMeant = market === 0 ? how === 'frozen' || m.perpetual === undefined : market === id;
    if (!isMeant || (how !== 'frozen' && refusesCancellations(s, m))) continue;
    if (how !== 'frozen' && isBusy(s, m)) {
      if (!s.orders.some((o) => o.owner === owner && o.market === id)) continue;
      const waiting = s.sweeps.find((each) => each.owner === owner && each.market === id && each.end === how);
      if (waiting === undefined) s.sweeps.push({ owner, market: id, end: how, upToOrder: s.nextOrder - 1 });
      else waiting.upToOrder = s.nextOrder - 1;
      continue;
    }
    s.sweeps.push({ owner, market: id, end: how, upToOrder: s.nextOrder - 1 });
    left = runSweep(s, s.sweeps.length - 1, left);
  }
};

/** [M2]: whether the market refuses cancellations, as every halted market did under rules before 5. */
const refusesCancellations = (s: OracleState, m: OracleMarket): boolean => m.status === 'halted' && s.rulesVersion < 5;

/** Whether a sweep must wait. The sweep of a frozen owner never waits. */
const isWaiting = (s: OracleState, sweep: { market: number; end: 'cancelled' | 'frozen' }): boolean => {
  const m = s.market(sweep.market);
  return sweep.end !== 'frozen' && m !== undefined && (refusesCancellations(s, m) || isBusy(s, m));
};

/**
 * Ends the orders of the sweep, as far as the allowance permits. Returns the remaining allowance; if it was enough for
 * all orders, the sweep is finished.
 */
const runSweep = (s: OracleState, index: number, allowance: number): number => {
  const { owner, market, end: how, upToOrder } = s.sweeps[index];
  let left = allowance;
  for (;;) {
    const includesLater = how === 'frozen' && s.rulesVersion >= 5;
    const first = s.orders
      .filter((o) => o.owner === owner && (includesLater || o.id <= upToOrder) && o.market === market)
      .sort((a, b) => a.id - b.id)[0];
    const next = first === undefined || includesLater ? first : (protectionsOf(s, first)[0] ?? first);
    const m = next === undefined ? undefined : s.market(next.market);
    if (next === undefined || m === undefined) {
      s.sweeps.splice(index, 1);
      return left;
    }
    if (left === 0) return 0;
    end(s, m, next, how);
    left--;
  }
};

const runSweeps = (s: OracleState, allowance: number): number => {
  let left = allowance;
  while (left > 0) {
    const due = s.sweeps.findIndex((each) => !isWaiting(s, each));
    if (due < 0) break;
    left = runSweep(s, due, left);
  }
  return left;
};

const tick = (s: OracleState): number => {
  const isFirst = s.rulesVersion === 1;
  if (!isFirst) {
    s.steps = runSweeps(s, s.steps);
    for (const m of s.markets) if (m.firesFrom !== 0) reachMark(s, m);
    finishMarkets(s);
  }
  let left = isFirst ? PER_COMMAND : Math.max(0, s.steps);
  for (;;) {
    const [due] = s.holds
      .filter((each) => each.expiresAt !== 0 && each.expiresAt <= s.timeMs)
      .sort((a, b) => a.expiresAt - b.expiresAt || a.id - b.id);
    if (due === undefined || left === 0) break;
    voidHold(s, due, true);
    left--;
  }
  left = runSweeps(s, left);
  s.steps = left;
  if (isFirst) runFired(s, left);
  else runDue(s);
  return 0;
};

const judge = (s: OracleState, c: Command): Verdict => {
  switch (c.kind) {
    case 'RegisterAsset':
      if (c.asset < 1 || c.asset > 1023 || !/^[0-9A-Z]{1,8}$/.test(c.code) || c.scale > 18) return 'malformed';
      if (s.assets.some((each) => each.asset === c.asset || each.code === c.code)) return 'already_exists';
      return () => {
        s.assets.push(c);
        s.emit({ ...c, kind: 'AssetRegistered' });
        return c.asset;
      };
    case 'ListMarket':
      return (
        judgeListing(s, c) ??
        (() => {
          const { kind: _, market: id, referenceTicks: listedTicks, ...rest } = c;
          s.markets.push({ ...rest, id, listedTicks, ...unused, reached: [] });
          s.markets.sort((a, b) => a.id - b.id);
          s.emit({ ...c, kind: 'MarketListed' });
          return c.market;
        })
      );
    case 'ListPerpetual':
      return judgePerpetual(s, c);
    case 'ChangePerpetualTerms':
      return changeTerms(s, c);
    case 'SetMinimumTerm':
      return setMinimumTerm(s, c);
    case 'SetMarkPrice':
      return setMark(s, c);
    case 'SetLeverage':
      return setLeverage(s, c);
    case 'ChangeMargin':
      return changeMargin(s, c);
    case 'SettleFunding':
      return settleFunding(s, c);
    case 'ClosePosition':
      return closePosition(s, c);
    case 'ClosePositions':
      return closePositions(s, c);
    case 'ChangeMarketRules': {
      if (areRulesMalformed(c)) return 'malformed';
      const m = s.market(c.market);
      if (m === undefined) return 'unknown_market';
      if (m.perpetual !== undefined && areRulesTooWide(c)) return 'malformed';
      if (c.tickLotUnits !== m.tickLotUnits || c.lotUnits !== m.lotUnits) return 'malformed';
      if (m.status === 'delisted') return 'market_delisted';
      return () => {
        const { kind: _, market: __, ...rules } = c;
        Object.assign(m, rules);
        s.emit({ ...c, kind: 'MarketRulesChanged' });
        return c.market;
      };
    }
    case 'SetMarketStatus': {
      if (c.status === 'delisted' && s.rulesVersion < 4) return 'malformed';
      if (c.expected !== undefined && s.rulesVersion < 5) return 'malformed';
      const m = s.market(c.market);
      if (m === undefined) return 'unknown_market';
      if (m.status === 'delisted') return 'market_delisted';
      if (c.expected !== undefined && c.expected !== m.status) return `market_${m.status}`;
      if (c.status === 'delisted') {
        if (isBusy(s, m)) return 'market_busy';
        if (s.orders.some((o) => o.market === m.id)) return 'has_open_orders';
        if (m.perpetual !== undefined && openInterest(m.perpetual) > 0n) return 'has_positions';
      }
      return () => {
        changeStatus(s, m, c.status);
        s.emit({ kind: 'MarketStatusChanged', market: c.market, status: c.status });
        if (c.status !== 'open' && m.continuing !== undefined) end(s, m, m.continuing, 'unfilled');
        return c.market;
      };
    }
    case 'SetReferencePrice': {
      const m = s.market(c.market);
      if (m === undefined || m.perpetual !== undefined) return 'unknown_market';
      if (m.status === 'delisted') return 'market_delisted';
      return () => {
        m.reference = c.referenceTicks;
        s.emit({ ...c, kind: 'ReferencePriceSet' });
        return c.market;
      };
    }
    case 'SetFeeSchedule':
      if (c.tier > 255 || c.makerPpm > 1e6 || c.takerPpm > 1e6) return 'malformed';
      return () => {
        s.tiers.set(c.tier, { makerPpm: c.makerPpm, takerPpm: c.takerPpm });
        s.emit({ ...c, kind: 'FeeScheduleSet' });
        return c.tier;
      };
    case 'SetFeeTier':
      if (c.owner < 1 || c.owner >= 2 ** 40 || c.tier > 255 || (c.tier !== 0 && !s.tiers.has(c.tier)))
        return 'malformed';
      return () => {
        s.tierOf.set(c.owner, c.tier);
        s.emit({ ...c, kind: 'FeeTierSet' });
        return c.owner;
      };
    case 'FreezeOwner':
    case 'UnfreezeOwner':
      if (c.owner < 1000 || c.owner >= 2 ** 40) return 'malformed';
      return () => {
        if (c.kind === 'UnfreezeOwner') {
          s.frozen.delete(c.owner);
          s.emit({ kind: 'OwnerUnfrozen', owner: c.owner });
        } else {
          s.frozen.add(c.owner);
          s.emit({ kind: 'OwnerFrozen', owner: c.owner });
          for (const m of s.markets) if (m.continuing?.owner === c.owner) end(s, m, m.continuing, 'frozen');
          sweep(s, c.owner, 0, 'frozen');
        }
        return c.owner;
      };
    case 'SetRestrictions':
      if (c.owner < 1000 || c.owner >= 2 ** 40) return 'malformed';
      return () => {
        s.restrictions.set(c.owner, c);
        s.emit({ ...c, kind: 'RestrictionsSet' });
        return c.owner;
      };
    case 'AnchorAudit':
      if (c.sequence <= s.anchor.sequence) return 'malformed';
      return () => {
        s.anchor = c;
        s.emit({ ...c, kind: 'AuditAnchored' });
        return c.sequence;
      };
    case 'Transfer':
      return judgeTransfer(s, c) ?? (() => transfer(s, c));
    case 'HoldUnits':
      return judgeHold(s, c) ?? (() => hold(s, c));
    case 'Convert':
      return judgeConvert(s, c) ?? (() => convert(s, c));
    case 'PostHold': {
      if (c.units === 0) return 'malformed';
      const pending = s.holds.find((each) => each.id === c.hold);
      if (pending === undefined) return 'unknown_hold';
      return (c.units ?? 0) > pending.units ? 'exceeds_hold' : () => post(s, c, pending);
    }
    case 'VoidHold': {
      const pending = s.holds.find((each) => each.id === c.hold);
      return pending === undefined ? 'unknown_hold' : () => voidHold(s, pending, false);
    }
    case 'PlaceOrder': {
      const { refusal, order } = judgeOrder(s, c);
      return order === undefined ? (refusal ?? 'malformed') : () => placeOrder(s, order);
    }
    case 'PlaceOco': {
      const { refusal, legs } = judgeOco(s, c);
      return legs === undefined ? (refusal ?? 'malformed') : () => placeOco(s, legs);
    }
    case 'AmendOrder': {
      const { refusal, amendment } = judgeAmend(s, c);
      return amendment === undefined ? (refusal ?? 'malformed') : () => amend(s, c, amendment);
    }
    case 'CancelOrder': {
      const o = s.order(c.order);
      const m = o === undefined ? undefined : s.market(o.market);
      if (c.owner < 1) return 'malformed';
      if (o === undefined || m === undefined) return 'unknown_order';
      if (o.owner !== c.owner) return 'not_owner';
      if (refusesCancellations(s, m)) return 'market_halted';
      if (isBusy(s, m)) return 'market_busy';
      return () => {
        end(s, m, o, 'cancelled');
        return c.order;
      };
    }
    case 'CancelAllOrders': {
      const m = c.market === undefined || c.market === 0 ? undefined : s.market(c.market);
      if (c.owner < 1) return 'malformed';
      if (c.market !== undefined && c.market !== 0 && m === undefined) return 'unknown_market';
      if (m?.status === 'delisted') return 'market_delisted';
      if (m !== undefined && refusesCancellations(s, m)) return 'market_halted';
      return () => {
        sweep(s, c.owner, c.market ?? 0, 'cancelled');
        return 0;
      };
    }
    case 'Tick':
      return () => tick(s);
    case 'AdvanceClock':
      if (c.byMs < 1) return 'malformed';
      if (BigInt(s.timeMs) + BigInt(c.byMs) > 2n ** 53n - 1n) return 'exceeds_range';
      return () => {
        s.clockOffsetMs += c.byMs;
        s.timeMs += c.byMs;
        s.emit({ kind: 'ClockAdvanced', byMs: c.byMs });
        return 0;
      };
    case 'ActivateRules':
      if (![1, 2, 3, 4, 5].includes(c.version)) return 'unknown_rules';
      if (c.version < s.rulesVersion) return 'malformed';
      return () => {
        s.rulesVersion = c.version;
        s.emit({ kind: 'RulesActivated', version: c.version });
        return c.version;
      };
  }
};
