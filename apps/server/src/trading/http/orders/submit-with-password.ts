import type {
  Acceptance,
  AmendOrder,
  Convert,
  CoreEvent,
  HoldUnits,
  PlaceOco,
  PlaceOrder,
  Transfer,
} from '@vitrine/core';
import { submit } from '../../../http/submit.ts';
import { mayTrade, type PasswordCall } from './trading-password.ts';

/** Where a command was accepted and what it gave. The events of one that repeats an earlier one are not at hand. */
export interface Accepted extends Acceptance {
  readonly events?: readonly CoreEvent[];
}

/** What the transaction password, or the session's 15-minute unlock, stands before. */
export type GuardedCommand = PlaceOrder | PlaceOco | AmendOrder | Transfer | HoldUnits | Convert;

/**
 * Sends what needs the transaction password, and returns where it was accepted and its result. Undefined for a wrong
 * password. A repetition gives what its first gave, whatever has become since of what it was about or of the session's
 * rights: nothing changes by it. `refuse` throws where the client may not do this.
 */
export async function submitWithPassword(
  call: PasswordCall,
  command: GuardedCommand,
  refuse: () => void = () => {},
): Promise<Accepted | undefined> {
  const { services } = call;
  const first = command.reference === undefined ? undefined : services.core.acceptanceOf(command);
  if (first !== undefined) {
    services.metrics.acknowledged('repeated', 0);
    return first;
  }
  refuse();
  if (!(await mayTrade(call))) return undefined;
  return submitAllowed(call, command, refuse);
}

/** The same once `mayTrade` has said yes. `refuse` looks again, as checking a password takes a while. */
export async function submitAllowed(
  { services }: Pick<PasswordCall, 'services'>,
  command: GuardedCommand,
  refuse: () => void,
): Promise<Accepted> {
  refuse();
  const { repeated, events, position } = await submit(services, command);
  return repeated ?? { position, result: resultOf(events), events };
}

/** What the core gave it: the order it is about (of a pair the limit order, of a conversion the first), or the hold. */
function resultOf(events: readonly CoreEvent[]): number {
  for (const event of events) {
    if (event.kind === 'OrderAccepted' || event.kind === 'OrderAmended') return event.order;
    if (event.kind === 'HoldPending') return event.hold;
  }
  return 0;
}
