import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../handler.ts';

export const addPasskey: Handler<typeof endpoints.addPasskey> = async (call) => {
  const { services, session, body, origin, device } = call;
  const name = body.name.trim();
  const adder = { personId: session.userId, sessionId: session.id };
  await services.access.passkeys.add(adder, origin, { ...body, name });
  await services.access.changes.tell(session, device, { kind: 'passkey_added', details: { name } });
  return { message: 'success' };
};
