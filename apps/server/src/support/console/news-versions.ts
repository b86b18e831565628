import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';
import { newsView } from './news-view.ts';

export const newsVersions: Handler<typeof endpoints.consoleNewsVersions> = async ({ services, query }) => ({
  versions: (await services.support.news.versions(query.id)).map((news) => newsView(news, Date.now())),
});
