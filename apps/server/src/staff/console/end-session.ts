import type { endpoints } from '@vitrine/contract';
import { ApiError } from '../../kit/api-error.ts';
import type { Handler } from '../services.ts';

export const consoleEndSession: Handler<typeof endpoints.consoleEndSession> = async ({ services, session, body }) => {
  if (!(await services.staff.sessions.end(session.staffId, body.id))) throw new ApiError('not_found');
  return { message: 'success' };
};
