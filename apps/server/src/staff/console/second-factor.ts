import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';
import { enterConsole } from './console-cookie.ts';

export const consoleSecondFactor: Handler<typeof endpoints.consoleSecondFactor> = async (call) => {
  const { services, body, device } = call;
  return enterConsole(call, await services.staff.signIn.secondFactor(body.ticket, body.code, device));
};
