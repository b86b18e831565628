import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';

export const supportSeen: Handler<typeof endpoints.consoleSupportSeen> = async ({ services, body }) => ({
  seen: await services.support.conversations.markSeen(body.uid, body.up_to),
});
