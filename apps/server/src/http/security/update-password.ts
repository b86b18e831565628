import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../handler.ts';

export const updatePassword: Handler<typeof endpoints.updatePassword> = async ({ services, session, body, device }) => {
  const { oldLoginPassword: oldPassword, password, verification_code: code } = body;
  const form = { oldPassword, password, code };
  return { message: await services.security.accountPassword.change(session, form, device) };
};
