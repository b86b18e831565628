import type { HandlersOf } from '../http/handler.ts';
import { listNotifications, readNotifications } from './http/notifications.ts';
import type { Services } from './services.ts';

/** The handlers of this module’s endpoints. */
export const handlers = {
  notifications: listNotifications,
  readNotifications,
} satisfies HandlersOf<Services>;
