import type { TimeMs } from '@vitrine/money';
import type { EventBuffer } from '../codec/event-buffer.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import type { State } from '../state.ts';
import type { OwnerId } from '../vocabulary/terms.ts';
import type { CommandKind } from './command-kind.ts';
import { refuseUnlessClient } from './only-clients.ts';

/**
 * Bars a client from trading and from withdrawing, each until the given time (in ms, exclusive). A restriction ends at
 * its time, without another command. Zero or a past time imposes no restriction. Replaces earlier restrictions.
 */
export interface SetRestrictions {
  readonly kind: 'SetRestrictions';
  readonly owner: OwnerId;
  /** The time until which orders, OCO pairs, amendments and conversions are not allowed. */
  readonly tradeUntil: TimeMs;
  readonly withdrawUntil: TimeMs;
}

/** [L12]: replaces both restrictions of the client. */
const execute = (state: State, c: CommandFields, events: EventBuffer): number => {
  const slot = state.owners.ensure(c.owner);
  state.owners.tradeUntil[slot] = c.tradeUntil;
  state.owners.withdrawUntil[slot] = c.withdrawUntil;
  events.restrictionsSet(c);
  return c.owner;
};

export const setRestrictions: CommandKind<SetRestrictions> = {
  code: 25,
  fields: { owner: 'number', tradeUntil: 'number', withdrawUntil: 'number' },
  owners: () => [],
  refuse: refuseUnlessClient,
  execute,
};
