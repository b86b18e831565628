/** The handler of each of this module’s endpoints. */
export { listNotifications as notifications, readNotifications } from './http/notifications.ts';
