import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../kit/postgres/transaction.ts';

/** The number of clients notified in one transaction; the next batch follows immediately. */
const BATCH = 1_000;
/** A client who has the conversation open reads an answer within this time, and needs no notification. */
const READING = '3 seconds';
const EXCERPT_CHARACTERS = 200;

interface DueNews {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly audience: 'all' | 'verified';
  readonly notified_to: string;
}

/**
 * SQL query for the oldest published announcement of which not everyone has been notified yet. It locks the
 * announcement, so that no other server handles it at the same time.
 */
const due = `
  select news.id, version.title, version.body, version.audience, news.notified_to
  from news join news_version version on version.news_id = news.id
  where news.notified_at is null and version.kind = 'announcement' and not version.is_withdrawn
    and version.publish_at <= now()
    and version.version = (select max(version) from news_version newest where newest.news_id = news.id)
  order by version.publish_at limit 1 for update of news skip locked`;

const notifyBatch = `
  with addressed as (
    select owner from client
    where owner > $1 and ($2 = 'all' or verified_at is not null) order by owner limit ${BATCH}),
  told as (
    insert into notice (owner, kind, parameters) select owner, 'announcement', $3 from addressed)
  select max(owner) as notified_to, count(*)::int as count from addressed`;

/**
 * SQL statement that notifies clients of answers that they have not read. One notification is enough for several unread
 * answers.
 */
const notifyUnread = `
  with due as (
    update support_thread thread set notified_id = answered_id from support_message answer
    where answer.id = answered_id and answered_id > read_id and answered_id > notified_id
      and answer.at < now() - interval '${READING}'
    returning thread.owner)
  insert into notice (owner, kind, parameters)
  select owner, 'support_replied', '{}' from due
  where not exists (
    select from notice where notice.owner = due.owner and kind = 'support_replied' and read_at is null)`;

/** Notifies clients of announcements and of unread answers, outside the calls that published or wrote them. */
export class SupportNotifier {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Sends all due notifications. */
  async run(): Promise<void> {
    await this.#pool.query(notifyUnread);
    while (await inTransaction(this.#pool, notifySome));
  }
}

/**
 * Notifies one batch of clients of one announcement, and stores in the same transaction which clients have been
 * notified, so that no client is notified twice. Returns false if nothing is due.
 */
async function notifySome(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<DueNews>(due);
  const news = rows[0];
  if (news === undefined) return false;
  const parameters = { news: news.id, title: news.title, text: excerpt(news.body) };
  const { rows: told } = await client.query<{ notified_to: string | null; count: number }>(notifyBatch, [
    news.notified_to,
    news.audience,
    JSON.stringify(parameters),
  ]);
  const { notified_to = null, count = 0 } = told[0] ?? {};
  await client.query(
    `update news set notified_to = coalesce($2, notified_to), notified_count = notified_count + $3,
       notified_at = case when $3 < ${BATCH} then now() end where id = $1`,
    [news.id, notified_to, count],
  );
  return true;
}

/** The first paragraph, shortened if it is long. */
function excerpt(body: string): string {
  const first =
    body
      .split(/\n\s*\n/)[0]
      ?.replace(/\s+/g, ' ')
      .trim() ?? '';
  if (first.length <= EXCERPT_CHARACTERS) return first;
  const cut = first.slice(0, EXCERPT_CHARACTERS);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 1))} …`;
}
