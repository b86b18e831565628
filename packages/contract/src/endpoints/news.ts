import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Exact, Optional, RowId, TimeMs, Uuid, Words } from '../schema.ts';
import { FileBytes, PlainText } from './support.ts';

/** An `announcement` is also sent as a notification to all clients that it is addressed to. */
const NewsKind = Words(['news', 'announcement']);
const NewsAudience = Words(['all', 'verified']);
const Title = Type.String({ minLength: 3, maxLength: 120, pattern: '^[^\\u0000]*$', examples: ['New markets'] });
const Body = PlainText(20_000);
const Reason = Type.String({ minLength: 3, maxLength: 300, pattern: '^[^\\u0000]*$', examples: ['A mistake in it'] });
/** Alternative text: what the image shows, for people who cannot see it. */
const Alt = Type.String({
  minLength: 3,
  maxLength: 200,
  pattern: '^[^\\s\\u0000][^\\u0000]*$',
  examples: ['The new trading page'],
});
const Version = Type.Integer({ minimum: 1, maximum: 1_000_000 });

const Item = Exact({
  id: RowId,
  title: Type.String(),
  /** The URL of the page that shows the news item. */
  url: Type.String(),
  /** Plain text; an empty line separates paragraphs. */
  body: Type.String(),
  /** The URL of the image (`GET /api/v3/news-picture`); empty if there is none. */
  imageurl: Type.String(),
  /** What the image shows. */
  image_alt: Type.String(),
  kind: NewsKind,
  time: TimeMs,
  /** When the news item was last changed after publication; absent if never. */
  changed_at: Optional(TimeMs),
});

const Fields = {
  kind: NewsKind,
  audience: NewsAudience,
  title: Title,
  body: Body,
  /** When the news item is published; a time in the past means now. */
  publish_at: TimeMs,
};

const ConsoleItem = Exact({
  id: RowId,
  version: Version,
  ...Fields,
  picture: Optional(Exact({ id: Uuid, alt: Type.String() })),
  state: Words(['planned', 'published', 'withdrawn']),
  written_by: Type.String(),
  at: TimeMs,
  reason: Type.String(),
  /** For an announcement: how many clients have been notified so far, and whether all have been. */
  told: Type.Integer({ minimum: 0 }),
  told_all: Type.Boolean(),
});

const roles = ['support'] as const;

export const outsideNewsEndpoints = {
  outsideNews: defineEndpoint({
    method: 'GET',
    path: '/api/v3/outside-news',
    area: 'support',
    access: 'visitor',
    errors: [],
    summary:
      'The newest entries of the external news feed in the settings (RSS or Atom), at most six, in plain text, with the publisher’s name and links. Empty if no feed is configured.',
    response: Exact({
      /** The publisher; absent if the settings name none. */
      source: Optional(Exact({ name: Type.String(), url: Type.String() })),
      items: Type.Array(Exact({ title: Type.String(), summary: Type.String(), url: Type.String(), time: TimeMs })),
    }),
  }),
};

export const newsEndpoints = {
  news: defineEndpoint({
    method: 'GET',
    path: '/api/v3/news',
    area: 'support',
    access: 'visitor',
    errors: [],
    summary:
      'News and announcements from the exchange, newest first. Verified clients also see news addressed only to verified clients.',
    query: Exact({ limit: Optional(Type.Integer({ minimum: 1, maximum: 50, default: 6 })) }),
    response: Exact({ newsfeed: Exact({ Data: Type.Array(Item) }) }),
  }),
  newsItem: defineEndpoint({
    method: 'GET',
    path: '/api/v3/news-item',
    area: 'support',
    access: 'visitor',
    errors: ['unknown_news'],
    summary: 'The published news item with this id, if the caller may read it.',
    query: Exact({ id: RowId }),
    response: Exact({ item: Item }),
  }),
  newsPicture: defineEndpoint({
    method: 'GET',
    path: '/api/v3/news-picture',
    area: 'support',
    access: 'visitor',
    errors: ['unknown_picture'],
    summary:
      'An image of a news item, as JPEG, if the caller may read the item. Images never change and may be cached for a day.',
    query: Exact({ id: Uuid }),
    response: FileBytes,
    perAddressPerSecond: 20,
  }),
};

export const consoleNewsEndpoints = {
  consoleNews: defineEndpoint({
    method: 'GET',
    path: '/api/v3/console/news',
    area: 'console',
    access: 'staff',
    audited: false,
    roles,
    errors: [],
    summary: 'News and announcements, including scheduled and withdrawn ones, newest first.',
    response: Exact({ news: Type.Array(ConsoleItem) }),
  }),
  consoleNewsVersions: defineEndpoint({
    method: 'GET',
    path: '/api/v3/console/news/versions',
    area: 'console',
    access: 'staff',
    audited: false,
    roles,
    errors: ['unknown_news'],
    summary: 'Every version of one news item, newest first.',
    query: Exact({ id: RowId }),
    response: Exact({ versions: Type.Array(ConsoleItem) }),
  }),
  consoleNewsPicture: defineEndpoint({
    method: 'GET',
    path: '/api/v3/console/news/picture',
    area: 'console',
    access: 'staff',
    audited: false,
    roles,
    errors: ['unknown_picture'],
    summary: 'The image of any version of a news item, published or not, as JPEG.',
    query: Exact({ id: Uuid }),
    response: FileBytes,
  }),
  consolePublishNews: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/news/publish',
    area: 'console',
    access: 'staff',
    roles,
    errors: ['news_body_required', 'unknown_upload'],
    summary:
      'Publishes a news item at the time `publish_at`, or now if that time is past. An announcement also notifies every client in its `audience`.',
    body: Exact({
      ...Fields,
      /** `upload_id`: the id that `POST /api/v3/console/uploads/news-picture` returned. */
      picture: Optional(Exact({ upload_id: Uuid, alt: Alt })),
    }),
    bodyLimitBytes: 128 * 1024,
    example: {
      kind: 'announcement',
      audience: 'all',
      title: 'Maintenance on Sunday',
      body: 'Trading pauses on Sunday from 06:00 to 06:10 UTC.\n\nBalances stay visible.',
      publish_at: 0,
    },
    response: Exact({ item: ConsoleItem }),
  }),
  consoleEditNews: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/news/edit',
    area: 'console',
    access: 'staff',
    roles,
    errors: ['unknown_news', 'news_changed', 'news_body_required', 'unknown_upload'],
    summary:
      'Changes a news item by storing a new version of it; older versions remain stored. `version` is the version that the change is based on; if it is no longer the newest, the error is `news_changed`. A withdrawn item is published again. Clients who have been notified of the item are not notified again.',
    body: Exact({
      id: RowId,
      version: Version,
      ...Fields,
      /** If absent, the image is removed. Without `upload_id`, the current image is kept. */
      picture: Optional(Exact({ upload_id: Optional(Uuid), alt: Alt })),
      reason: Reason,
    }),
    bodyLimitBytes: 128 * 1024,
    response: Exact({ item: ConsoleItem }),
  }),
  consoleWithdrawNews: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/news/withdraw',
    area: 'console',
    access: 'staff',
    roles,
    errors: ['unknown_news', 'news_changed'],
    summary:
      'Withdraws a news item, so that clients and visitors no longer see it. Its versions remain stored; editing the item publishes it again. `version` must be the newest version; otherwise the error is `news_changed`.',
    body: Exact({ id: RowId, version: Version, reason: Reason }),
    response: Exact({ item: ConsoleItem }),
  }),
};
