import type { PriceTicks } from '@vitrine/money';
import type { EventBuffer } from '../codec/event-buffer.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import { perpetualOf } from '../perpetual/perpetual.ts';
import { CLOSING } from '../perpetual/visit.ts';
import { runDue } from '../spot/triggers.ts';
import type { State } from '../state.ts';
import { DELISTED, HALTED, OPEN } from '../vocabulary/codes.ts';
import { refusalCode } from '../vocabulary/refusals.ts';
import { DELISTING_RULES_VERSION } from '../vocabulary/rules.ts';
import type { MarketId } from '../vocabulary/terms.ts';
import type { CommandKind } from './command-kind.ts';

/**
 * Closes all positions of a perpetual at its mark price, without fees, before the market is delisted. Refused unless the
 * mark price is the expected one, which the sender has compared with the index.
 */
export interface ClosePositions {
  readonly kind: 'ClosePositions';
  readonly market: MarketId;
  readonly markTicks: PriceTicks;
}

/** [Q3]: all reasons to refuse the command, in order of precedence. */
const refuse = (state: State, c: CommandFields): number => {
  if (state.rulesVersion < DELISTING_RULES_VERSION || c.markTicks < 1) return refusalCode.malformed;
  const perpetual = state.perpetualById[c.market];
  if (perpetual === undefined) return refusalCode.unknown_market;
  const { isBusy, openOrders, status } = perpetual.market;
  if (status === DELISTED) return refusalCode.market_delisted;
  if (status === HALTED) return refusalCode.market_halted;
  if (status === OPEN) return refusalCode.market_open;
  if (isBusy) return refusalCode.market_busy;
  if (openOrders > 0) return refusalCode.has_open_orders;
  return c.markTicks === perpetual.markTicks ? refusalCode.none : refusalCode.mark_price_changed;
};

const execute = (state: State, c: CommandFields, events: EventBuffer): number => {
  const perpetual = perpetualOf(state, c.market);
  perpetual.visit = CLOSING;
  perpetual.visitTicks = perpetual.markTicks;
  events.closingStarted({ market: c.market, markTicks: perpetual.visitTicks });
  state.noteUnfinished(perpetual.market);
  runDue(state, events);
  return c.market;
};

export const closePositions: CommandKind<ClosePositions> = {
  code: 33,
  fields: { market: 'number', markTicks: 'number' },
  owners: () => [],
  refuse,
  execute,
};
