import type { EventBuffer } from '../codec/event-buffer.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import { endOpenOrder } from '../spot/open-order.ts';
import { startSweep } from '../spot/sweeps.ts';
import type { State } from '../state.ts';
import { END_FROZEN } from '../vocabulary/codes.ts';
import type { OwnerId } from '../vocabulary/terms.ts';
import type { CommandKind } from './command-kind.ts';
import { refuseUnlessClient } from './only-clients.ts';

export interface FreezeOwner {
  readonly kind: 'FreezeOwner';
  readonly owner: OwnerId;
}

/** [L9]: a freeze ends the owner's open orders. An order that is still trading as taker is ended first. */
const execute = (state: State, c: CommandFields, events: EventBuffer): number => {
  state.owners.frozen[state.owners.ensure(c.owner)] = 1;
  events.ownerFrozen(c);
  for (const market of state.unfinished) {
    const slot = market.continuing - 1;
    if (slot >= 0 && state.seats.owner[state.orders.seat[slot]] === c.owner)
      endOpenOrder(state, market, slot, END_FROZEN, events);
  }
  startSweep(state, c.owner, 0, END_FROZEN, events);
  return c.owner;
};

export const freezeOwner: CommandKind<FreezeOwner> = {
  code: 8,
  fields: { owner: 'number' },
  owners: ({ owner }) => [owner],
  refuse: refuseUnlessClient,
  execute,
};
