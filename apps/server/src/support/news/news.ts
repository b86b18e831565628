import type { Pool, PoolClient } from 'pg';
import type { Uploads } from '../../files/uploads.ts';
import { ApiError } from '../../kit/api-error.ts';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import { type NamedPicture, type NewsPicture, NewsPictures } from './news-pictures.ts';

export type NewsKind = 'news' | 'announcement';
export type NewsAudience = 'all' | 'verified';

interface NewsText {
  readonly kind: NewsKind;
  readonly audience: NewsAudience;
  readonly title: string;
  /** Plain text; an empty line separates paragraphs. */
  readonly body: string;
  readonly publishAtMs: number;
}

export interface NewsContent extends NewsText {
  readonly picture?: NewsPicture | undefined;
}

/** News as submitted in a call. */
export interface NewsDraft extends NewsText {
  readonly picture?: NamedPicture | undefined;
}

/** One version of a news item, with its author and the reason for the change. */
export interface NewsVersion extends NewsContent {
  readonly id: number;
  readonly version: number;
  readonly isWithdrawn: boolean;
  /** The author's name; empty if the version came with a release. */
  readonly writtenBy: string;
  readonly atMs: number;
  readonly reason: string;
  /** When the first version was or will be published. */
  readonly firstAtMs: number;
  /** For an announcement: the number of clients notified so far, and whether that is all of them. */
  readonly told: number;
  readonly hasNotifiedAll: boolean;
}

/** The version on which a change is based, and the change's author and reason. */
export interface NewsChange {
  readonly version: number;
  readonly staffId: string;
  readonly reason: string;
}

interface NewsRow {
  readonly news_id: string;
  readonly version: number;
  readonly kind: NewsKind;
  readonly audience: NewsAudience;
  readonly title: string;
  readonly body: string;
  readonly publish_at: Date;
  readonly is_withdrawn: boolean;
  readonly picture: string | null;
  readonly picture_alt: string;
  readonly written_by: string | null;
  readonly at: Date;
  readonly reason: string;
  readonly first_at: Date;
  readonly notified_count: number;
  readonly notified_at: Date | null;
}

const select = `
  select version.*, member.name as written_by, news.notified_count, news.notified_at,
    (select publish_at from news_version first where first.news_id = version.news_id and first.version = 1) as first_at
  from news_version version join news on news.id = version.news_id
  left join staff_member member on member.id = version.staff_id`;
const isNewest = `version.version = (
  select max(version) from news_version newest where newest.news_id = version.news_id)`;
/** SQL condition for news that a reader may read. $1: whether the reader is verified. */
const isReadable = `${isNewest} and not version.is_withdrawn and version.publish_at <= now()
  and ($1 or version.audience = 'all')`;

/**
 * How long a list is cached. A change is visible immediately on the server that made it, and after this time on the
 * others.
 */
const LIST_KEPT_MS = 1_000;
/** The longest list that a reader may request. */
const LONGEST_LIST = 50;

interface CachedList {
  readonly atMs: number;
  readonly news: Promise<NewsVersion[]>;
}

/** News that operators publish for clients. Every version is stored; the newest is current. */
export class News {
  readonly #pool: Pool;
  readonly #pictures: NewsPictures;
  /** Cached lists, by whether the reader is verified. */
  readonly #lists = new Map<boolean, CachedList>();

  constructor(pool: Pool, uploads: Uploads) {
    this.#pool = pool;
    this.#pictures = new NewsPictures(pool, uploads);
  }

