import { ACCOUNT_CHECK } from '../../../kit/attempt-limits.ts';
import type { Handler } from '../../services.ts';
import { askingDeviceOf, knownDeviceOf } from './signed-in.ts';

export const sendForgotPasswordCode: Handler<'sendForgotPasswordCode'> = async (call) => {
  const { services, body, device } = call;
  await services.access.limits.countFrom(device.ip, ACCOUNT_CHECK);
  await services.access.passwordResets.sendCode(body.email, askingDeviceOf(call));
  return { message: 'success' };
};

export const verifyForgotPasswordCode: Handler<'verifyForgotPasswordCode'> = async (call) => {
  const { services, body, device } = call;
  await services.access.limits.countFrom(device.ip, ACCOUNT_CHECK);
  const token = await services.access.passwordResets.redeemCode(body.email, body.code, knownDeviceOf(call));
  return { message: 'success', token };
};

export const resetPassword: Handler<'resetPassword'> = async (call) => {
  const { email, token, password } = call.body;
  await call.services.access.passwordResets.reset(email, token, password, knownDeviceOf(call));
  return { message: 'success' };
};
