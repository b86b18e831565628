import type { Session } from '../../http/session.ts';
import { ApiError } from '../../kit/api-error.ts';
import type { Device } from '../../kit/device.ts';
import type { Services } from '../services.ts';

interface SignedInCall {
  readonly services: Services;
  readonly session: Session;
  readonly device: Device;
}

/**
 * Requires the account password before a sign-in method is changed. Errors: wrong_password, busy, too_many_requests.
 */
export async function demandPassword({ services, session, device }: SignedInCall, password: string) {
  const isRight = await services.security.accountPassword.verify(session, password, device);
  if (!isRight) throw new ApiError('wrong_password');
}
