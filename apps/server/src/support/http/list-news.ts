import type { endpoints, ResponseOf } from '@vitrine/contract';
import type { Session } from '../../http/session.ts';
import type { NewsVersion } from '../news.ts';
import type { Handler, Services } from '../services.ts';

export const listNews: Handler<typeof endpoints.news> = async ({ services, session, query }) => {
  const found = await services.support.news.published(isVerified(services, session), query.limit ?? 6);
  return { newsfeed: { Data: found.map(newsOnWire) } };
};

export const isVerified = ({ kyc }: Services, session: Session | undefined): boolean =>
  session !== undefined && kyc.isVerified(session.owner);

export const newsOnWire = (news: NewsVersion): ResponseOf<typeof endpoints.newsItem>['item'] => ({
  id: news.id,
  title: news.title,
  url: `/news/${news.id}`,
  body: news.body,
  imageurl: news.picture ? `/api/v3/news-picture?id=${news.picture.id}` : '',
  image_alt: news.picture?.alt ?? '',
  kind: news.kind,
  time: news.publishAtMs,
  ...(news.version > 1 && news.atMs > news.publishAtMs ? { changed_at: news.atMs } : {}),
});
