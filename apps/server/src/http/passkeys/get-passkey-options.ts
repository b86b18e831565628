import type { endpoints } from '@vitrine/contract';
import { demandPassword } from '../demand-password.ts';
import type { Handler } from '../handler.ts';
import { demandCode } from '../totp/demand-code.ts';

export const getPasskeyOptions: Handler<typeof endpoints.passkeyOptions> = async (call) => {
  const { services, session, body, origin } = call;
  await demandPassword(call, body.password);
  // A passkey signs in without the authenticator: whoever adds one must not get round it.
  if (await services.access.authenticators.isEnrolled(session.userId)) await demandCode(call, body.code ?? '');
  return services.access.passkeys.offer(session.userId, session.email, origin);
};
