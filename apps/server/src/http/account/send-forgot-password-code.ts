import type { endpoints } from '@vitrine/contract';
import { ACCOUNT_CHECK } from '../../identity/attempt-limits.ts';
import type { Handler } from '../handler.ts';
import { addressKey } from '../rate-limiter.ts';
import { deviceOf, knownDeviceOf } from './signed-in.ts';

export const sendForgotPasswordCode: Handler<typeof endpoints.sendForgotPasswordCode> = async (call) => {
  const { services, body, device } = call;
  await services.access.limits.count(ACCOUNT_CHECK, addressKey(device.ip));
  // Programs, which send no cookie back, get no name that the code would be bound to.
  const asking = call.isFromPage && !call.isRead ? deviceOf(call) : knownDeviceOf(call);
  await services.access.passwordResets.sendCode(body.email, asking);
  return { message: 'success' };
};
