import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';
import { demandFactor } from '../demand-factor.ts';
import { demandPassword } from '../demand-password.ts';

export const getPasskeyOptions: Handler<typeof endpoints.passkeyOptions> = async (call) => {
  const { services, session, body, origin } = call;
  await demandPassword(call, body.password);
  // Before a code is asked for: it would be used up for nothing.
  await services.access.passkeys.demandFree(session.userId);
  const confirmed = await demandFactor(call, body);
  const holder = { personId: session.userId, sessionId: session.id };
  return services.access.passkeys.offer(holder, { account: session.email, origin, confirmed });
};
