import { restrictionReasonTexts } from '@vitrine/contract';
import type { Acceptance, AmendOrder, PlaceOco, PlaceOrder } from '@vitrine/core';
import { ApiError } from '../api-error.ts';
import { submit } from '../submit.ts';
import { mayTrade, type PasswordCall } from './trading-password.ts';

/**
 * Sends what needs the transaction password, and tells where it was accepted and which order it is about (of a pair, the
 * limit order). Undefined for a wrong password. A repetition gives what its first gave, whatever has become of the order
 * or of the session's right to trade since: nothing changes by it.
 */
export async function submitOrder(
  call: PasswordCall,
  command: PlaceOrder | PlaceOco | AmendOrder,
): Promise<Acceptance | undefined> {
  const { services, session } = call;
  const first = command.reference === undefined ? undefined : services.core.acceptanceOf(command);
  if (first !== undefined) {
    services.metrics.acknowledged('repeated', 0);
    return first;
  }
  refuseRestricted(call);
  const isKycRequired = services.exchangeSettings.current().kycRequirement === 'trade';
  if (isKycRequired && !services.kyc.isVerified(session.owner)) throw new ApiError('kyc_required');
  if (!(await mayTrade(call))) return undefined;
  // Again, as checking a password takes a while: nothing comes between this look and the command.
  refuseRestricted(call);
  const { repeated, events, position } = await submit(services, command);
  if (repeated !== undefined) return repeated;
  const event = events.find(({ kind }) => kind === 'OrderAccepted' || kind === 'OrderAmended');
  if (event?.kind !== 'OrderAccepted' && event?.kind !== 'OrderAmended')
    throw new Error(`an accepted ${command.kind} told of no order`);
  return { position, result: event.order };
}

/** Whom an operator has stopped from trading may cancel, but neither place nor change orders. Errors: account_restricted. */
function refuseRestricted({ services, session }: PasswordCall): void {
  const restriction = services.people.restrictions.onTrade(session.owner);
  if (restriction === undefined) return;
  const end = `${new Date(restriction.endsAtMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  throw new ApiError('account_restricted', { reason: restrictionReasonTexts[restriction.reason], end });
}
