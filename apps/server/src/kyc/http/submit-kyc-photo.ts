import type { Handler } from '../services.ts';
import { kindOf } from './kyc-words.ts';

export const submitKycPhoto: Handler<'submitKycPhoto'> = async ({ services, session, body, device }) => {
  const { id_type, id_number, img_type, image } = body;
  const document = { type: id_type, number: id_number };
  await services.kyc.submit(session.owner, { document, kind: kindOf(img_type), image }, device);
  return { message: 'success' };
};
