import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';

export const getPasskeyConfirmation: Handler<typeof endpoints.passkeyConfirmation> = ({ services, session, origin }) =>
  services.access.passkeys.askToConfirm({ personId: session.userId, sessionId: session.id }, origin);
