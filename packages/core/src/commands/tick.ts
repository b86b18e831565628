import { endPauses } from '../book/fire-triggers.ts';
import type { EventBuffer } from '../codec/event-buffer.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import { expireHolds } from '../ledger/pending-hold.ts';
import { isSweepDue, runSweeps } from '../spot/sweeps.ts';
import { runDue, runFired } from '../spot/triggers.ts';
import { goOn } from '../spot/unfinished.ts';
import type { State } from '../state.ts';
import { refusalCode } from '../vocabulary/refusals.ts';
import { DUE_PER_COMMAND, FIRST_RULES_VERSION } from '../vocabulary/rules.ts';
import type { CommandKind } from './command-kind.ts';

/**
 * Processes everything that is due: expired holds, and work that earlier commands could not finish within their limit
 * of steps.
 */
export interface Tick {
  readonly kind: 'Tick';
}

/**
 * [T5], in this order: mass cancellations that need not wait, so that frozen owners stop trading; opening pauses that
 * have lasted long enough ([X8]); unfinished markets; expired holds, ordered by (time, id); mass cancellations that had to wait for those markets; fired orders, ordered by
 * (time, id).
 */
const execute = (state: State, _c: CommandFields, events: EventBuffer): number => {
  if (state.rulesVersion === FIRST_RULES_VERSION) return firstTick(state, events);
  state.steps = runSweeps(state, state.steps, events);
  endPauses(state);
  while (state.steps > 0 && state.unfinished.length > 0) goOn(state, state.unfinished[0], events);
  state.steps = expireHolds(state, Math.max(0, state.steps), events);
  state.steps = runSweeps(state, state.steps, events);
  runDue(state, events);
  return 0;
};

/** Under the first version of the rules, every activated order counts as one step, no matter how much it trades. */
const firstTick = (state: State, events: EventBuffer): number => {
  const afterHolds = expireHolds(state, DUE_PER_COMMAND, events);
  const afterSweeps = runSweeps(state, afterHolds, events);
  runFired(state, events, afterSweeps);
  return 0;
};

/** The time from which a Tick has something to do, or undefined. */
export const nextDueMs = (state: State): number | undefined => {
  if (state.unfinished.length > 0 || state.fired.count > 0 || isSweepDue(state)) return state.timeMs;
  const expiry = state.holds.nextExpiry();
  return state.opening.reduce((first, { firesFrom }) => Math.min(first ?? firesFrom, firesFrom), expiry);
};

export const tick: CommandKind<Tick> = {
  code: 19,
  fields: {},
  owners: () => [],
  refuse: () => refusalCode.none,
  execute,
};
