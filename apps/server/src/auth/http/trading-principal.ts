import type { Session } from '../../http/session.ts';
import { ApiError } from '../../kit/api-error.ts';
import type { Device } from '../../kit/device.ts';
import type { Principal } from '../../kit/principal.ts';
import type { Services } from '../services.ts';

const UNLOCK_MS = 15 * 60_000;

/** A call that may bring the transaction password; `remember` unlocks its session for 15 minutes. */
interface PasswordCall {
  readonly services: Services;
  readonly session: Session;
  readonly body: {
    readonly transaction_password?: string;
    readonly remember?: boolean;
    readonly [otherField: string]: unknown;
  };
  readonly device: Device;
}

/** Who trades by a session: unlocked already, or by the transaction password that the call brings. */
export const tradingPrincipal = (call: PasswordCall): Principal => ({
  owner: call.session.owner,
  may: () => true,
  unlock: () => unlockTrading(call),
});

/** Errors: wrong_transaction_password, transaction_password_required, transaction_password_missing. */
async function unlockTrading({ services, session, body, device }: PasswordCall): Promise<void> {
  const password = body.transaction_password;
  if (password === undefined || password === '') {
    if (session.tradingUnlockedUntilMs > Date.now()) return;
    const { has_transaction_password } = await services.accounts.view(session);
    throw new ApiError(has_transaction_password ? 'transaction_password_required' : 'transaction_password_missing');
  }
  const unlock = session.beginUnlock();
  const verdict = await services.transactionPasswords.verify(session, password);
  if (verdict === 'not_set') throw new ApiError('transaction_password_missing');
  if (verdict === 'wrong') {
    await services.securityEvents.record(session.owner, 'wrong_transaction_password', device);
    throw new ApiError('wrong_transaction_password');
  }
  if (body.remember) unlock(Date.now() + UNLOCK_MS);
}

/** The specification answers a wrong transaction password with a message, not with an error. */
export function wrongPasswordMessage(error: unknown): { readonly message: 'wrong_transaction_password' } {
  if (error instanceof ApiError && error.code === 'wrong_transaction_password') return { message: error.code };
  throw error;
}
