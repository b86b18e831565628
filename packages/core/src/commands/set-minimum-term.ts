import type { EventBuffer } from '../codec/event-buffer.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import { perpetualOf } from '../perpetual/perpetual.ts';
import type { State } from '../state.ts';
import { DELISTED, OPEN } from '../vocabulary/codes.ts';
import { refusalCode } from '../vocabulary/refusals.ts';
import * as rules from '../vocabulary/rules.ts';
import type { MarketId } from '../vocabulary/terms.ts';
import type { CommandKind } from './command-kind.ts';

const { MAX_TERM_DAYS, TERM_RULES_VERSION } = rules;

/**
 * Sets the number of days for which a position of this perpetual must stay open before its owner may close it. The term
 * can be made longer only while the market is not open and has neither orders nor positions, so that it never exceeds
 * what an owner agreed to.
 */
export interface SetMinimumTerm {
  readonly kind: 'SetMinimumTerm';
  readonly market: MarketId;
  /** 0 for none. */
  readonly days: number;
}

/** [S1]: all reasons to refuse the command, in order of precedence. */
const refuse = (state: State, c: CommandFields): number => {
  if (state.rulesVersion < TERM_RULES_VERSION || c.days > MAX_TERM_DAYS) return refusalCode.malformed;
  const perpetual = state.perpetualById[c.market];
  if (perpetual === undefined) return refusalCode.unknown_market;
  const { isBusy, openOrders, status } = perpetual.market;
  if (status === DELISTED) return refusalCode.market_delisted;
  const isLonger = c.days > perpetual.minTermDays;
  if (isLonger && status === OPEN) return refusalCode.market_open;
  if (isBusy) return refusalCode.market_busy;
  if (!isLonger) return refusalCode.none;
  if (openOrders > 0) return refusalCode.has_open_orders;
  return perpetual.openInterestLots > 0 ? refusalCode.has_positions : refusalCode.none;
};

const execute = (state: State, c: CommandFields, events: EventBuffer): number => {
  const perpetual = perpetualOf(state, c.market);
  perpetual.minTermDays = c.days;
  if (c.days === 0) perpetual.openedAt.clear();
  events.minimumTermSet({ market: c.market, days: c.days });
  return c.market;
};

export const setMinimumTerm: CommandKind<SetMinimumTerm> = {
  code: 35,
  fields: { market: 'number', days: 'number' },
  owners: () => [],
  refuse,
  execute,
};
