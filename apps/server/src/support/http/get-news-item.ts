import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';
import { isVerified, newsOnWire } from './list-news.ts';

export const getNewsItem: Handler<typeof endpoints.newsItem> = async ({ services, session, query }) => ({
  item: newsOnWire(await services.support.news.read(isVerified(services, session), query.id)),
});
