import type { endpoints } from '@vitrine/contract';
import { passkeyRemovalCodeLetter } from '../../../notifications/mail/letters.ts';
import type { Handler } from '../../services.ts';

export const sendPasskeyRemovalCode: Handler<typeof endpoints.sendPasskeyRemovalCode> = async (call) => {
  const { services, session, device } = call;
  await services.security.codes.mail(session, 'passkey_removal', passkeyRemovalCodeLetter, device);
  return { message: 'success' };
};
