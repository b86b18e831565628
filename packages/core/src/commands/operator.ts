import { Market } from '../book/market.ts';
import { MAX_MARKETS } from '../book/seats.ts';
import type { CommandFields } from '../codec/command-fields.ts';
import type { EventBuffer } from '../codec/event-buffer.ts';
import { eventCode } from '../codec/read-event.ts';
import { MAX_ASSETS, MAX_OWNER } from '../ledger/ledger.ts';
import { endOpenOrder } from '../spot/open-order.ts';
import type { State } from '../state.ts';
import { END_FROZEN, END_UNFILLED, OPEN, SPOT } from '../vocabulary/codes.ts';
import { FIRST_CLIENT_OWNER, systemOwners } from '../vocabulary/commands.ts';
import { refusalCode } from '../vocabulary/refusals.ts';
import { FIRST_RULES_VERSION, MAX_TIER, RULES_VERSION } from '../vocabulary/rules.ts';
import { startSweep } from './cancel-all-orders.ts';

const MAX_SCALE = 18;
const PPM = 1_000_000;
const MAX_BAND_PPM = 1_000_000_000;

export const refuseRegisterAsset = (state: State, c: CommandFields): number => {
  if (c.asset < 1 || c.asset >= MAX_ASSETS || c.code === 0 || c.scale > MAX_SCALE) return refusalCode.malformed;
  if (state.assetCodes[c.asset] !== 0 || state.assetCodes.includes(c.code)) return refusalCode.already_exists;
  return refusalCode.none;
};

export const registerAsset = (state: State, c: CommandFields, events: EventBuffer): number => {
  state.assetCodes[c.asset] = c.code;
  state.assetScales[c.asset] = c.scale;
  events.assetRegistered(c.asset, c.code, c.scale);
  return c.asset;
};

const areRulesMalformed = (c: CommandFields): boolean =>
  c.tickLotUnits < 1 ||
  c.lotUnits < 1 ||
  c.minSizeLots < 1 ||
  c.maxSizeLots < c.minSizeLots ||
  c.maxNotionalUnits < Math.max(1, c.minNotionalUnits) ||
  c.bandPpm < 1 ||
  c.bandPpm > MAX_BAND_PPM ||
  c.maxOpenOrders < 1;

const hasAsset = (state: State, asset: number): boolean => asset < MAX_ASSETS && state.assetCodes[asset] !== 0;

export const refuseListMarket = (state: State, c: CommandFields): number => {
  if (c.market < 1 || c.market >= MAX_MARKETS || c.priceTicks < 1 || c.base === c.quote || areRulesMalformed(c))
    return refusalCode.malformed;
  if (!hasAsset(state, c.base) || !hasAsset(state, c.quote)) return refusalCode.unknown_asset;
  return state.marketById[c.market] === undefined ? refusalCode.none : refusalCode.already_exists;
};

export const listMarket = (state: State, c: CommandFields, events: EventBuffer): number => {
  const feeAccount = state.ledger.ensure(systemOwners.fees, SPOT, c.quote);
  state.addMarket(new Market(c, feeAccount, state.levels, state.hashing));
  events.marketListed(c);
  return c.market;
};

/** A market's steps never change: open orders, holds and its history are counted in them. */
export const refuseChangeMarketRules = (state: State, c: CommandFields): number => {
  if (areRulesMalformed(c)) return refusalCode.malformed;
  const market = state.marketById[c.market];
  if (market === undefined) return refusalCode.unknown_market;
  return c.tickLotUnits === market.tickLotUnits && c.lotUnits === market.lotUnits
    ? refusalCode.none
    : refusalCode.malformed;
};

export const changeMarketRules = (state: State, c: CommandFields, events: EventBuffer): number => {
  state.marketById[c.market]?.setRules(c);
  events.marketRulesChanged(c);
  return c.market;
};

export const refuseUnknownMarket = (state: State, c: CommandFields): number =>
  state.marketById[c.market] === undefined ? refusalCode.unknown_market : refusalCode.none;

export const setMarketStatus = (state: State, c: CommandFields, events: EventBuffer): number => {
  const market = state.marketById[c.market];
  if (market === undefined) throw new Error('a status was not checked');
  market.status = c.status;
  events.short(eventCode.MarketStatusChanged, c.market, c.status);
  if (c.status !== OPEN && market.continuing !== 0)
    endOpenOrder(state, market, market.continuing - 1, END_UNFILLED, events);
  return c.market;
};

