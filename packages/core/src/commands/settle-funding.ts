import type { RatePpm } from '@vitrine/money';
import type { EventBuffer } from '../codec/event-buffer.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import { perpetualOf } from '../perpetual/perpetual.ts';
import { PAYING } from '../perpetual/visit.ts';
import { runDue } from '../spot/triggers.ts';
import type { State } from '../state.ts';
import { DELISTED, HALTED } from '../vocabulary/codes.ts';
import { refusalCode } from '../vocabulary/refusals.ts';
import { PERPETUAL_RULES_VERSION } from '../vocabulary/rules.ts';
import type { MarketId, PositionSide } from '../vocabulary/terms.ts';
import type { CommandKind } from './command-kind.ts';

/**
 * Makes all positions on one side pay a fraction of their value at the mark price to the positions on the other side.
 */
export interface SettleFunding {
  readonly kind: 'SettleFunding';
  readonly market: MarketId;
  readonly payer: PositionSide;
  readonly ratePpm: RatePpm;
}

const MAX_FUNDING_PPM = 100_000;

/** [G1]: all reasons to refuse the command, in order of precedence. */
const refuse = (state: State, c: CommandFields): number => {
  if (state.rulesVersion < PERPETUAL_RULES_VERSION || c.ratePpm < 1 || c.ratePpm > MAX_FUNDING_PPM)
    return refusalCode.malformed;
  const perpetual = state.perpetualById[c.market];
  if (perpetual === undefined) return refusalCode.unknown_market;
  if (perpetual.market.status === DELISTED) return refusalCode.market_delisted;
  if (perpetual.market.status === HALTED) return refusalCode.market_halted;
  return perpetual.market.isBusy ? refusalCode.market_busy : refusalCode.none;
};

const execute = (state: State, c: CommandFields, events: EventBuffer): number => {
  const perpetual = perpetualOf(state, c.market);
  perpetual.visit = PAYING;
  perpetual.payer = c.payer;
  perpetual.fundingPpm = c.ratePpm;
  perpetual.visitTicks = perpetual.markTicks;
  events.fundingStarted({
    market: c.market,
    payer: c.payer,
    ratePpm: c.ratePpm,
    markTicks: perpetual.visitTicks,
  });
  state.noteUnfinished(perpetual.market);
  runDue(state, events);
  return c.market;
};

export const settleFunding: CommandKind<SettleFunding> = {
  code: 32,
  fields: { market: 'number', payer: 'positionSides', ratePpm: 'number' },
  owners: () => [],
  refuse,
  execute,
};
