import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { ApiError } from '../../kit/api-error.ts';
import type { AttemptLimit, AttemptLimits } from '../../kit/attempt-limits.ts';
import { deleteExpired } from '../../kit/postgres/delete-expired.ts';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import type { Message } from '../conversations/conversations.ts';

const NEW_CHATS: AttemptLimit = { name: 'visitor_chat', attempts: 5, windowSeconds: 3_600 };
const MESSAGES: AttemptLimit = { name: 'visitor_chat_message', attempts: 60, windowSeconds: 3_600 };
/**
 * Maximum number of conversations waiting for an answer. More would never be read, so it is better to refuse new ones
 * than to leave them unread.
 */
const MOST_WAITING = 2_000;
/** How long a conversation is stored after its last message. */
export const KEPT_DAYS = 30;
const DAY_SECONDS = 86_400;
const MESSAGES_READ = 100;
const LISTED = 200;

export interface VisitorChat {
  readonly id: number;
  readonly state: 'open' | 'closed';
  readonly language: string;
  readonly waitingSinceMs: number | undefined;
  readonly lastAtMs: number;
  readonly seenId: number;
  readonly assignedTo: { readonly id: string; readonly name: string } | undefined;
}

/** The sender of a visitor's message. */
export interface Visitor {
  /** The secret in the cookie; undefined for the first message. */
  readonly secret: string | undefined;
  readonly ip: string;
  readonly language: string;
}

interface Sent {
  readonly text: string;
  readonly reference: string;
}

interface ChatRow {
  readonly id: string;
  readonly state: 'open' | 'closed';
  readonly language: string;
  readonly waiting_since: Date | null;
  readonly last_at: Date;
  readonly seen_id: string;
  readonly assigned_to: string | null;
  readonly assigned_name: string | null;
}

interface MessageRow {
  readonly id: string;
  readonly at: Date;
  readonly staff_id: string | null;
  readonly staff_name: string | null;
  readonly body: string;
}

export interface VisitorChatsParts {
  readonly pool: Pool;
  readonly limits: AttemptLimits;
  /** Also signs sessions; the key derived from it here is used only for the secrets of conversations. */
  readonly secret: string;
}

const selectChats = `
  select chat.*, member.name as assigned_name
  from visitor_chat chat left join staff_member member on member.id = chat.assigned_to`;
const selectMessages = `
  select message.id, message.at, message.staff_id, member.name as staff_name, message.body
  from visitor_chat_message message left join staff_member member on member.id = message.staff_id`;

/**
 * Conversations with people who are not signed in. Access requires the conversation's secret, which is stored in a
 * cookie of the browser that started it.
 */
export class VisitorChats {
  readonly #pool: Pool;
  readonly #limits: AttemptLimits;
  readonly #key: Buffer;

  constructor({ pool, limits, secret }: VisitorChatsParts) {
    this.#pool = pool;
    this.#limits = limits;
    this.#key = createHmac('sha256', secret).update('conversations of visitors').digest();
  }

  /** The conversation of this secret; undefined if there is none, or if it was ended or deleted. */
  async bySecret(secret: string | undefined): Promise<VisitorChat | undefined> {
    if (secret === undefined) return undefined;
    const { rows } = await this.#pool.query<ChatRow>(`${selectChats} where chat.secret_hash = $1`, [hashOf(secret)]);
    return rows[0] && toChat(rows[0]);
  }

  /**
   * Stores a visitor's message, in a new conversation if there is none. Returns the secret to store in the cookie.
   * Errors: message_required, too_many_requests, support_full.
   */
  async write(sent: Sent, { secret: held, ip, language }: Visitor): Promise<{ message: Message; secret: string }> {
    if (sent.text.trim() === '') throw new ApiError('message_required');
    // If the response to a first message was lost, the retry gets the same secret: it is derived from the reference,
    // which only the sender knows.
    const secret = held !== undefined && (await this.bySecret(held)) ? held : this.#secretFor(sent.reference);
    const known = await this.bySecret(secret);
    const before = known && (await this.#byReference(known.id, null, sent.reference));
    if (before !== undefined) return { message: before, secret };
    await this.#limits.countFrom(ip, MESSAGES);
    if (known === undefined) {
      await this.#limits.countFrom(ip, NEW_CHATS);
      if ((await this.waiting()) >= MOST_WAITING) throw new ApiError('support_full');
    }
    const chat = await inTransaction(this.#pool, async (client) => {
      // This statement also locks the conversation, so that the ids of its messages reflect their order.
      const { rows } = await client.query<{ id: string }>(
        `insert into visitor_chat (secret_hash, language, waiting_since) values ($1, $2, now())
         on conflict (secret_hash) do update set state = 'open', last_at = now(), language = $2,
           waiting_since = coalesce(visitor_chat.waiting_since, now())
         returning id`,
        [hashOf(secret), language],
      );
      await client.query(insertMessage, [rows[0]?.id, null, sent.text.trim(), sent.reference]);
      return Number(rows[0]?.id);
    });
    return { message: await this.#stored(chat, null, sent.reference), secret };
  }

  /** Revokes this secret, and closes its conversation. */
  async end(secret: string | undefined): Promise<void> {
    if (secret === undefined) return;
    await this.#pool.query(
      `update visitor_chat set state = 'closed', waiting_since = null, secret_hash = $2 where secret_hash = $1`,
      [hashOf(secret), randomBytes(HASH_BYTES)],
    );
  }

