import type {
  Acceptance,
  AmendOrder,
  Convert,
  CoreEvent,
  HoldUnits,
  OwnerId,
  PlaceOco,
  PlaceOrder,
  Transfer,
} from '@vitrine/core';
import { restrictedError } from '../http/refusal-error.ts';
import { submit } from '../http/submit.ts';
import { ApiError } from '../kit/api-error.ts';
import { demandRight, type Principal } from '../kit/principal.ts';
import type { Services } from './services.ts';

/** Where a command was accepted and what it gave. The events of one that repeats an earlier one are not at hand. */
export interface Accepted extends Acceptance {
  readonly events?: readonly CoreEvent[];
}

/** What a principal must have unlocked. */
export type GuardedCommand = PlaceOrder | PlaceOco | AmendOrder | Transfer | HoldUnits | Convert;

/** Sends what only those may do who may trade. */
export const submitOrder = (services: Services, principal: Principal, command: GuardedCommand): Promise<Accepted> =>
  submitUnlocked(services, principal, command, () => refuseTrading(services, principal.owner));

/** Whom an operator has stopped from trading may cancel, but neither place nor change. Errors: account_restricted, kyc_required. */
export function refuseTrading(services: Services, owner: OwnerId): void {
  const isRestricted = services.restrictions.onTrade(owner) !== undefined;
  if (isRestricted) throw restrictedError(services, owner);
  const isKycRequired = services.exchangeSettings.current().kycRequirement === 'trade';
  if (isKycRequired && !services.kyc.isVerified(owner)) throw new ApiError('kyc_required');
}

/**
 * Sends what its principal must have unlocked, and returns where it was accepted and its result. A repetition gives what
 * its first gave, whatever has become since of what it was about or of what is unlocked: nothing changes by it.
 * `refuse` throws where the client may not do this.
 */
export async function submitUnlocked(
  services: Services,
  principal: Principal,
  command: GuardedCommand,
  refuse: () => void = () => {},
): Promise<Accepted> {
  demandRight(principal, 'trade');
  const first = command.reference === undefined ? undefined : services.core.acceptanceOf(command);
  if (first !== undefined) {
    services.metrics.acknowledged('repeated', 0);
    return first;
  }
  refuse();
  await principal.unlock();
  return submitAllowed(services, command, refuse);
}

/** The same for a principal that has unlocked. `refuse` looks again, as comparing a password takes a while. */
export async function submitAllowed(
  services: Services,
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
