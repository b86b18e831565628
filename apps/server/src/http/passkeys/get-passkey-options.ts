import type { endpoints } from '@vitrine/contract';
import { demandFactor } from '../demand-factor.ts';
import { demandPassword } from '../demand-password.ts';
import type { Handler } from '../handler.ts';

export const getPasskeyOptions: Handler<typeof endpoints.passkeyOptions> = async (call) => {
  const { services, session, body, origin } = call;
  await demandPassword(call, body.password);
  const confirmed = await demandFactor(call, body);
  const holder = { personId: session.userId, sessionId: session.id };
  return services.access.passkeys.offer(holder, { account: session.email, origin, confirmed });
};
