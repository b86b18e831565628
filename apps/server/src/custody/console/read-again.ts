import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';

export const consoleReadAgain: Handler<typeof endpoints.consoleReadAgain> = async ({ services, body, audit }) => {
  audit({ subject: `${body.txid} on ${body.network}` });
  await services.unread.readAgain(body);
  return { message: 'success' };
};
