import type { Session, SessionPrincipal } from '../../http/session.ts';
import { ApiError } from '../../kit/api-error.ts';
import type { Device } from '../../kit/device.ts';
import type { Services } from '../services.ts';

const UNLOCK_MS = 15 * 60_000;

/**
 * A call that may include the transaction password. In a trading call, `remember` unlocks the session for 15 minutes.
 */
interface PasswordCall {
  readonly services: Services;
  readonly session: Session;
  readonly body: {
    readonly transaction_password?: string;
    readonly remember?: boolean;
    readonly [otherField: string]: unknown;
  };
  readonly device: Device;
  readonly origin: string;
}

/** For trading: requires that the session is unlocked, or that the call includes the transaction password. */
export const tradingPrincipal = (call: PasswordCall): SessionPrincipal => principalOf(call, () => unlockTrading(call));

/** For withdrawals, and changes of withdrawal addresses: always requires the transaction password. */
export const withdrawingPrincipal = (call: PasswordCall): SessionPrincipal =>
  principalOf(call, () => comparePassword(call, call.body.transaction_password ?? ''));

const principalOf = (
  { session, device, origin }: PasswordCall,
  unlock: SessionPrincipal['unlock'],
): SessionPrincipal => ({ owner: session.owner, may: () => true, unlock, session, device, origin });

/**
 * Throws unless the session is unlocked or the call includes the correct password. Errors: those of comparePassword,
 * transaction_password_required.
 */
async function unlockTrading(call: PasswordCall): Promise<void> {
  const { services, session, body } = call;
  const password = body.transaction_password;
  if (password === undefined || password === '') {
    if (session.tradingUnlockedUntilMs > Date.now()) return;
    const { has_transaction_password } = await services.accounts.view(session);
    throw new ApiError(has_transaction_password ? 'transaction_password_required' : 'transaction_password_missing');
  }
  const unlock = session.beginUnlock();
  await comparePassword(call, password);
  if (body.remember) unlock(Date.now() + UNLOCK_MS);
}

/**
 * Throws unless the transaction password is correct. Errors: wrong_transaction_password, transaction_password_missing,
 * busy, too_many_requests.
 */
async function comparePassword({ services, session, device }: PasswordCall, password: string): Promise<void> {
  const verdict = await services.transactionPasswords.verify(session, password);
  if (verdict === 'right') return;
  if (verdict === 'not_set') throw new ApiError('transaction_password_missing');
  await services.securityEvents.record(session.owner, 'wrong_transaction_password', device);
  throw new ApiError('wrong_transaction_password');
}

/** The message that the specification requires, in place of an error, if the transaction password is wrong. */
export function wrongPasswordMessage(error: unknown): { readonly message: 'wrong_transaction_password' } {
  if (error instanceof ApiError && error.code === 'wrong_transaction_password') return { message: error.code };
  throw error;
}
