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
 * Throws unless the code is a correct authenticator code or recovery code. A recovery code puts withdrawals on hold.
 * Errors: authenticator_missing, code_mismatch, busy, too_many_requests.
 */
export async function demandCode({ services, session, device }: SignedInCall, code: string): Promise<void> {
  const { authenticators } = services.access;
  if (!(await authenticators.isEnrolled(session.userId))) throw new ApiError('authenticator_missing');
  if ((await authenticators.check({ personId: session.userId, owner: session.owner }, code, device)) !== 'wrong')
    return;
  await services.securityEvents.record(session.owner, 'wrong_code', device, { purpose: 'second_factor' });
  throw new ApiError('code_mismatch');
}
