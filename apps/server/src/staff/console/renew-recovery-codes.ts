import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';

export const consoleRecoveryCodes: Handler<typeof endpoints.consoleRecoveryCodes> = async (call) => {
  const { services, session, body } = call;
  return { recovery_codes: await services.staff.signIn.renewRecoveryCodes(session, body.code) };
};
