import type { Session } from '../../../http/session.ts';
import { ApiError } from '../../../kit/api-error.ts';
import type { Device } from '../../../kit/device.ts';
import type { Services } from '../../services.ts';

const UNLOCK_MS = 15 * 60_000;

/** A call that asks for the transaction password. */
export interface PasswordCall {
  readonly services: Services;
  readonly session: Session;
  readonly body: { readonly transaction_password?: string; readonly remember?: boolean };
  readonly device: Device;
}

/**
 * Whether this order may be placed: its session is unlocked, or the transaction password sent along is right (then
 * `remember` unlocks the session for 15 minutes). False for a wrong one; throws where none is sent or none is set.
 */
export async function mayTrade(call: PasswordCall): Promise<boolean> {
  const { services, session, body } = call;
  const password = body.transaction_password;
  if (password === undefined || password === '') {
    if (session.tradingUnlockedUntilMs > Date.now()) return true;
    const { has_transaction_password } = await services.accounts.view(session);
    throw new ApiError(has_transaction_password ? 'transaction_password_required' : 'transaction_password_missing');
  }
  const unlock = session.beginUnlock();
  const verdict = await services.transactionPasswords.verify(session, password);
  if (verdict === 'not_set') throw new ApiError('transaction_password_missing');
  if (verdict === 'right' && body.remember) unlock(Date.now() + UNLOCK_MS);
  if (verdict === 'wrong') {
    await services.securityEvents.record(session.owner, 'wrong_transaction_password', call.device);
  }
  return verdict === 'right';
}
