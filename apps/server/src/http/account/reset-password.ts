import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../handler.ts';

export const resetPassword: Handler<typeof endpoints.resetPassword> = async ({ services, body, ip, userAgent }) => {
  const { email, token, password } = body;
  await services.access.passwordResets.reset(email, token, password, { ip, userAgent });
  return { message: 'success' };
};
