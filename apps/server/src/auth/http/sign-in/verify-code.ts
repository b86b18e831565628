import type { endpoints } from '@vitrine/contract';
import { ApiError } from '../../../kit/api-error.ts';
import { ACCOUNT_CHECK } from '../../../kit/attempt-limits.ts';
import { addressKey } from '../../../kit/rate-limiter.ts';
import type { Handler } from '../../services.ts';
import { knownDeviceOf } from './signed-in.ts';

export const verifyCode: Handler<typeof endpoints.verifyCode> = async (call) => {
  const { services, body, device } = call;
  const { limits, registrations } = services.access;
  await limits.count(ACCOUNT_CHECK, addressKey(device.ip));
  if (!(await registrations.checkCode(body.email, body.code, knownDeviceOf(call)))) {
    throw new ApiError('code_mismatch');
  }
  return { message: 'success' };
};
