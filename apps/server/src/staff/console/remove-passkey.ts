import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';

export const consoleRemovePasskey: Handler<typeof endpoints.consoleRemovePasskey> = async (call) => {
  const { services, session, body } = call;
  await services.staff.signIn.confirm(session, body.code);
  await services.staff.passkeys.remove(session, body.id);
  return { message: 'success' };
};
