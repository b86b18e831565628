import type { endpoints } from '@vitrine/contract';
import { demandPassword } from '../demand-password.ts';
import type { Handler } from '../handler.ts';

export const removePasskey: Handler<typeof endpoints.removePasskey> = async (call) => {
  const { services, session, body, device } = call;
  await demandPassword(call, body.password);
  await services.access.passkeys.remove(session.userId, body.id);
  await services.access.changes.tell(session, device, { kind: 'passkey_removed', holds: true });
  return { message: 'success' };
};