  /** News that this reader may read, newest first. */
  async published(isVerified: boolean, limit: number): Promise<NewsVersion[]> {
    const now = performance.now();
    const kept = this.#lists.get(isVerified);
    if (kept !== undefined && now - kept.atMs < LIST_KEPT_MS) return (await kept.news).slice(0, limit);
    const news = this.#list(isVerified);
    this.#lists.set(isVerified, { atMs: now, news });
    news.catch(() => this.#lists.delete(isVerified));
    return (await news).slice(0, limit);
  }

  async #list(isVerified: boolean): Promise<NewsVersion[]> {
    const { rows } = await this.#pool.query<NewsRow>(
      `${select} where ${isReadable} order by version.publish_at desc, version.news_id desc limit ${LONGEST_LIST}`,
      [isVerified],
    );
    return rows.map(toVersion);
  }

  /** A news item as this reader sees it. Errors: unknown_news, also if this reader may not read it. */
  async read(isVerified: boolean, id: number): Promise<NewsVersion> {
    const { rows } = await this.#pool.query<NewsRow>(`${select} where ${isReadable} and version.news_id = $2`, [
      isVerified,
      id,
    ]);
    if (rows[0] === undefined) throw new ApiError('unknown_news');
    return toVersion(rows[0]);
  }

  /** The picture in a news item that this reader may read. Errors: unknown_picture, busy. */
  async picture(isVerified: boolean, id: string): Promise<{ jpeg: Buffer; audience: NewsAudience }> {
    const { rows } = await this.#pool.query<Pick<NewsRow, 'audience'>>(
      `select audience from news_version version where ${isReadable} and version.picture = $2`,
      [isVerified, id],
    );
    if (rows[0] === undefined) throw new ApiError('unknown_picture');
    return { jpeg: await this.#pictures.read(id), audience: rows[0].audience };
  }

  /** For the console: a picture of any version. Errors: unknown_picture, busy. */
  pictureOfAny(id: string): Promise<Buffer> {
    return this.#pictures.read(id);
  }

  /** The newest version of each news item, newest first; at most 500. */
  async all(): Promise<NewsVersion[]> {
    const { rows } = await this.#pool.query<NewsRow>(
      `${select} where ${isNewest} order by version.publish_at desc, version.news_id desc limit 500`,
    );
    return rows.map(toVersion);
  }

  /** All versions of a news item, newest first. Errors: unknown_news. */
  async versions(id: number): Promise<NewsVersion[]> {
    const { rows } = await this.#pool.query<NewsRow>(
      `${select} where version.news_id = $1 order by version.version desc`,
      [id],
    );
    if (rows.length === 0) throw new ApiError('unknown_news');
    return rows.map(toVersion);
  }

  /** Publishes a new item. Errors: news_body_required, unknown_upload. */
  async publish(draft: NewsDraft, staffId: string): Promise<NewsVersion> {
    const text = cleaned(draft);
    const sent = await this.#pictures.sent(staffId, draft.picture);
    const id = await inTransaction(this.#pool, async (client) => {
      const { rows } = await client.query<{ id: string }>('insert into news default values returning id');
      const made = Number(rows[0]?.id);
      if (sent !== undefined) await this.#pictures.storeWithin(client, sent);
      // News dated in the past is published now, so that the list stays in order of publication.
      const publishAtMs = Math.max(draft.publishAtMs, Date.now());
      const picture = pictureOf(draft.picture, sent?.id);
      await insert(client, made, { ...text, publishAtMs, picture }, { ...FIRST, staffId });
      return made;
    });
    this.#lists.clear();
    await this.#pictures.forgetUpload(sent);
    return this.#newest(id);
  }

  /** Publishes a news item that comes with a release, unless it was published before. */
  async bring(origin: string, content: NewsContent): Promise<void> {
    await inTransaction(this.#pool, async (client) => {
      const { rows } = await client.query<{ id: string }>(
        'insert into news (origin) values ($1) on conflict (origin) do nothing returning id',
        [origin],
      );
      if (rows[0] !== undefined) await insert(client, Number(rows[0].id), cleaned(content), FIRST);
    });
  }

  /**
   * Stores a changed version of a news item. Errors: unknown_news, news_changed, news_body_required, unknown_upload.
   */
  async edit(id: number, draft: NewsDraft, change: NewsChange): Promise<NewsVersion> {
    const text = cleaned(draft);
    const present = await this.#presentOf(id, change);
    const sent = await this.#pictures.sent(change.staffId, draft.picture);
    const picture = pictureOf(draft.picture, sent?.id ?? present.picture?.id);
    await inTransaction(this.#pool, async (client) => {
      if (sent !== undefined) await this.#pictures.storeWithin(client, sent);
      await writeChange(client, id, { ...text, picture }, false, change);
    });
    this.#lists.clear();
    await this.#pictures.forgetUpload(sent);
    return this.#newest(id);
  }

  /** Withdraws a news item: readers no longer see it. Errors: unknown_news, news_changed. */
  async withdraw(id: number, change: NewsChange): Promise<NewsVersion> {
    await writeChange(this.#pool, id, await this.#presentOf(id, change), true, change);
    this.#lists.clear();
    return this.#newest(id);
  }

  /** The newest version, on which the change must be based. Errors: unknown_news, news_changed. */
  async #presentOf(id: number, { version }: NewsChange): Promise<NewsVersion> {
    const newest = await this.#newest(id);
    if (newest.version !== version) throw new ApiError('news_changed');
    return newest;
  }

  async #newest(id: number): Promise<NewsVersion> {
    const [newest] = await this.versions(id);
    if (newest === undefined) throw new ApiError('unknown_news');
    return newest;
  }
}

