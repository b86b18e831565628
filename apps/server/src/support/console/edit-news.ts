import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';
import { newsDraft, newsMark, newsView } from './news-view.ts';

export const editNews: Handler<typeof endpoints.consoleEditNews> = async ({ services, session, body, audit }) => {
  const { id, version, reason } = body;
  audit({ subject: `news ${id}`, before: { version }, reason });
  const news = await services.support.news.edit(id, newsDraft(body), { version, reason, staffId: session.staffId });
  audit({ after: newsMark(news) });
  return { item: newsView(news, Date.now()) };
};
