import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';
import { demandFactor } from '../demand-factor.ts';
import { demandPassword } from '../demand-password.ts';

export const offerTotp: Handler<typeof endpoints.totpOffer> = async (call) => {
  await demandPassword(call, call.body.password);
  const { session, services } = call;
  const { authenticators } = services.access;
  // Before a code is asked for: a recovery code would be used up for nothing.
  await authenticators.demandFree(session.userId);
  const confirmed = await demandFactor(call, call.body);
  const { uri, key } = await authenticators.offer(session.userId, { account: session.email, confirmed });
  return { uri, key };
};
