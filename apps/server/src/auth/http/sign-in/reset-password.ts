import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';
import { knownDeviceOf } from './signed-in.ts';

export const resetPassword: Handler<typeof endpoints.resetPassword> = async (call) => {
  const { email, token, password } = call.body;
  await call.services.access.passwordResets.reset(email, token, password, knownDeviceOf(call));
  return { message: 'success' };
};
