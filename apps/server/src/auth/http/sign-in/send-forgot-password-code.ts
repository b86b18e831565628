import type { endpoints } from '@vitrine/contract';
import { ACCOUNT_CHECK } from '../../../kit/attempt-limits.ts';
import { addressKey } from '../../../kit/rate-limiter.ts';
import type { Handler } from '../../services.ts';
import { askingDeviceOf } from './signed-in.ts';

export const sendForgotPasswordCode: Handler<typeof endpoints.sendForgotPasswordCode> = async (call) => {
  const { services, body, device } = call;
  await services.access.limits.count(ACCOUNT_CHECK, addressKey(device.ip));
  await services.access.passwordResets.sendCode(body.email, askingDeviceOf(call));
  return { message: 'success' };
};
