import type { endpoints } from '@vitrine/contract';
import { demandPassword } from '../demand-password.ts';
import type { Handler } from '../handler.ts';

export const getPasskeyOptions: Handler<typeof endpoints.passkeyOptions> = async (call) => {
  const { services, session, body, origin } = call;
  await demandPassword(call, body.password);
  return services.access.passkeys.offer(session.userId, session.email, origin);
};
