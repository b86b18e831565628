import type { endpoints } from '@vitrine/contract';
import { STAFF_COOKIE } from '../../http/staff-session.ts';
import type { Handler } from '../services.ts';

export const consoleLogout: Handler<typeof endpoints.consoleLogout> = async ({
  services,
  session,
  clearCookie,
  clearCache,
}) => {
  await services.staff.sessions.end(session.staffId, session.id);
  clearCookie(STAFF_COOKIE);
  clearCache();
  return { message: 'success' };
};
