import type { endpoints } from '@vitrine/contract';
import { ApiError } from '../../../kit/api-error.ts';
import type { Handler } from '../../services.ts';
import { deviceOf, signedIn } from './signed-in.ts';

export const passkeyLogin: Handler<typeof endpoints.passkeyLogin> = async (call) => {
  const { services, body, origin } = call;
  const { passkeys, signIns } = services.access;
  const person = await passkeys.verify(origin, body.token, body.response);
  const outcome = await signIns.admit(person, 'passkey', deviceOf(call));
  if (outcome.kind !== 'signed_in') throw new ApiError('login_failed');
  return signedIn(call, outcome);
};
