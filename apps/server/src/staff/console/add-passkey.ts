import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';

export const consoleAddPasskey: Handler<typeof endpoints.consoleAddPasskey> = async (call) => {
  const { services, session, body, origin } = call;
  await services.staff.passkeys.add(session, body.name, body.response, origin);
  return { message: 'success' };
};
