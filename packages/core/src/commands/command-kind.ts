import type { EventBuffer } from '../codec/event-buffer.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import type { CommandLayout } from '../codec/layout.ts';
import type { State } from '../state.ts';
import type { OwnerId } from '../vocabulary/terms.ts';

/** Everything about one command: its bytes, its owners, why it may be refused, and what it does. */
export interface CommandKind<C> extends CommandLayout<C> {
  /**
   * The owners of the accounts or orders that the command names; empty if it concerns everyone, or an owner that only
   * the core knows.
   */
  owners(command: C): readonly OwnerId[];
  /** Why it would be refused now, as a code of refusals.ts. Changes nothing. */
  refuse(state: State, c: CommandFields): number;
  /** Must follow a `refuse` that returned 'none'. Returns the command's result: an id, or 0. */
  execute(state: State, c: CommandFields, events: EventBuffer): number;
}
