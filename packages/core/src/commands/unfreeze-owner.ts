import type { EventBuffer } from '../codec/event-buffer.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import type { State } from '../state.ts';
import type { OwnerId } from '../vocabulary/terms.ts';
import type { CommandKind } from './command-kind.ts';
import { refuseUnlessClient } from './only-clients.ts';

export interface UnfreezeOwner {
  readonly kind: 'UnfreezeOwner';
  readonly owner: OwnerId;
}

const execute = (state: State, c: CommandFields, events: EventBuffer): number => {
  state.owners.frozen[state.owners.ensure(c.owner)] = 0;
  events.ownerUnfrozen(c);
  return c.owner;
};

export const unfreezeOwner: CommandKind<UnfreezeOwner> = {
  code: 9,
  fields: { owner: 'number' },
  owners: ({ owner }) => [owner],
  refuse: refuseUnlessClient,
  execute,
};