export const setReferencePrice = (state: State, c: CommandFields, events: EventBuffer): number => {
  const market = state.marketById[c.market];
  if (market !== undefined) market.referenceTicks = c.priceTicks;
  events.short(eventCode.ReferencePriceSet, c.market, c.priceTicks);
  return c.market;
};

export const refuseSetFeeSchedule = (_state: State, c: CommandFields): number =>
  c.tier > MAX_TIER || c.makerPpm > PPM || c.takerPpm > PPM ? refusalCode.malformed : refusalCode.none;

export const setFeeSchedule = (state: State, c: CommandFields, events: EventBuffer): number => {
  state.tierIsSet[c.tier] = 1;
  state.makerPpm[c.tier] = c.makerPpm;
  state.takerPpm[c.tier] = c.takerPpm;
  events.feeScheduleSet(c.tier, c.makerPpm, c.takerPpm);
  return c.tier;
};

/** A tier without a schedule would trade for nothing, so nobody can be put there. */
export const refuseSetFeeTier = (state: State, c: CommandFields): number => {
  if (c.owner < 1 || c.owner > MAX_OWNER || c.tier > MAX_TIER) return refusalCode.malformed;
  return c.tier !== 0 && state.tierIsSet[c.tier] === 0 ? refusalCode.malformed : refusalCode.none;
};

export const setFeeTier = (state: State, c: CommandFields, events: EventBuffer): number => {
  state.owners.tier[state.owners.ensure(c.owner)] = c.tier;
  events.short(eventCode.FeeTierSet, c.owner, c.tier);
  return c.owner;
};

export const refuseFreeze = (_state: State, c: CommandFields): number =>
  c.owner < FIRST_CLIENT_OWNER || c.owner > MAX_OWNER ? refusalCode.malformed : refusalCode.none;

/** [L9]: a frozen owner's open orders end with the freeze, those that take first. */
export const freezeOwner = (state: State, c: CommandFields, events: EventBuffer): number => {
  state.owners.frozen[state.owners.ensure(c.owner)] = 1;
  events.short(eventCode.OwnerFrozen, c.owner);
  for (const market of state.unfinished) {
    const slot = market.continuing - 1;
    if (slot >= 0 && state.seats.owner[state.orders.seat[slot]] === c.owner)
      endOpenOrder(state, market, slot, END_FROZEN, events);
  }
  startSweep(state, c.owner, 0, END_FROZEN, events);
  return c.owner;
};

/** [L12]. */
export const setRestrictions = (state: State, c: CommandFields, events: EventBuffer): number => {
  const slot = state.owners.ensure(c.owner);
  state.owners.tradeUntil[slot] = c.tradeUntil;
  state.owners.withdrawUntil[slot] = c.withdrawUntil;
  events.restrictionsSet(c);
  return c.owner;
};

/** [U1]: the trail only grows. */
export const refuseAnchorAudit = (state: State, c: CommandFields): number =>
  c.sequence <= state.auditSequence ? refusalCode.malformed : refusalCode.none;

export const anchorAudit = (state: State, c: CommandFields, events: EventBuffer): number => {
  state.auditSequence = c.sequence;
  state.auditHash.set(c.hash);
  events.auditAnchored(c);
  return c.sequence;
};

export const unfreezeOwner = (state: State, c: CommandFields, events: EventBuffer): number => {
  state.owners.frozen[state.owners.ensure(c.owner)] = 0;
  events.short(eventCode.OwnerUnfrozen, c.owner);
  return c.owner;
};

export const refuseAdvanceClock = (state: State, c: CommandFields): number => {
  if (c.byMs < 1) return refusalCode.malformed;
  return state.timeMs + c.byMs > Number.MAX_SAFE_INTEGER ? refusalCode.exceeds_range : refusalCode.none;
};

export const advanceClock = (state: State, c: CommandFields, events: EventBuffer): number => {
  state.clockOffsetMs += c.byMs;
  state.timeMs += c.byMs;
  events.short(eventCode.ClockAdvanced, c.byMs);
  return 0;
};

/** [D4]: rules never go back to an older version. */
export const refuseActivateRules = (state: State, c: CommandFields): number => {
  if (c.version < FIRST_RULES_VERSION || c.version > RULES_VERSION) return refusalCode.unknown_rules;
  return c.version < state.rulesVersion ? refusalCode.malformed : refusalCode.none;
};

export const activateRules = (state: State, c: CommandFields, events: EventBuffer): number => {
  state.rulesVersion = c.version;
  events.short(eventCode.RulesActivated, c.version);
  return c.version;
};
