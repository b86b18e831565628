import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';

export const getSupportAttachment: Handler<typeof endpoints.supportAttachment> = async ({
  services,
  session,
  query,
  download,
}) => {
  const { bytes, ...file } = await services.support.attachments.read(session.owner, query.id);
  download(file);
  return bytes;
};
