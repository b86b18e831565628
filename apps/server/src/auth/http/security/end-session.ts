import type { endpoints } from '@vitrine/contract';
import { ApiError } from '../../../kit/api-error.ts';
import type { Handler } from '../../services.ts';

export const endSession: Handler<typeof endpoints.endSession> = async ({ services, session, body, device }) => {
  const isEnded = await services.security.devices.end(session, body.session_id, device);
  if (!isEnded) throw new ApiError('unknown_session');
  return { message: 'success' };
};
