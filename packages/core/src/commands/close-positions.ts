import type { PriceTicks } from '@vitrine/money';
import type { EventBuffer } from '../codec/event-buffer.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import { perpetualOf } from '../perpetual/perpetual.ts';
import { isMarkTooHigh } from '../perpetual/risk.ts';
import { CLOSING, SETTLING } from '../perpetual/visit.ts';
import { runDue } from '../spot/triggers.ts';
import type { State } from '../state.ts';
import { DELISTED, HALTED, OPEN } from '../vocabulary/codes.ts';
import { refusalCode } from '../vocabulary/refusals.ts';
import { DELISTING_RULES_VERSION, SETTLEMENT_RULES_VERSION } from '../vocabulary/rules.ts';
import type { MarketId } from '../vocabulary/terms.ts';
import type { CommandKind } from './command-kind.ts';

/**
 * Closes all positions of a perpetual at one price, without fees, before the market is delisted: at the settlement price
 * or, without one, at the mark price. Refused unless the mark price is the expected one, which the sender has compared
 * with the index.
 */
export interface ClosePositions {
  readonly kind: 'ClosePositions';
  readonly market: MarketId;
  readonly markTicks: PriceTicks;
  /** 0 means absent. */
  readonly settlementTicks?: PriceTicks;
}

/** The value of all open lots must be one that the core can calculate with. */
const isTooHigh = (state: State, { market, settlementTicks }: CommandFields): boolean => {
  const perpetual = state.perpetualById[market];
  if (perpetual === undefined) return false;
  return isMarkTooHigh(settlementTicks, perpetual.market.tickLotUnits, perpetual.openInterestLots);
};

/** [Q3]: all reasons to refuse the command, in order of precedence. */
const refuse = (state: State, c: CommandFields): number => {
  if (state.rulesVersion < DELISTING_RULES_VERSION || c.markTicks < 1) return refusalCode.malformed;
  const isSettled = c.settlementTicks !== 0;
  if (isSettled && state.rulesVersion < SETTLEMENT_RULES_VERSION) return refusalCode.malformed;
  if (isTooHigh(state, c)) return refusalCode.exceeds_range;
  const perpetual = state.perpetualById[c.market];
  if (perpetual === undefined) return refusalCode.unknown_market;
  const { isBusy, openOrders, status } = perpetual.market;
  if (status === DELISTED) return refusalCode.market_delisted;
  if (status === HALTED && !isSettled) return refusalCode.market_halted;
  if (status === OPEN) return refusalCode.market_open;
  if (isBusy) return refusalCode.market_busy;
  if (openOrders > 0) return refusalCode.has_open_orders;
  return c.markTicks === perpetual.markTicks ? refusalCode.none : refusalCode.mark_price_changed;
};

const execute = (state: State, c: CommandFields, events: EventBuffer): number => {
  const perpetual = perpetualOf(state, c.market);
  perpetual.visit = state.rulesVersion < SETTLEMENT_RULES_VERSION ? CLOSING : SETTLING;
  perpetual.visitTicks = c.settlementTicks === 0 ? perpetual.markTicks : c.settlementTicks;
  // One that a halt has interrupted: its position is closed with the others.
  perpetual.giveUpLiquidation();
  events.closingStarted({ market: c.market, markTicks: perpetual.visitTicks });
  state.noteUnfinished(perpetual.market);
  runDue(state, events);
  return c.market;
};

export const closePositions: CommandKind<ClosePositions> = {
  code: 33,
  longForm: { code: 37, adds: ['settlementTicks'] },
  fields: { market: 'number', markTicks: 'number', settlementTicks: 'numberOrZero' },
  owners: () => [],
  refuse,
  execute,
};
