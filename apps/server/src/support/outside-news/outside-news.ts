import type { Pool } from 'pg';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import { type FeedBounds, fetchFeed } from '../../providers/news-feed/fetch-feed.ts';
import { type FeedEntry, parseFeed } from '../../providers/news-feed/parse-feed.ts';

/** The settings of the external news feed. */
export interface NewsFeedSettings {
  readonly url: string;
  /** The publisher's name, shown with every entry. */
  readonly name: string;
}

interface Row {
  readonly guid: string;
  readonly title: string;
  readonly summary: string;
  readonly url: string;
  readonly published_at: Date;
}

const KEPT_MS = 1_000;

/** News from another publisher's feed. The leader reads the feed; every server serves the stored entries. */
export class OutsideNews {
  readonly source: NewsFeedSettings | undefined;
  readonly #pool: Pool;
  readonly #bounds: FeedBounds | undefined;
  #kept: { readonly atMs: number; readonly entries: Promise<FeedEntry[]> } | undefined;

  constructor(pool: Pool, source: NewsFeedSettings | undefined, bounds?: FeedBounds) {
    this.#pool = pool;
    this.source = source;
    this.#bounds = bounds;
  }

  /** The newest entries; none if no feed is configured. */
  async newest(limit: number): Promise<readonly FeedEntry[]> {
    const nowMs = performance.now();
    if (this.#kept === undefined || nowMs - this.#kept.atMs >= KEPT_MS) {
      const entries = this.#stored();
      this.#kept = { atMs: nowMs, entries };
      entries.catch(() => {
        this.#kept = undefined;
      });
    }
    return (await this.#kept.entries).slice(0, limit);
  }

  /**
   * Replaces the stored entries with the feed's current ones, so that repeated entries are stored once and withdrawn
   * ones disappear. If the feed cannot be read, the stored entries stay. Throws FeedRefused.
   */
  async refresh(): Promise<void> {
    const { source } = this;
    if (source === undefined) return;
    const entries = await parseFeed(await fetchFeed(source.url, this.#bounds), Date.now());
    await inTransaction(this.#pool, async (client) => {
      await client.query('delete from outside_news');
      await client.query(
        `insert into outside_news (source, guid, title, summary, url, published_at)
         select $1, entry.guid, entry.title, entry.summary, entry.url, to_timestamp(entry."publishedMs" / 1000.0)
         from jsonb_to_recordset($2)
           as entry (guid text, title text, summary text, url text, "publishedMs" double precision)`,
        [source.url, JSON.stringify(entries)],
      );
    });
    this.#kept = undefined;
  }

  async #stored(): Promise<FeedEntry[]> {
    if (this.source === undefined) return [];
    const { rows } = await this.#pool.query<Row>(
      'select * from outside_news where source = $1 order by published_at desc, guid',
      [this.source.url],
    );
    return rows.map(({ published_at, guid, title, summary, url }) => ({
      guid,
      title,
      summary,
      url,
      publishedMs: published_at.getTime(),
    }));
  }
}
