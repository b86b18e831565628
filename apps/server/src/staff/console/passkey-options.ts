import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';

export const consolePasskeyOptions: Handler<typeof endpoints.consolePasskeyOptions> = async ({
  services,
  session,
  body,
  origin,
}) => {
  await services.staff.signIn.confirm(session, body.code);
  return { options: { ...(await services.staff.passkeys.offer(session, origin)) } };
};
