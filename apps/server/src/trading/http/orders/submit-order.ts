import { restrictedError } from '../../../http/refusal-error.ts';
import { ApiError } from '../../../kit/api-error.ts';
import { type Accepted, type GuardedCommand, submitWithPassword } from './submit-with-password.ts';
import type { PasswordCall } from './trading-password.ts';

/** Sends what only those may do who may trade. Undefined for a wrong transaction password. */
export function submitOrder(call: PasswordCall, command: GuardedCommand): Promise<Accepted | undefined> {
  return submitWithPassword(call, command, () => refuseTrading(call));
}

/** Whom an operator has stopped from trading may cancel, but neither place nor change. Errors: account_restricted, kyc_required. */
export function refuseTrading({ services, session }: Pick<PasswordCall, 'services' | 'session'>): void {
  const isRestricted = services.restrictions.onTrade(session.owner) !== undefined;
  if (isRestricted) throw restrictedError(services, session.owner);
  const isKycRequired = services.exchangeSettings.current().kycRequirement === 'trade';
  if (isKycRequired && !services.kyc.isVerified(session.owner)) throw new ApiError('kyc_required');
}
