import type { PriceTicks } from '@vitrine/money';
import { reachMark } from '../book/fire-triggers.ts';
import type { EventBuffer } from '../codec/event-buffer.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import { perpetualOf } from '../perpetual/perpetual.ts';
import { isMarkTooHigh } from '../perpetual/risk.ts';
import { setStatus } from '../spot/market-status.ts';
import { runDue } from '../spot/triggers.ts';
import type { State } from '../state.ts';
import { DELISTED, HALTED } from '../vocabulary/codes.ts';
import { refusalCode } from '../vocabulary/refusals.ts';
import { PERPETUAL_RULES_VERSION } from '../vocabulary/rules.ts';
import type { MarketId } from '../vocabulary/terms.ts';
import type { CommandKind } from './command-kind.ts';

/**
 * Sets the price at which positions are valued. Liquidates positions whose liquidation price has been reached, and
 * fires orders whose trigger price has been reached. A price too high to calculate with halts the market instead,
 * because the previous price is no longer valid.
 */
export interface SetMarkPrice {
  readonly kind: 'SetMarkPrice';
  readonly market: MarketId;
  readonly markTicks: PriceTicks;
}

const refuse = (state: State, c: CommandFields): number => {
  if (state.rulesVersion < PERPETUAL_RULES_VERSION || c.markTicks < 1) return refusalCode.malformed;
  const perpetual = state.perpetualById[c.market];
  if (perpetual === undefined) return refusalCode.unknown_market;
  return perpetual.market.status === DELISTED ? refusalCode.market_delisted : refusalCode.none;
};

const execute = (state: State, c: CommandFields, events: EventBuffer): number => {
  const { market, openInterestLots, terms } = perpetualOf(state, c.market);
  const lots = Math.max(terms.maxOpenInterestLots, openInterestLots);
  if (isMarkTooHigh(c.markTicks, market.tickLotUnits, lots)) setStatus(state, market, HALTED, events);
  else {
    market.referenceTicks = c.markTicks;
    reachMark(state, market);
    events.markPriceSet(c);
    state.noteUnfinished(market);
  }
  runDue(state, events);
  return c.market;
};

export const setMarkPrice: CommandKind<SetMarkPrice> = {
  code: 29,
  fields: { market: 'number', markTicks: 'number' },
  owners: () => [],
  refuse,
  execute,
};
