import type { BodyOf, endpoints, StaffRole } from '@vitrine/contract';
import type { OwnerId } from '@vitrine/core';
import type { Pool, PoolClient } from 'pg';
import { ApiError } from '../../kit/api-error.ts';
import type { AttemptLimit, AttemptLimits } from '../../kit/attempt-limits.ts';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import type { Attachments, AttachmentType, SentFile } from './attachments.ts';

/** Messages per client. Operators have the console's own limit. */
const MESSAGES: AttemptLimit = { name: 'support_message', attempts: 60, windowSeconds: 3_600 };
const PAGE = 50;

/** The topic of a client's message, as one of the contract's words. */
export type MessageTopic = NonNullable<BodyOf<typeof endpoints.sendSupportMessage>['topic']>;
/** The page from which a client writes and, optionally, the record shown on it. */
export type MessageAbout = NonNullable<BodyOf<typeof endpoints.sendSupportMessage>['about']>;

export interface SentMessage {
  readonly text: string;
  /** Chosen by the sender; a message with a repeated reference is treated as the same message. */
  readonly reference: string;
  readonly attachment?: SentFile;
  readonly topic?: MessageTopic;
  readonly about?: MessageAbout;
}

export interface Message {
  readonly id: number;
  readonly from: 'client' | 'support';
  /** The operator's first name. */
  readonly name: string;
  readonly text: string;
  readonly attachment?: {
    readonly id: string;
    readonly name: string;
    readonly type: AttachmentType;
    readonly size: number;
  };
  readonly topic?: MessageTopic;
  readonly about?: MessageAbout;
  readonly atMs: number;
}

/** The state of a conversation as its client sees it. */
export interface Standing {
  readonly state: 'none' | 'open' | 'closed';
  readonly unread: number;
  readonly seen: number;
}

/** A conversation as operators see it in their list; nothing is masked here. */
export interface Thread {
  readonly owner: OwnerId;
  readonly uid: string;
  readonly name: string;
  readonly email: string;
  readonly isVerified: boolean;
  readonly state: 'open' | 'closed';
  readonly waitingSinceMs: number | undefined;
  readonly lastAtMs: number;
  readonly readId: number;
  readonly seenId: number;
  readonly deliveredId: number;
  readonly topic: MessageTopic | undefined;
  readonly assignedTo: { readonly id: string; readonly name: string } | undefined;
}

export interface ThreadFilter {
  readonly state?: 'open' | 'closed';
  /** A member's id, or null for unassigned conversations. */
  readonly assignedTo?: string | null;
  readonly limit: number;
}

interface MessageRow {
  readonly id: string;
  readonly at: Date;
  readonly staff_id: string | null;
  readonly staff_name: string | null;
  readonly body: string;
  readonly file_id: string | null;
  readonly file_name: string;
  readonly file_type: AttachmentType;
  readonly size_bytes: number;
  readonly topic: MessageTopic | null;
  readonly about: MessageAbout | null;
}

interface ThreadRow {
  readonly owner: string;
  readonly unique_id: string;
  readonly name: string;
  readonly email: string;
  readonly is_verified: boolean;
  readonly state: 'open' | 'closed';
  readonly waiting_since: Date | null;
  readonly last_at: Date;
  readonly read_id: string;
  readonly seen_id: string;
  readonly delivered_id: string;
  readonly topic: MessageTopic | null;
  readonly assigned_to: string | null;
  readonly assigned_name: string | null;
}

const selectMessages = `
  select message.id, message.at, message.staff_id, member.name as staff_name, message.body, message.topic, message.about,
    file.id as file_id, file.name as file_name, file.type as file_type, file.size_bytes
  from support_message message
  left join staff_member member on member.id = message.staff_id
  left join support_attachment file on file.message_id = message.id`;

const selectThreads = `
  select thread.owner, client.unique_id, coalesce(profile.name, '') as name, person.email, client.verified_at is not null as is_verified,
    thread.state, thread.waiting_since, thread.last_at, thread.read_id, thread.seen_id,
    thread.delivered_id, thread.topic, thread.assigned_to, member.name as assigned_name
  from support_thread thread
  join client using (owner) join person on person.id = client.person_id
  left join profile using (owner)
  left join staff_member member on member.id = thread.assigned_to`;

export interface ConversationsParts {
  readonly pool: Pool;
  readonly attachments: Attachments;
  readonly limits: AttemptLimits;
}

/**
 * Messages between clients and operators: one conversation for each client. Database triggers notify every server of
 * changes.
 */
export class Conversations {
  readonly #parts: ConversationsParts;

  constructor(parts: ConversationsParts) {
    this.#parts = parts;
  }

  /**
   * Adds a message from the client. If the message has a file and is still waiting when `gone` is aborted, the message
   * is dropped. Errors: message_required, too_many_requests, those of attachments.
   */
  async write(owner: OwnerId, sent: SentMessage, gone: AbortSignal): Promise<Message> {
    await this.#parts.limits.count(MESSAGES, String(owner));
    return this.#add(owner, null, sent, gone);
  }

