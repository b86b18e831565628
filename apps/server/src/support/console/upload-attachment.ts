import type { endpoints } from '@vitrine/contract';
import { staffSender } from '../../kit/sender.ts';
import type { Handler } from '../services.ts';

export const consoleUploadAttachment: Handler<typeof endpoints.consoleUploadAttachment> = async ({
  services,
  session,
  body,
  gone,
}) => ({
  upload_id: await services.uploads.store(staffSender(session.staffId), { purpose: 'attachment', bytes: body, gone }),
});
