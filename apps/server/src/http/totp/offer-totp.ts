import type { endpoints } from '@vitrine/contract';
import { demandPassword } from '../demand-password.ts';
import type { Handler } from '../handler.ts';

export const offerTotp: Handler<typeof endpoints.totpOffer> = async (call) => {
  await demandPassword(call, call.body.password);
  const { uri, key } = await call.services.access.authenticators.offer(call.session.userId, call.session.email);
  return { uri, key };
};
