import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';
import { enterConsole } from './console-cookie.ts';

export const consoleEnrol: Handler<typeof endpoints.consoleEnrol> = async (call) => {
  const { services, body, device } = call;
  const { recoveryCodes, ...signedIn } = await services.staff.signIn.enrol(body.ticket, body.code, device);
  return { ...(await enterConsole(call, signedIn)), recovery_codes: recoveryCodes };
};
