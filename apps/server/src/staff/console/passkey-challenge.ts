import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';

export const consolePasskeyChallenge: Handler<typeof endpoints.consolePasskeyChallenge> = async ({
  services,
  body,
  origin,
}) => ({ options: { ...(await services.staff.signIn.passkeyChallenge(body.ticket, origin)) } });
