import type { EventBuffer } from '../codec/event-buffer.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import { endHold } from '../ledger/pending-hold.ts';
import type { State } from '../state.ts';
import { refusalCode } from '../vocabulary/refusals.ts';
import type { HoldId, Reference } from '../vocabulary/terms.ts';
import type { CommandKind } from './command-kind.ts';

export interface VoidHold {
  readonly kind: 'VoidHold';
  readonly hold: HoldId;
  readonly reference?: Reference;
}

const refuse = (state: State, c: CommandFields): number =>
  state.holds.find(c.hold) < 0 ? refusalCode.unknown_hold : refusalCode.none;

const execute = (state: State, c: CommandFields, events: EventBuffer): number => {
  endHold(state, state.holds.find(c.hold), false, events);
  return c.hold;
};

export const voidHold: CommandKind<VoidHold> = {
  code: 13,
  flags: [{ reference: ['source', 0] }],
  fields: { hold: 'number' },
  owners: () => [],
  refuse,
  execute,
};
