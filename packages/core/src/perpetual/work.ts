import type { EventBuffer } from '../codec/event-buffer.ts';
import type { State } from '../state.ts';
import * as codes from '../vocabulary/codes.ts';
import { endOrdersOfClosed } from './closed-orders.ts';
import { continueLiquidation, startLiquidation } from './liquidation.ts';
import type { Perpetual } from './perpetual.ts';
import * as visits from './visit.ts';
import { visitSome } from './visit.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { HALTED } = codes;
const { NO_VISIT } = visits;

/** [X6]: whether there is work to do before the next command in this market. */
export const hasWork = (perpetual: Perpetual): boolean => {
  if (perpetual.closed.length > 0 || perpetual.visit !== NO_VISIT) return true;
  if (perpetual.market.status === HALTED) return false;
  return perpetual.liquidated !== 0 || perpetual.positions.firstDue(perpetual.markTicks) >= 0;
};

/** [X6]: works on the first pending task until it is done or the command has no steps left. */
export const work = (state: State, perpetual: Perpetual, events: EventBuffer): void => {
  if (perpetual.closed.length > 0) endOrdersOfClosed(state, perpetual, events);
  else if (perpetual.visit !== NO_VISIT) visitSome(state, perpetual, events);
  else if (perpetual.liquidated !== 0) continueLiquidation(state, perpetual, events);
  else startLiquidation(state, perpetual, events);
};
