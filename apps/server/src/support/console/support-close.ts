import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';
import { threadView } from './support-thread-view.ts';

export const supportClose: Handler<typeof endpoints.consoleSupportClose> = async ({ services, body, audit }) => {
  const { conversations } = services.support;
  const before = await conversations.thread(body.uid);
  const after = await conversations.setState(body.uid, 'closed');
  audit({ before: before.state, after: after.state });
  return { thread: threadView(after) };
};
