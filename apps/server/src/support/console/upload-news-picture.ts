import type { endpoints } from '@vitrine/contract';
import { staffSender } from '../../kit/sender.ts';
import type { Handler } from '../services.ts';

export const consoleUploadNewsPicture: Handler<typeof endpoints.consoleUploadNewsPicture> = async ({
  services,
  session,
  body,
  gone,
}) => ({
  upload_id: await services.uploads.store(staffSender(session.staffId), { purpose: 'news_picture', bytes: body, gone }),
});
