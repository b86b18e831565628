import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../http/handler.ts';
import { pageSize } from '../../http/paging.ts';
import { threadView } from './support-thread-view.ts';

export const supportThreads: Handler<typeof endpoints.consoleSupportThreads> = async ({ services, session, query }) => {
  const { state, assigned, limit } = query;
  const { conversations } = services.support;
  const threads = await conversations.list({
    ...(state && { state }),
    ...(assigned && { assignedTo: assigned === 'me' ? session.staffId : null }),
    limit: pageSize(limit),
  });
  return { threads: threads.map(threadView), waiting: await conversations.waiting() };
};
