import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';

export const getPasskeyChallenge: Handler<typeof endpoints.passkeyChallenge> = ({ services, origin }) =>
  services.access.passkeys.ask(origin);
