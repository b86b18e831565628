import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';
import { deviceOf, signedIn } from './signed-in.ts';

export const secondFactor: Handler<typeof endpoints.secondFactor> = async (call) => {
  const { challenge, code } = call.body;
  return signedIn(call, await call.services.access.signIns.withSecondFactor(challenge, code, deviceOf(call)));
};