  /** Adds a message from an operator, like `write`. Errors: unknown_client, message_required, those of attachments. */
  async reply(uid: string, staffId: string, sent: SentMessage, gone: AbortSignal): Promise<Message> {
    const { owner } = await this.thread(uid);
    return this.#add(owner, staffId, sent, gone);
  }

  /** The messages, newest first; `before` is the cursor, an id. `hasMore` is set if there are older messages. */
  async messages(owner: OwnerId, { before, limit = PAGE }: { readonly before?: number; readonly limit?: number } = {}) {
    const { rows } = await this.#parts.pool.query<MessageRow>(
      `${selectMessages} where message.owner = $1 and ($2::bigint is null or message.id < $2)
       order by message.id desc limit $3`,
      [owner, before ?? null, limit + 1],
    );
    return { messages: rows.slice(0, limit).map(toMessage), hasMore: rows.length > limit };
  }

  async one(owner: OwnerId, id: number): Promise<Message | undefined> {
    const { rows } = await this.#parts.pool.query<MessageRow>(
      `${selectMessages} where message.owner = $1 and message.id = $2`,
      [owner, id],
    );
    return rows[0] && toMessage(rows[0]);
  }

  async standing(owner: OwnerId): Promise<Standing> {
    const { rows } = await this.#parts.pool.query<{ state: 'open' | 'closed'; unread: number; seen_id: string }>(
      `select state, seen_id, (select count(*)::int from support_message message
         where message.owner = thread.owner and staff_id is not null and id > thread.read_id) as unread
       from support_thread thread where owner = $1`,
      [owner],
    );
    const row = rows[0];
    if (row === undefined) return { state: 'none', unread: 0, seen: 0 };
    return { state: row.state, unread: row.unread, seen: Number(row.seen_id) };
  }

  /** Marks everything up to this message as read by the client. Returns how many messages are left unread. */
  async markRead(owner: OwnerId, upTo: number): Promise<number> {
    await this.#parts.pool.query(
      `update support_thread set read_id = newest.id
       from (select max(id) as id from support_message where owner = $1 and id <= $2) newest
       where owner = $1 and read_id < newest.id`,
      [owner, upTo],
    );
    return (await this.standing(owner)).unread;
  }

  /** Marks everything up to this message as delivered to a page of the client. */
  async markDelivered(owner: OwnerId, upTo: number): Promise<void> {
    await this.#parts.pool.query(
      `update support_thread set delivered_id = least($2, answered_id)
       where owner = $1 and delivered_id < least($2, answered_id)`,
      [owner, upTo],
    );
  }

  /**
   * Marks everything up to this message as seen by an operator. Returns the id of the newest message seen. Errors:
   * unknown_client.
   */
  async markSeen(uid: string, upTo: number): Promise<number> {
    const { owner } = await this.thread(uid);
    await this.#parts.pool.query(
      `update support_thread set seen_id = newest.id
       from (select max(id) as id from support_message where owner = $1 and id <= $2) newest
       where owner = $1 and seen_id < newest.id`,
      [owner, upTo],
    );
    return (await this.thread(uid)).seenId;
  }

  /** The matching conversations, those with the newest messages first. */
  async list({ state, assignedTo, limit }: ThreadFilter): Promise<Thread[]> {
    const { rows } = await this.#parts.pool.query<ThreadRow>(
      `${selectThreads} where ($1::text is null or thread.state = $1)
         and (not $2 or thread.assigned_to is not distinct from $3)
       order by thread.last_at desc limit $4`,
      [state ?? null, assignedTo !== undefined, assignedTo ?? null, limit],
    );
    return rows.map(toThread);
  }

  /** The number of clients waiting for an answer. */
  async waiting(): Promise<number> {
    const { rows } = await this.#parts.pool.query<{ waiting: number }>(
      'select count(*)::int as waiting from support_thread where waiting_since is not null',
    );
    return rows[0]?.waiting ?? 0;
  }

  /** The client's conversation. Errors: unknown_client, also if nothing was ever written in the conversation. */
  async thread(uid: string): Promise<Thread> {
    const { rows } = await this.#parts.pool.query<ThreadRow>(`${selectThreads} where client.unique_id = $1`, [uid]);
    if (rows[0] === undefined) throw new ApiError('unknown_client');
    return toThread(rows[0]);
  }

  /** Members who may answer clients. */
  async operators(): Promise<{ id: string; name: string }[]> {
    const { rows } = await this.#parts.pool.query<{ id: string; name: string }>(
      `select id, name from staff_member
       where disabled_at is null and password is not null and roles && $1 order by name, id`,
      [ANSWERING],
    );
    return rows;
  }

  /**
   * Assigns a conversation to an operator, or to nobody if `staffId` is undefined. Errors: unknown_client,
   * unknown_operator.
   */
  async assign(uid: string, staffId: string | undefined): Promise<Thread> {
    const isKnown = staffId === undefined || (await this.operators()).some(({ id }) => id === staffId);
    if (!isKnown) throw new ApiError('unknown_operator');
    return this.#change(uid, 'assigned_to = $2', staffId ?? null);
  }

  /** Opens or closes a conversation; a closed conversation is not waiting for an answer. Errors: unknown_client. */
  setState(uid: string, state: 'open' | 'closed'): Promise<Thread> {
    const rest = state === 'closed' ? ', waiting_since = null' : '';
    return this.#change(uid, `state = $2${rest}`, state);
  }

  async #change(uid: string, change: string, parameter: string | null): Promise<Thread> {
    const { owner } = await this.thread(uid);
    await this.#parts.pool.query(`update support_thread set ${change} where owner = $1`, [owner, parameter]);
    return this.thread(uid);
  }

  async #add(owner: OwnerId, staffId: string | null, sent: SentMessage, gone: AbortSignal): Promise<Message> {
    const text = sent.text.trim();
    if (text === '' && sent.attachment === undefined) throw new ApiError('message_required');
    const add = () => this.#insert(owner, staffId, { ...sent, text });
    return sent.attachment === undefined ? add() : this.#parts.attachments.inTurn(owner, staffId, gone, add);
  }

  async #insert(owner: OwnerId, staffId: string | null, sent: SentMessage): Promise<Message> {
    const { pool, attachments } = this.#parts;
    const known = await bySender(pool, owner, staffId, sent.reference);
    if (known !== undefined) return known;
    const file = sent.attachment && (await attachments.store(owner, staffId, sent.attachment));
    await inTransaction(pool, async (client) => {
      // This statement also locks the conversation, so that its messages are stored one after another and their ids
      // reflect their order.
      await client.query(staffId === null ? touchAsClient : touchAsStaff, [owner]);
      const id = await insert(client, owner, staffId, sent);
      // If no row was inserted, the message was sent twice concurrently: the other call has stored it, and the file
      // that this call stored is deleted later.
      if (id === undefined) return;
      if (sent.attachment !== undefined) {
        await attachments.takeWithin(client, owner, staffId, sent.attachment);
        await client.query('update support_attachment set message_id = $2 where id = $1', [file, id]);
      }
      if (sent.topic !== undefined)
        await client.query('update support_thread set topic = $2 where owner = $1', [owner, sent.topic]);
      if (staffId !== null)
        await client.query('update support_thread set answered_id = $2 where owner = $1', [owner, id]);
    });
    if (sent.attachment) await attachments.forgetUpload(sent.attachment);
    const added = await bySender(pool, owner, staffId, sent.reference);
    if (added === undefined)
      throw new Error(`the support message of owner ${owner} could not be read back after it was stored`);
    return added;
  }
}