/** The text without surrounding white space, and with line feeds as line breaks. Errors: news_body_required. */
function cleaned({ kind, audience, publishAtMs, ...content }: NewsText): NewsText {
  const body = content.body.replace(/\r\n?/g, '\n').trim();
  const title = content.title.trim();
  if (body === '' || title === '') throw new ApiError('news_body_required');
  return { kind, audience, publishAtMs, title, body };
}

/**
 * The picture that a call names, if any. `id` is the id of the uploaded or the existing picture. Errors:
 * unknown_upload, if there is neither.
 */
function pictureOf(named: NamedPicture | undefined, id: string | undefined): NewsPicture | undefined {
  if (named === undefined) return undefined;
  if (id === undefined) throw new ApiError('unknown_upload');
  return { id, alt: named.alt.trim() };
}

/** The latest publication time that can be stored; later times are stored as this time. */
const LAST_MS = Date.UTC(9999, 11, 31);

/** Stores the next version of a news item. Errors: news_changed, if another change was made first. */
async function writeChange(
  client: Pick<PoolClient, 'query'>,
  id: number,
  content: NewsContent,
  isWithdrawn: boolean,
  { version, staffId, reason }: NewsChange,
): Promise<void> {
  const isMade = await insert(client, id, content, {
    version: version + 1,
    isWithdrawn: isWithdrawn,
    staffId: staffId,
    reason: reason.trim(),
  });
  if (!isMade) throw new ApiError('news_changed');
}

interface Writing {
  readonly version: number;
  readonly isWithdrawn: boolean;
  readonly staffId: string | null;
  readonly reason: string;
}

const FIRST: Writing = { version: 1, isWithdrawn: false, staffId: null, reason: '' };

/** Stores a version. Returns false if someone else has stored this version in the meantime. */
async function insert(
  client: Pick<PoolClient, 'query'>,
  id: number,
  { kind, audience, title, body, publishAtMs, picture }: NewsContent,
  { version, isWithdrawn, staffId, reason }: Writing,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into news_version (news_id, version, kind, audience, title, body, publish_at, is_withdrawn, staff_id, reason,
       picture, picture_alt)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict do nothing`,
    [
      id,
      version,
      kind,
      audience,
      title,
      body,
      new Date(Math.min(publishAtMs, LAST_MS)),
      isWithdrawn,
      staffId,
      reason,
      picture?.id ?? null,
      picture?.alt ?? '',
    ],
  );
  return rowCount === 1;
}

const toVersion = (row: NewsRow): NewsVersion => ({
  id: Number(row.news_id),
  version: row.version,
  kind: row.kind,
  audience: row.audience,
  title: row.title,
  body: row.body,
  publishAtMs: row.publish_at.getTime(),
  isWithdrawn: row.is_withdrawn,
  picture: row.picture === null ? undefined : { id: row.picture, alt: row.picture_alt },
  writtenBy: row.written_by ?? '',
  atMs: row.at.getTime(),
  reason: row.reason,
  firstAtMs: row.first_at.getTime(),
  told: row.notified_count,
  hasNotifiedAll: row.notified_at !== null,
});
