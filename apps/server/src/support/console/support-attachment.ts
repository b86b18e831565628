import type { endpoints } from '@vitrine/contract';
import { ApiError } from '../../kit/api-error.ts';
import type { Handler } from '../services.ts';

export const supportAttachment: Handler<typeof endpoints.consoleSupportAttachment> = async ({
  services,
  query,
  download,
}) => {
  const { conversations, attachments } = services.support;
  const { owner } = await conversations.thread(query.uid).catch(() => {
    throw new ApiError('unknown_attachment');
  });
  const { bytes, ...file } = await attachments.read(owner, query.id);
  download(file);
  return bytes;
};
