import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';

export const readNotifications: Handler<typeof endpoints.readNotifications> = async ({ services, session, body }) => {
  await services.notices.markRead(session.owner, body.up_to);
  return { unread: await services.notices.unread(session.owner) };
};
