import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../handler.ts';

export const getCodeForPassword: Handler<typeof endpoints.getCodeForPassword> = async ({
  services,
  session,
  ip,
  userAgent,
}) => {
  await services.security.accountPassword.sendCode(session, { ip, userAgent });
  return { message: 'success' };
};
