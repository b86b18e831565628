import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../handler.ts';

export const consoleRecoveryCodes: Handler<typeof endpoints.consoleRecoveryCodes> = async (call) => {
  const { services, session, body } = call;
  await services.staff.signIn.confirm(session, body.code);
  return { recovery_codes: await services.staff.recoveryCodes.renew(session.staffId) };
};
