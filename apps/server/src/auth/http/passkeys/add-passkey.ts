import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';

export const addPasskey: Handler<typeof endpoints.addPasskey> = async (call) => {
  const { services, session, body, origin, device } = call;
  const name = body.name.trim();
  const adder = { personId: session.userId, sessionId: session.id };
  const { passkeys, changes } = services.access;
  const made = await passkeys.made(adder, origin, { ...body, name });
  await changes.change(session, device, { kind: 'passkey_added', details: { name } }, (transaction) =>
    passkeys.add(transaction, session.userId, made),
  );
  return { message: 'success' };
};
