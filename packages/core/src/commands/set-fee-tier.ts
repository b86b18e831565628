import type { EventBuffer } from '../codec/event-buffer.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import { MAX_OWNER } from '../ledger/ledger.ts';
import type { State } from '../state.ts';
import { refusalCode } from '../vocabulary/refusals.ts';
import { MAX_TIER } from '../vocabulary/rules.ts';
import type { OwnerId } from '../vocabulary/terms.ts';
import type { CommandKind } from './command-kind.ts';

export interface SetFeeTier {
  readonly kind: 'SetFeeTier';
  readonly owner: OwnerId;
  readonly tier: number;
}

/** Refuses, among other things, a tier without a fee schedule, in which clients would trade without fees. */
const refuse = (state: State, c: CommandFields): number => {
  if (c.owner < 1 || c.owner > MAX_OWNER || c.tier > MAX_TIER) return refusalCode.malformed;
  return c.tier !== 0 && state.tierIsSet[c.tier] === 0 ? refusalCode.malformed : refusalCode.none;
};

const execute = (state: State, c: CommandFields, events: EventBuffer): number => {
  state.owners.tier[state.owners.ensure(c.owner)] = c.tier;
  events.feeTierSet(c);
  return c.owner;
};

export const setFeeTier: CommandKind<SetFeeTier> = {
  code: 7,
  fields: { owner: 'number', tier: 'number' },
  owners: ({ owner }) => [owner],
  refuse,
  execute,
};
