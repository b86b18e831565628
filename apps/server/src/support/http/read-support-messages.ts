import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';

export const readSupportMessages: Handler<typeof endpoints.readSupportMessages> = async ({
  services,
  session,
  body,
}) => ({ unread: await services.support.conversations.markRead(session.owner, body.up_to) });
