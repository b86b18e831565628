import { restrictionReasonTexts } from '@vitrine/contract';
import type { Acceptance } from '@vitrine/core';
import { ApiError } from '../api-error.ts';
import { type GuardedCommand, submitWithPassword } from './submit-with-password.ts';
import type { PasswordCall } from './trading-password.ts';

/** Sends what only those may do who may trade. Undefined for a wrong transaction password. */
export function submitOrder(call: PasswordCall, command: GuardedCommand): Promise<Acceptance | undefined> {
  return submitWithPassword(call, command, () => refuseTrading(call));
}

/** Whom an operator has stopped from trading may cancel, but neither place nor change. Errors: account_restricted, kyc_required. */
export function refuseTrading({ services, session }: Pick<PasswordCall, 'services' | 'session'>): void {
  const restriction = services.people.restrictions.onTrade(session.owner);
  if (restriction !== undefined) {
    const end = `${new Date(restriction.endsAtMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
    throw new ApiError('account_restricted', { reason: restrictionReasonTexts[restriction.reason], end });
  }
  const isKycRequired = services.exchangeSettings.current().kycRequirement === 'trade';
  if (isKycRequired && !services.kyc.isVerified(session.owner)) throw new ApiError('kyc_required');
}
