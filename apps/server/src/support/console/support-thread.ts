import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';
import { messageOnWire } from '../support-feed.ts';
import { threadView } from './support-thread-view.ts';

export const supportThread: Handler<typeof endpoints.consoleSupportThread> = async ({ services, query }) => {
  const { uid, before } = query;
  const { conversations } = services.support;
  const thread = await conversations.thread(uid);
  const { messages, hasMore } = await conversations.messages(thread.owner, before === undefined ? {} : { before });
  return {
    thread: threadView(thread),
    messages: messages.map(messageOnWire),
    delivered: thread.deliveredId,
    read: thread.readId,
    seen: thread.seenId,
    more: hasMore,
  };
};
