import type { endpoints, ResponseOf } from '@vitrine/contract';
import type { NewsContent, NewsVersion } from '../../support/news.ts';

type View = ResponseOf<typeof endpoints.consoleEditNews>['item'];

/** A version of a piece of news as the console is shown it. */
export const newsView = (news: NewsVersion, nowMs: number): View => ({
  id: news.id,
  version: news.version,
  kind: news.kind,
  audience: news.audience,
  title: news.title,
  body: news.body,
  publish_at: news.publishAtMs,
  state: stateOf(news, nowMs),
  written_by: news.writtenBy,
  at: news.atMs,
  reason: news.reason,
  told: news.told,
  told_all: news.isToldToAll,
});

const stateOf = ({ isWithdrawn, publishAtMs }: NewsVersion, nowMs: number): View['state'] => {
  if (isWithdrawn) return 'withdrawn';
  return publishAtMs > nowMs ? 'planned' : 'published';
};

/** What a call carries of it. */
export const newsContent = ({
  kind,
  audience,
  title,
  body,
  publish_at,
}: Pick<View, 'kind' | 'audience' | 'title' | 'body' | 'publish_at'>): NewsContent => ({
  kind,
  audience,
  title,
  body,
  publishAtMs: publish_at,
});

/** What the audit trail keeps of a version; the version itself is kept where it is. */
export const newsMark = ({ version, title, isWithdrawn }: NewsVersion) => ({ version, title, isWithdrawn });
