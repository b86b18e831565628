import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';
import { newsDraft, newsMark, newsView } from './news-view.ts';

export const publishNews: Handler<typeof endpoints.consolePublishNews> = async ({ services, session, body, audit }) => {
  const news = await services.support.news.publish(newsDraft(body), session.staffId);
  audit({ subject: `news ${news.id}`, after: newsMark(news) });
  return { item: newsView(news, Date.now()) };
};
