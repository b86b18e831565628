import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';
import { threadView } from './support-thread-view.ts';

export const supportReopen: Handler<typeof endpoints.consoleSupportReopen> = async ({ services, body, audit }) => {
  const { conversations } = services.support;
  const before = await conversations.thread(body.uid);
  const after = await conversations.setState(body.uid, 'open');
  audit({ before: before.state, after: after.state });
  return { thread: threadView(after) };
};
