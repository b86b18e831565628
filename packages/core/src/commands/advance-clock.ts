import type { EventBuffer } from '../codec/event-buffer.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import type { State } from '../state.ts';
import { refusalCode } from '../vocabulary/refusals.ts';
import type { CommandKind } from './command-kind.ts';

/** Sandbox only: moves the exchange's clock forward. */
export interface AdvanceClock {
  readonly kind: 'AdvanceClock';
  readonly byMs: number;
}

const refuse = (state: State, c: CommandFields): number => {
  if (c.byMs < 1) return refusalCode.malformed;
  return state.timeMs + c.byMs > Number.MAX_SAFE_INTEGER ? refusalCode.exceeds_range : refusalCode.none;
};

const execute = (state: State, c: CommandFields, events: EventBuffer): number => {
  state.clockOffsetMs += c.byMs;
  state.timeMs += c.byMs;
  events.clockAdvanced(c);
  return 0;
};

export const advanceClock: CommandKind<AdvanceClock> = {
  code: 20,
  fields: { byMs: 'number' },
  owners: () => [],
  refuse,
  execute,
};
