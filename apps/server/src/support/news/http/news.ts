import type { endpoints, ResponseOf } from '@vitrine/contract';
import type { Session } from '../../../http/session.ts';
import type { Handler, Services } from '../../services.ts';
import type { NewsVersion } from '../news.ts';

export const listNews: Handler<'news'> = async ({ services, session, query }) => {
  const found = await services.support.news.published(isVerified(services, session), query.limit ?? 6);
  return { newsfeed: { Data: found.map(newsOnWire) } };
};

const isVerified = ({ kyc }: Services, session: Session | undefined): boolean =>
  session !== undefined && kyc.isVerified(session.owner);

const newsOnWire = (news: NewsVersion): ResponseOf<typeof endpoints.newsItem>['item'] => ({
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

export const getNewsItem: Handler<'newsItem'> = async ({ services, session, query }) => ({
  item: newsOnWire(await services.support.news.read(isVerified(services, session), query.id)),
});

/** How long browsers and proxies may cache a picture: a withdrawn picture may remain visible for this long. */
const KEPT_SECONDS = 86_400;

export const getNewsPicture: Handler<'newsPicture'> = async ({ services, session, query, show }) => {
  const { jpeg, audience } = await services.support.news.picture(isVerified(services, session), query.id);
  show('image/jpeg', { for: audience === 'all' ? 'everyone' : 'reader', seconds: KEPT_SECONDS });
  return jpeg;
};
