import { readIdCursor } from '../../http/paging.ts';
import type { Handler } from '../services.ts';

export const listNotifications: Handler<'notifications'> = async ({ services, session, query }) => {
  const { limit = 30 } = query;
  const before = readIdCursor(query.cursor);
  const [found, unread] = await Promise.all([
    services.notices.of(session.owner, { ...before, limit: limit + 1 }),
    services.notices.unread(session.owner),
  ]);
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return {
    notifications: shown.map(({ id, kind, parameters, atMs, isRead }) => ({
      id,
      kind,
      parameters,
      time: atMs,
      is_read: isRead,
    })),
    unread,
    ...(last === undefined ? {} : { next_cursor: String(last.id) }),
  };
};

export const readNotifications: Handler<'readNotifications'> = async ({ services, session, body }) => {
  await services.notices.markRead(session.owner, body.up_to);
  return { unread: await services.notices.unread(session.owner) };
};