const ANSWERING: readonly StaffRole[] = ['support', 'compliance', 'administrator'];

const touchAsClient = `
  insert into support_thread (owner, waiting_since) values ($1, now())
  on conflict (owner) do update set state = 'open', last_at = now(),
    waiting_since = coalesce(support_thread.waiting_since, now())`;
const touchAsStaff = `update support_thread set state = 'open', last_at = now(), waiting_since = null where owner = $1`;

async function insert(
  client: PoolClient,
  owner: OwnerId,
  staffId: string | null,
  { text, reference, topic, about }: SentMessage,
): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>(
    `insert into support_message (owner, staff_id, body, reference, topic, about) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing returning id`,
    [owner, staffId, text, reference, topic ?? null, about === undefined ? null : JSON.stringify(about)],
  );
  return rows[0]?.id;
}

async function bySender(
  pool: Pool,
  owner: OwnerId,
  staffId: string | null,
  reference: string,
): Promise<Message | undefined> {
  const { rows } = await pool.query<MessageRow>(
    `${selectMessages} where message.owner = $1 and coalesce(message.staff_id, '') = $2 and message.reference = $3`,
    [owner, staffId ?? '', reference],
  );
  return rows[0] && toMessage(rows[0]);
}

const toMessage = (row: MessageRow): Message => ({
  id: Number(row.id),
  from: row.staff_id === null ? 'client' : 'support',
  name: row.staff_name?.split(' ')[0] ?? '',
  text: row.body,
  ...(row.file_id === null
    ? {}
    : { attachment: { id: row.file_id, name: row.file_name, type: row.file_type, size: row.size_bytes } }),
  ...(row.topic === null ? {} : { topic: row.topic }),
  ...(row.about === null ? {} : { about: row.about }),
  atMs: row.at.getTime(),
});

const toThread = (row: ThreadRow): Thread => ({
  owner: Number(row.owner),
  uid: row.unique_id,
  name: row.name,
  email: row.email,
  isVerified: row.is_verified,
  state: row.state,
  waitingSinceMs: row.waiting_since?.getTime(),
  lastAtMs: row.last_at.getTime(),
  readId: Number(row.read_id),
  seenId: Number(row.seen_id),
  deliveredId: Number(row.delivered_id),
  topic: row.topic ?? undefined,
  assignedTo: row.assigned_to === null ? undefined : { id: row.assigned_to, name: row.assigned_name ?? '' },
});
