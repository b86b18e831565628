import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../handler.ts';
import { enterConsole } from './console-cookie.ts';

export const consoleEnrol: Handler<typeof endpoints.consoleEnrol> = async (call) => {
  const { services, body, ip, userAgent } = call;
  const { recoveryCodes, ...signedIn } = await services.staff.signIn.enrol(body.ticket, body.code, { ip, userAgent });
  return { ...(await enterConsole(call, signedIn)), recovery_codes: recoveryCodes };
};
