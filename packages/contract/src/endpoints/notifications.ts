import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { notificationKinds } from '../notification-kinds.ts';
import { Cursor, Exact, Optional, RowId, TimeMs, Words } from '../schema.ts';

export const NotificationItem = Exact({
  id: RowId,
  /**
   * The kind of notification. The page that shows the notification composes its text from the kind and the parameters.
   */
  kind: Words(notificationKinds),
  parameters: Type.Record(Type.String(), Type.String()),
  time: TimeMs,
  is_read: Type.Boolean(),
});

export const notificationEndpoints = {
  notifications: defineEndpoint({
    method: 'GET',
    path: '/api/v3/notifications',
    area: 'support',
    access: 'client',
    errors: [],
    summary: 'The client’s notifications, newest first, and the number of unread ones.',
    query: Exact({
      cursor: Optional(Cursor),
      limit: Optional(Type.Integer({ minimum: 1, maximum: 100, default: 30 })),
    }),
    response: Exact({
      notifications: Type.Array(NotificationItem),
      unread: Type.Integer(),
      next_cursor: Optional(Cursor),
    }),
  }),
  readNotifications: defineEndpoint({
    method: 'POST',
    path: '/api/v3/notifications/read',
    area: 'support',
    access: 'client',
    errors: [],
    summary:
      'Marks the notification with the id `up_to` and all older ones as read. Returns the number of notifications that are still unread.',
    body: Exact({ up_to: RowId }),
    response: Exact({ unread: Type.Integer() }),
  }),
};
