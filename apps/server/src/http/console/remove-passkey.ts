import type { endpoints } from '@vitrine/contract';
import { ApiError } from '../api-error.ts';
import type { Handler } from '../handler.ts';

export const consoleRemovePasskey: Handler<typeof endpoints.consoleRemovePasskey> = async (call) => {
  const { services, session, body } = call;
  if (!(await services.staff.passkeys.remove(session.staffId, body.id))) throw new ApiError('not_found');
  return { message: 'success' };
};
