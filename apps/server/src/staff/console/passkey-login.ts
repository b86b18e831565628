import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';
import { enterConsole } from './console-cookie.ts';

export const consolePasskeyLogin: Handler<typeof endpoints.consolePasskeyLogin> = async (call) => {
  const { services, body, origin, device } = call;
  const { ticket, response } = body;
  return enterConsole(call, await services.staff.signIn.passkey(ticket, response, origin, device));
};
