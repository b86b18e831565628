import type { endpoints } from '@vitrine/contract';
import { passkeyRemovalCodeLetter } from '../../notices/mail/letters.ts';
import type { Handler } from '../handler.ts';

export const sendPasskeyRemovalCode: Handler<typeof endpoints.sendPasskeyRemovalCode> = async (call) => {
  const { services, session, device } = call;
  await services.security.codes.mail(session, 'passkey_removal', passkeyRemovalCodeLetter, device);
  return { message: 'success' };
};
