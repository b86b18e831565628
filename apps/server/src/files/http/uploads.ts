import type { endpoints } from '@vitrine/contract';
import { clientSender } from '../../kit/sender.ts';
import type { Handler } from '../services.ts';

export const uploadAttachment: Handler<typeof endpoints.uploadAttachment> = async ({
  services,
  session,
  body,
  gone,
}) => ({
  upload_id: await services.uploads.store(clientSender(session.owner), { purpose: 'attachment', bytes: body, gone }),
});

export const uploadKycPhoto: Handler<typeof endpoints.uploadKycPhoto> = async ({ services, session, body, gone }) => ({
  upload_id: await services.uploads.store(clientSender(session.owner), { purpose: 'kyc_photo', bytes: body, gone }),
});
