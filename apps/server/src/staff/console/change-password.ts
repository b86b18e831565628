import type { endpoints } from '@vitrine/contract';
import { ApiError } from '../../kit/api-error.ts';
import type { Handler } from '../services.ts';

export const consoleChangePassword: Handler<typeof endpoints.consoleChangePassword> = async (call) => {
  const { services, session, body } = call;
  if (body.new_password !== body.new_password_confirmation) throw new ApiError('password_mismatch');
  await services.staff.signIn.changePassword(session, body.password, body.new_password, body.code);
  return { message: 'success' };
};
