import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';
import { rememberOutsideAccount, takeOutsideAccount } from './outside-account.ts';
import { deviceOf, signInAnswer } from './signed-in.ts';

export const login: Handler<typeof endpoints.login> = async (call) => {
  const { services, body } = call;
  const { username, password } = body;
  const connect = await takeOutsideAccount(call, body.connect);
  const outcome = await services.access.signIns
    .withPassword({ email: username }, password, deviceOf(call), connect)
    .catch(async (error: unknown) => {
      // A wrong password does not cost what the browser has shown.
      if (connect !== undefined) await rememberOutsideAccount(call, connect);
      throw error;
    });
  return signInAnswer(call, outcome);
};
