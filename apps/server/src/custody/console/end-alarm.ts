import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';

export const consoleEndAlarm: Handler<typeof endpoints.consoleEndAlarm> = async (call) => {
  const { services, session, body } = call;
  const { reason, ...about } = body;
  call.audit({ subject: `${about.txid} on ${about.network}`, reason });
  await services.unread.acknowledge(about, reason, session);
  return { message: 'success' };
};
