import type { EventBuffer } from '../codec/event-buffer.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import type { State } from '../state.ts';
import { refusalCode } from '../vocabulary/refusals.ts';
import { FIRST_RULES_VERSION, RULES_VERSION } from '../vocabulary/rules.ts';
import type { CommandKind } from './command-kind.ts';

/**
 * Activates a rules version, which must not be older than the current one, for all following commands. A node that does
 * not know the version stops.
 */
export interface ActivateRules {
  readonly kind: 'ActivateRules';
  readonly version: number;
}

/** [D4]: refuses unknown versions, and versions older than the current one. */
const refuse = (state: State, c: CommandFields): number => {
  if (c.version < FIRST_RULES_VERSION || c.version > RULES_VERSION) return refusalCode.unknown_rules;
  return c.version < state.rulesVersion ? refusalCode.malformed : refusalCode.none;
};

const execute = (state: State, c: CommandFields, events: EventBuffer): number => {
  state.setRules(c.version);
  events.rulesActivated(c);
  return c.version;
};

export const activateRules: CommandKind<ActivateRules> = {
  code: 21,
  fields: { version: 'number' },
  owners: () => [],
  refuse,
  execute,
};
