import type { EventBuffer } from '../codec/event-buffer.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import type { CommandLayout } from '../codec/layout.ts';
import type { State } from '../state.ts';
import type { OwnerId } from '../vocabulary/terms.ts';

/** Everything about one kind of command: its bytes, its owners, the reasons to refuse it, and its effects. */
export interface CommandKind<C> extends CommandLayout<C> {
  /**
   * The owners of the accounts or orders that the command names. Empty if the command concerns everyone, or an owner
   * that only the core can determine.
   */
  owners(command: C): readonly OwnerId[];
  /** The code (see refusals.ts) with which the command would be refused now. Changes nothing. */
  refuse(state: State, c: CommandFields): number;
  /** Must only be called after `refuse` has returned 'none'. Returns the command's result: an id, or 0. */
  execute(state: State, c: CommandFields, events: EventBuffer): number;
}