  /** The newest messages, newest first; `before` is the cursor, an id. `hasMore` is set if there are older messages. */
  async messages(chat: number, before?: number): Promise<{ messages: Message[]; hasMore: boolean }> {
    const { rows } = await this.#pool.query<MessageRow>(
      `${selectMessages} where message.chat = $1 and ($2::bigint is null or message.id < $2)
       order by message.id desc limit $3`,
      [chat, before ?? null, MESSAGES_READ + 1],
    );
    return { messages: rows.slice(0, MESSAGES_READ).map(toMessage), hasMore: rows.length > MESSAGES_READ };
  }

  /**
   * Conversations in a state: first those waiting for an answer, the longest waiting at the top, then the others,
   * newest first.
   */
  async list(state: 'open' | 'closed'): Promise<VisitorChat[]> {
    const { rows } = await this.#pool.query<ChatRow>(
      `${selectChats} where chat.state = $1 order by chat.waiting_since asc nulls last, chat.last_at desc limit $2`,
      [state, LISTED],
    );
    return rows.map(toChat);
  }

  /** The number of visitors waiting for an answer. */
  async waiting(): Promise<number> {
    const { rows } = await this.#pool.query<{ n: number }>(
      'select count(*)::int as n from visitor_chat where waiting_since is not null',
    );
    return rows[0]?.n ?? 0;
  }

  /** Errors: unknown_conversation. */
  async chat(id: number): Promise<VisitorChat> {
    const { rows } = await this.#pool.query<ChatRow>(`${selectChats} where chat.id = $1`, [id]);
    if (rows[0] === undefined) throw new ApiError('unknown_conversation');
    return toChat(rows[0]);
  }

  /** Stores an operator's answer. Errors: unknown_conversation, message_required. */
  async reply(id: number, staffId: string, { text, reference }: Sent): Promise<Message> {
    if (text.trim() === '') throw new ApiError('message_required');
    await inTransaction(this.#pool, async (client) => {
      const { rowCount } = await client.query(
        `update visitor_chat set state = 'open', last_at = now(), waiting_since = null where id = $1`,
        [id],
      );
      if (rowCount === 0) throw new ApiError('unknown_conversation');
      await client.query(insertMessage, [id, staffId, text.trim(), reference]);
    });
    return this.#stored(id, staffId, reference);
  }

  /** Marks everything up to this message as seen. Returns the newest message seen. Errors: unknown_conversation. */
  async markSeen(id: number, upTo: number): Promise<number> {
    await this.#pool.query(
      `update visitor_chat set seen_id = newest.id
       from (select max(id) as id from visitor_chat_message where chat = $1 and id <= $2) newest
       where visitor_chat.id = $1 and seen_id < newest.id`,
      [id, upTo],
    );
    return (await this.chat(id)).seenId;
  }

  /** Assigns a conversation to an operator, or to nobody. Errors: unknown_conversation. */
  async assign(id: number, staffId: string | undefined): Promise<VisitorChat> {
    await this.#pool.query('update visitor_chat set assigned_to = $2 where id = $1', [id, staffId ?? null]);
    return this.chat(id);
  }

  /** Errors: unknown_conversation. */
  async close(id: number): Promise<VisitorChat> {
    await this.#pool.query(`update visitor_chat set state = 'closed', waiting_since = null where id = $1`, [id]);
    return this.chat(id);
  }

  /** Deletes conversations, with their messages, 30 days after the last message. */
  async deleteOld(): Promise<void> {
    const expiry = { table: 'visitor_chat', column: 'last_at', neededSeconds: KEPT_DAYS * DAY_SECONDS };
    while (await deleteExpired(this.#pool, expiry));
  }

  #secretFor(reference: string): string {
    return createHmac('sha256', this.#key).update(reference.toLowerCase()).digest('base64url');
  }

  async #byReference(chat: number, staffId: string | null, reference: string): Promise<Message | undefined> {
    const { rows } = await this.#pool.query<MessageRow>(
      `${selectMessages}
       where message.chat = $1 and coalesce(message.staff_id, '') = $2 and message.reference = $3`,
      [chat, staffId ?? '', reference],
    );
    return rows[0] && toMessage(rows[0]);
  }

  async #stored(chat: number, staffId: string | null, reference: string): Promise<Message> {
    const stored = await this.#byReference(chat, staffId, reference);
    if (stored === undefined)
      throw new Error(`a message of the visitor chat ${chat} was not found after it was stored`);
    return stored;
  }
}

const HASH_BYTES = 32;
const insertMessage = `insert into visitor_chat_message (chat, staff_id, body, reference) values ($1, $2, $3, $4)
  on conflict do nothing`;

/** A plain hash is enough: the secrets are random, and too long to guess. */
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

const toChat = (row: ChatRow): VisitorChat => ({
  id: Number(row.id),
  state: row.state,
  language: row.language,
  waitingSinceMs: row.waiting_since?.getTime(),
  lastAtMs: row.last_at.getTime(),
  seenId: Number(row.seen_id),
  assignedTo: row.assigned_to === null ? undefined : { id: row.assigned_to, name: row.assigned_name ?? '' },
});

const toMessage = (row: MessageRow): Message => ({
  id: Number(row.id),
  from: row.staff_id === null ? 'client' : 'support',
  name: row.staff_name?.split(' ')[0] ?? '',
  text: row.body,
  atMs: row.at.getTime(),
});
