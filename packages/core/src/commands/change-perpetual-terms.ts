import type { EventBuffer } from '../codec/event-buffer.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import { perpetualOf, termsOf } from '../perpetual/perpetual.ts';
import { isMarkTooHigh } from '../perpetual/risk.ts';
import { REVIEW } from '../perpetual/visit.ts';
import { runDue } from '../spot/triggers.ts';
import type { State } from '../state.ts';
import { DELISTED } from '../vocabulary/codes.ts';
import { refusalCode } from '../vocabulary/refusals.ts';
import { PERPETUAL_RULES_VERSION } from '../vocabulary/rules.ts';
import type { MarketId, PerpetualTerms } from '../vocabulary/terms.ts';
import type { CommandKind } from './command-kind.ts';
import { areTermsMalformed, perpetualTerms } from './perpetual-terms.ts';

/** Replaces the terms of a perpetual, and updates the maintenance rates of all its positions accordingly. */
export interface ChangePerpetualTerms extends PerpetualTerms {
  readonly kind: 'ChangePerpetualTerms';
  readonly market: MarketId;
}

const refuse = (state: State, c: CommandFields): number => {
  if (state.rulesVersion < PERPETUAL_RULES_VERSION || areTermsMalformed(c)) return refusalCode.malformed;
  const perpetual = state.perpetualById[c.market];
  if (perpetual === undefined) return refusalCode.unknown_market;
  const { market, markTicks, openInterestLots } = perpetual;
  if (isMarkTooHigh(markTicks, market.tickLotUnits, Math.max(c.maxOpenInterestLots, openInterestLots)))
    return refusalCode.exceeds_range;
  if (market.status === DELISTED) return refusalCode.market_delisted;
  return market.isBusy ? refusalCode.market_busy : refusalCode.none;
};

const execute = (state: State, c: CommandFields, events: EventBuffer): number => {
  const perpetual = perpetualOf(state, c.market);
  perpetual.terms = termsOf(c);
  perpetual.visit = REVIEW;
  events.perpetualTermsChanged(c);
  state.noteUnfinished(perpetual.market);
  runDue(state, events);
  return c.market;
};

export const changePerpetualTerms: CommandKind<ChangePerpetualTerms> = {
  code: 28,
  fields: { market: 'number', ...perpetualTerms },
  owners: () => [],
  refuse,
  execute,
};
