import type { endpoints } from '@vitrine/contract';
import { ApiError } from '../api-error.ts';
import type { Handler } from '../handler.ts';

export const endSession: Handler<typeof endpoints.endSession> = async ({ services, session, body, ip, userAgent }) => {
  const isEnded = await services.security.devices.end(session, body.session_id, { ip, userAgent });
  if (!isEnded) throw new ApiError('unknown_session');
  return { message: 'success' };
};
