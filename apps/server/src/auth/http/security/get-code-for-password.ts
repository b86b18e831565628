import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';

export const getCodeForPassword: Handler<typeof endpoints.getCodeForPassword> = async ({
  services,
  session,
  device,
}) => {
  await services.security.accountPassword.sendCode(session, device);
  return { message: 'success' };
};
