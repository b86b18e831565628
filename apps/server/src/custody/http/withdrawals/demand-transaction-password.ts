import type { Session } from '../../../http/session.ts';
import { ApiError } from '../../../kit/api-error.ts';
import type { Device } from '../../../kit/device.ts';
import type { Services } from '../../services.ts';

interface SignedInCall {
  readonly services: Services;
  readonly session: Session;
  readonly device: Device;
}

/** Asks for it whatever the session has unlocked. Errors: wrong_transaction_password, transaction_password_missing, too_many_requests. */
export async function demandTransactionPassword({ services, session, device }: SignedInCall, password: string) {
  const verdict = await services.transactionPasswords.verify(session, password);
  if (verdict === 'right') return;
  if (verdict === 'not_set') throw new ApiError('transaction_password_missing');
  await services.securityEvents.record(session.owner, 'wrong_transaction_password', device);
  throw new ApiError('wrong_transaction_password');
}
