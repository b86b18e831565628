import type { endpoints, ResponseOf } from '@vitrine/contract';
import { maskEmail, maskName } from '../../../kit/masks.ts';
import type { Thread } from '../conversations.ts';

/** A conversation as the console shows it. */
export const threadView = (thread: Thread): ResponseOf<typeof endpoints.consoleSupportClose>['thread'] => ({
  uid: thread.uid,
  name: maskName(thread.name),
  email: maskEmail(thread.email),
  verified: thread.isVerified,
  state: thread.state,
  ...(thread.waitingSinceMs === undefined ? {} : { waiting_since: thread.waitingSinceMs }),
  last_at: thread.lastAtMs,
  ...(thread.topic === undefined ? {} : { topic: thread.topic }),
  ...(thread.assignedTo === undefined ? {} : { assigned_to: thread.assignedTo }),
});
