import type { endpoints } from '@vitrine/contract';
import { ACCOUNT_CHECK } from '../../../kit/attempt-limits.ts';
import { addressKey } from '../../../kit/rate-limiter.ts';
import type { Handler } from '../../services.ts';
import { askingDeviceOf } from './signed-in.ts';

export const sendCode: Handler<typeof endpoints.sendCode> = async (call) => {
  const { services, body, device } = call;
  await services.access.limits.count(ACCOUNT_CHECK, addressKey(device.ip));
  await services.access.registrations.sendCode(body.email, askingDeviceOf(call));
  return { message: 'success' };
};
