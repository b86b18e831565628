import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';
import { knownDeviceOf } from '../sign-in/signed-in.ts';

export const updatePassword: Handler<typeof endpoints.updatePassword> = async (call) => {
  const { services, session, body } = call;
  const { oldLoginPassword: oldPassword, password, verification_code: code } = body;
  const form = { oldPassword, password, code };
  return { message: await services.security.accountPassword.change(session, form, knownDeviceOf(call)) };
};
