import type { endpoints } from '@vitrine/contract';
import { pageSize } from '../../http/paging.ts';
import type { Handler } from '../services.ts';
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
