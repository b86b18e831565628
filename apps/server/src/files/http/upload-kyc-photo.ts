import type { endpoints } from '@vitrine/contract';
import { clientSender } from '../uploads.ts';
import type { Handler } from '../../http/handler.ts';

export const uploadKycPhoto: Handler<typeof endpoints.uploadKycPhoto> = async ({ services, session, body, gone }) => ({
  upload_id: await services.uploads.store(clientSender(session.owner), { purpose: 'kyc_photo', bytes: body, gone }),
});
