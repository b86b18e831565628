import type { endpoints } from '@vitrine/contract';
import { ApiError } from '../api-error.ts';
import type { Handler } from '../handler.ts';

export const verifyCode: Handler<typeof endpoints.verifyCode> = async ({ services, body }) => {
  if (!(await services.access.registrations.checkCode(body.email, body.code))) throw new ApiError('code_mismatch');
  return { message: 'success' };
};
