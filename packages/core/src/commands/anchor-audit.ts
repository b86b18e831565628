import type { EventBuffer } from '../codec/event-buffer.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import type { State } from '../state.ts';
import { refusalCode } from '../vocabulary/refusals.ts';
import type { CommandKind } from './command-kind.ts';

/** Records the head of the audit trail in the log, so that earlier entries cannot be changed unnoticed. */
export interface AnchorAudit {
  readonly kind: 'AnchorAudit';
  /** Number of the trail's newest entry. */
  readonly sequence: number;
  /** Hash of that entry, which covers all entries before it: SHA-256 as 64 lower-case hexadecimal digits. */
  readonly hash: string;
}

/** [U1]: refuses an anchor that is not newer than the last one, because the trail can only grow. */
const refuse = (state: State, c: CommandFields): number =>
  c.sequence <= state.auditSequence ? refusalCode.malformed : refusalCode.none;

const execute = (state: State, c: CommandFields, events: EventBuffer): number => {
  state.auditSequence = c.sequence;
  state.auditHash.set(c.hash);
  events.auditAnchored(c);
  return c.sequence;
};

export const anchorAudit: CommandKind<AnchorAudit> = {
  code: 26,
  fields: { sequence: 'number', hash: 'hash' },
  owners: () => [],
  refuse,
  execute,
};
