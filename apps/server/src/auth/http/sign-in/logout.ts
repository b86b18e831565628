import type { endpoints } from '@vitrine/contract';
import { SESSION_COOKIE } from '../../auth.ts';
import type { Handler } from '../../services.ts';

export const logout: Handler<typeof endpoints.logout> = async ({
  services,
  session,
  device,
  clearCookie,
  clearCache,
}) => {
  await services.accounts.logout(session);
  await services.securityEvents.record(session.owner, 'signed_out', device);
  clearCookie(SESSION_COOKIE);
  clearCache();
  return { message: 'success' };
};
