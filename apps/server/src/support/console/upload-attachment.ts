import type { endpoints } from '@vitrine/contract';
import { staffSender } from '../../files/uploads.ts';
import type { Handler } from '../../http/handler.ts';

export const consoleUploadAttachment: Handler<typeof endpoints.consoleUploadAttachment> = async ({
  services,
  session,
  body,
  gone,
}) => ({
  upload_id: await services.uploads.store(staffSender(session.staffId), { purpose: 'attachment', bytes: body, gone }),
});
