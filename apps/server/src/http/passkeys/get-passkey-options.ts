import type { endpoints } from '@vitrine/contract';
import { demandPassword } from '../demand-password.ts';
import type { Handler } from '../handler.ts';
import { demandCode } from '../totp/demand-code.ts';

export const getPasskeyOptions: Handler<typeof endpoints.passkeyOptions> = async (call) => {
  const { services, session, body, origin } = call;
  await demandPassword(call, body.password);
  // A passkey signs in without the authenticator: whoever adds one must not get round it.
  const withCode = await services.access.authenticators.isEnrolled(session.userId);
  if (withCode) await demandCode(call, body.code ?? '');
  const adder = { personId: session.userId, sessionId: session.id, withCode };
  return services.access.passkeys.offer(adder, session.email, origin);
};
