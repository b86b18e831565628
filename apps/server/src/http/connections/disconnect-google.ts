import type { endpoints } from '@vitrine/contract';
import { demandPassword } from '../demand-password.ts';
import type { Handler } from '../handler.ts';

export const disconnectGoogle: Handler<typeof endpoints.disconnectGoogle> = async (call) => {
  const { services, session, body, device } = call;
  await demandPassword(call, body.password);
  await services.access.connections.remove(session.userId, 'google');
  await services.access.changes.tell(session, device, { kind: 'google_disconnected' });
  return { message: 'success' };
};
