import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../handler.ts';

export const resetPassword: Handler<typeof endpoints.resetPassword> = async ({ services, body, device }) => {
  const { email, token, password } = body;
  await services.access.passwordResets.reset(email, token, password, device);
  return { message: 'success' };
};
