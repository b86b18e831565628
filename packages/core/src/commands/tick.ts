import type { EventBuffer } from '../codec/event-buffer.ts';
import { DUE_PER_COMMAND, type State } from '../state.ts';
import { firstFired, runFired } from '../triggers.ts';
import { isSweepDue, runSweeps } from './cancel-all-orders.ts';
import { expireHolds } from './holds.ts';

/** [T5]: expired holds by (time, id), then the rest of mass cancellations, then fired orders by (time, id). */
export const tick = (state: State, events: EventBuffer): number => {
  const afterHolds = expireHolds(state, DUE_PER_COMMAND, events);
  const afterSweeps = runSweeps(state, afterHolds, events);
  runFired(state, events, afterSweeps);
  return 0;
};

/** When the next Tick has something to do, or undefined. */
export const nextDueMs = (state: State): number | undefined => {
  if (isSweepDue(state) || firstFired(state) !== undefined) return state.timeMs;
  return state.holds.nextExpiry();
};
