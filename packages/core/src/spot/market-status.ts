import { holdTriggers } from '../book/fire-triggers.ts';
import type { Market } from '../book/market.ts';
import type { EventBuffer } from '../codec/event-buffer.ts';
import type { State } from '../state.ts';
import * as codes from '../vocabulary/codes.ts';
import * as refusals from '../vocabulary/refusals.ts';
import * as rules from '../vocabulary/rules.ts';
import { endOpenOrder } from './open-order.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { CANCEL_ONLY, DELISTED, END_UNFILLED, HALTED, OPEN } = codes;
const { refusalCode } = refusals;
const { HALTED_LIQUIDATION_RULES_VERSION, HALT_CANCEL_RULES_VERSION } = rules;

/**
 * [B6]: sets the market's status. If the market is no longer open, an order that is still taking is ended. A perpetual
 * market that opens begins its opening pause ([X8]), and one that is halted abandons its liquidation in progress ([V1]).
 */
export const setStatus = (state: State, market: Market, status: number, events: EventBuffer): void => {
  const staysOpen = status === OPEN && market.status === OPEN;
  market.status = status;
  events.marketStatusChanged({ market: market.id, status });
  if (status !== OPEN && market.continuing !== 0)
    endOpenOrder(state, market, market.continuing - 1, END_UNFILLED, events);
  if (status === HALTED && state.rulesVersion >= HALTED_LIQUIDATION_RULES_VERSION)
    state.perpetualById[market.id]?.giveUpLiquidation();
  if (!staysOpen) holdTriggers(state, market);
  state.noteUnfinished(market);
};

/** [M2]: whether the market refuses cancellations, as every halted market did under rules before 5. */
export const refusesCancellations = (state: State, market: Market): boolean =>
  market.status === HALTED && state.rulesVersion < HALT_CANCEL_RULES_VERSION;

/** [M2]: why a market with this status refuses orders; 'none' if it is open. */
export const refusalOfStatus = (status: number): number => {
  if (status === OPEN) return refusalCode.none;
  if (status === CANCEL_ONLY) return refusalCode.market_cancel_only;
  return status === DELISTED ? refusalCode.market_delisted : refusalCode.market_halted;
};
