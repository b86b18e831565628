import { ApiError } from '../../../kit/api-error.ts';
import { ACCOUNT_CHECK } from '../../../kit/attempt-limits.ts';
import type { Handler } from '../../services.ts';
import { OUTSIDE_COOKIE } from './outside-account.ts';
import { askingDeviceOf, knownDeviceOf } from './signed-in.ts';

export const checkUsername: Handler<'checkUsername'> = async ({ services, query, device }) => {
  await services.access.limits.countFrom(device.ip, ACCOUNT_CHECK);
  return { message: (await services.accounts.exists(query.username)) ? 'exist' : 'not_exist' };
};

export const checkMobile: Handler<'checkMobile'> = async ({ services, query, device }) => {
  await services.access.limits.countFrom(device.ip, ACCOUNT_CHECK);
  return { message: (await services.accounts.hasMobileNumber(query.username)) ? 'exist' : 'not_exist' };
};

export const sendCode: Handler<'sendCode'> = async (call) => {
  const { services, body, device } = call;
  await services.access.limits.countFrom(device.ip, ACCOUNT_CHECK);
  await services.access.registrations.sendCode(body.email, askingDeviceOf(call));
  return { message: 'success' };
};

export const verifyCode: Handler<'verifyCode'> = async (call) => {
  const { services, body, device } = call;
  const { limits, registrations } = services.access;
  await limits.countFrom(device.ip, ACCOUNT_CHECK);
  if (!(await registrations.checkCode(body.email, body.code, knownDeviceOf(call)))) {
    throw new ApiError('code_mismatch');
  }
  return { message: 'success' };
};

export const register: Handler<'register'> = (call) =>
  call.services.access.registrations.register(call.body, knownDeviceOf(call), call.cookie(OUTSIDE_COOKIE));
