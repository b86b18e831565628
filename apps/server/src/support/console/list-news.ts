import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';
import { newsView } from './news-view.ts';

export const consoleNews: Handler<typeof endpoints.consoleNews> = async ({ services }) => ({
  news: (await services.support.news.all()).map((news) => newsView(news, Date.now())),
});
