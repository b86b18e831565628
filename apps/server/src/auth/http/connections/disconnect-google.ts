import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';
import { demandPassword } from '../demand-password.ts';

export const disconnectGoogle: Handler<typeof endpoints.disconnectGoogle> = async (call) => {
  const { services, session, body, device } = call;
  await demandPassword(call, body.password);
  const { connections, changes } = services.access;
  await changes.change(session, device, { kind: 'google_disconnected' }, (transaction) =>
    connections.remove(transaction, session.userId, { provider: 'google' }),
  );
  return { message: 'success' };
};
