import type { Handler } from '../../services.ts';
import { knownDeviceOf } from '../sign-in/signed-in.ts';

export const sendPasswordCode: Handler<'sendPasswordCode'> = async ({ services, session, device }) => {
  await services.security.accountPassword.sendCode(session, device);
  return { message: 'success' };
};

export const updatePassword: Handler<'updatePassword'> = async (call) => {
  const { services, session, body } = call;
  const { oldLoginPassword: oldPassword, password, verification_code: code } = body;
  const form = { oldPassword, password, code };
  return { message: await services.security.accountPassword.change(session, form, knownDeviceOf(call)) };
};

export const updateTransactionPassword: Handler<'updateTransactionPassword'> = async ({
  services,
  session,
  body,
  device,
}) => {
  const { oldTransactionPassword, transactionPassword } = body;
  const { transactionPassword: passwords } = services.security;
  return { message: await passwords.change(session, oldTransactionPassword, transactionPassword, device) };
};

export const sendTransactionPasswordCode: Handler<'sendTransactionPasswordCode'> = async ({
  services,
  session,
  device,
}) => {
  await services.security.transactionPassword.sendCode(session, device);
  return { message: 'success' };
};

export const resetTransactionPassword: Handler<'resetTransactionPassword'> = async ({
  services,
  session,
  body,
  device,
}) => {
  const { password: accountPassword, transactionPassword: password, verification_code: code } = body;
  const form = { accountPassword, password, code };
  return { message: await services.security.transactionPassword.reset(session, form, device) };
};
