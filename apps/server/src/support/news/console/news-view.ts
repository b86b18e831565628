import type { BodyOf, endpoints, ResponseOf } from '@vitrine/contract';
import type { NewsDraft, NewsVersion } from '../news.ts';

type View = ResponseOf<typeof endpoints.consoleEditNews>['item'];

/** A version of a news item, as the console shows it. */
export const newsView = (news: NewsVersion, nowMs: number): View => ({
  id: news.id,
  version: news.version,
  kind: news.kind,
  audience: news.audience,
  title: news.title,
  body: news.body,
  publish_at: news.publishAtMs,
  ...(news.picture && { picture: news.picture }),
  state: stateOf(news, nowMs),
  written_by: news.writtenBy,
  at: news.atMs,
  reason: news.reason,
  told: news.told,
  told_all: news.hasNotifiedAll,
});

const stateOf = ({ isWithdrawn, publishAtMs }: NewsVersion, nowMs: number): View['state'] => {
  if (isWithdrawn) return 'withdrawn';
  return publishAtMs > nowMs ? 'planned' : 'published';
};

type Sent = BodyOf<typeof endpoints.consolePublishNews> | BodyOf<typeof endpoints.consoleEditNews>;

/** News as submitted in a call. */
export const newsDraft = ({ kind, audience, title, body, publish_at, picture }: Sent): NewsDraft => ({
  kind,
  audience,
  title,
  body,
  publishAtMs: publish_at,
  picture: picture && { uploadId: picture.upload_id, alt: picture.alt },
});

/** The fields of a version that the audit trail records; the version itself stays in its table. */
export const newsMark = ({ version, title, isWithdrawn }: NewsVersion) => ({ version, title, isWithdrawn });
