import type { OwnerId } from '@vitrine/core';
import type { Pool } from 'pg';
import { normaliseEmail } from '../../auth/email.ts';
import { isKnownBrowser, type SigningDevice } from '../../auth/sign-in/known-devices.ts';
import { ApiError } from '../../kit/api-error.ts';
import type { AttemptLimit, AttemptLimits } from '../../kit/attempt-limits.ts';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import type { MailQueue } from '../../notifications/mail/mail-queue.ts';
import { visitorAnswerMail } from '../../notifications/mail/mails.ts';

const FROM_ADDRESS: AttemptLimit = { name: 'visitor_request', attempts: 5, windowSeconds: 3_600 };
/**
 * Requests per email address and sender's IP address: people elsewhere who enter somebody's email address do not use up
 * that person's limit.
 */
const FROM_EMAIL: AttemptLimit = { name: 'visitor_request_email', attempts: 5, windowSeconds: 86_400 };
const OWN: AttemptLimit = { name: 'visitor_request_own', attempts: 5, windowSeconds: 3_600 };
/**
 * Maximum number of unanswered requests from visitors. More would never be read, so it is better to refuse new requests
 * than to leave them unread.
 */
const MOST_OPEN = 2_000;

export interface VisitorRequest {
  readonly id: number;
  readonly atMs: number;
  readonly email: string;
  /**
   * UID of the client with this email address; undefined if there is none. It is not proved that this client is the
   * sender.
   */
  readonly uid: string | undefined;
  readonly text: string;
  readonly answeredAtMs: number | undefined;
  readonly answeredBy: string;
  readonly answer: string;
}

/** The sender of a request. */
export interface Sender {
  /** Set for a signed-in client: visitors at the same IP address do not use up the client's requests. */
  readonly owner: OwnerId | undefined;
  /**
   * The sender's browser. If the client with the given email address has signed in with this browser before, the sender
   * is treated as that client.
   */
  readonly device: SigningDevice;
}

interface Row {
  readonly id: string;
  readonly at: Date;
  readonly email: string;
  readonly uid: string | null;
  readonly body: string;
  readonly answered_at: Date | null;
  readonly answered_by: string | null;
  readonly answer: string;
}

export interface VisitorRequestsParts {
  readonly pool: Pool;
  readonly limits: AttemptLimits;
  readonly mailQueue: Pick<MailQueue, 'addForOthers' | 'sendAll'>;
  readonly brand: () => string;
}

const SELECT = `select request.id, at, request.email, client.unique_id as uid, body, answered_at, member.name as answered_by, answer
  from visitor_request request
  left join person on person.email = request.email left join client on client.person_id = person.id
  left join staff_member member on member.id = request.answered_by`;

/**
 * Support requests from people who cannot sign in or have no account. They are answered at the email address they give.
 */
export class VisitorRequests {
  readonly #parts: VisitorRequestsParts;

  constructor(parts: VisitorRequestsParts) {
    this.#parts = parts;
  }

  /**
   * Stores a request; a request with a known reference is not stored again. Errors: email_invalid, message_required,
   * too_many_requests, support_full.
   */
  async write(
    { email: typed, text, reference }: { readonly email: string; readonly text: string; readonly reference: string },
    { owner: signedIn, device }: Sender,
  ): Promise<void> {
    const { pool, limits } = this.#parts;
    const email = normaliseEmail(typed);
    if (email === undefined) throw new ApiError('email_invalid');
    if (text.trim() === '') throw new ApiError('message_required');
    const owner = signedIn ?? (await this.#ownerOf(email, device));
    if (owner === undefined) {
      await limits.countFrom(device.ip, FROM_ADDRESS);
      await limits.countFrom(device.ip, FROM_EMAIL, email);
    } else {
      await limits.count(OWN, String(owner));
    }
    const isStranger = owner === undefined;
    if (isStranger && (await this.#strangersWaiting()) >= MOST_OPEN) throw new ApiError('support_full');
    await pool.query(
      `insert into visitor_request (email, body, reference, is_stranger) values ($1, $2, $3, $4)
       on conflict (reference) do nothing`,
      [email, text.trim(), reference, isStranger],
    );
  }

  async #ownerOf(email: string, device: SigningDevice): Promise<OwnerId | undefined> {
    const { pool } = this.#parts;
    const { rows } = await pool.query<{ owner: string }>(
      'select owner from client join person on person.id = client.person_id where person.email = $1',
      [email],
    );
    const owner = rows[0] && (Number(rows[0].owner) as OwnerId);
    return owner !== undefined && (await isKnownBrowser(pool, owner, device)) ? owner : undefined;
  }

  /**
   * The number of unanswered requests from visitors. Requests from clients are not counted: they have their own limits,
   * and are accepted even when this queue is full.
   */
  async #strangersWaiting(): Promise<number> {
    const { rows } = await this.#parts.pool.query<{ n: number }>(
      'select count(*)::int as n from visitor_request where answered_at is null and is_stranger',
    );
    return rows[0]?.n ?? 0;
  }

  /** The number of requests waiting for an answer. */
  async waiting(): Promise<number> {
    const { rows } = await this.#parts.pool.query<{ n: number }>(
      'select count(*)::int as n from visitor_request where answered_at is null',
    );
    return rows[0]?.n ?? 0;
  }

  /** Waiting requests, oldest first, or answered ones, newest first. */
  async list(which: 'waiting' | 'answered', limit = 100): Promise<VisitorRequest[]> {
    const isWaiting = which === 'waiting';
    const { rows } = await this.#parts.pool.query<Row>(
      `${SELECT} where (answered_at is null) = $1 order by request.id ${isWaiting ? 'asc' : 'desc'} limit $2`,
      [isWaiting, limit],
    );
    return rows.map(fromRow);
  }

  /**
   * Sends the answer by email, which is queued in the transaction that marks the request as answered. Errors:
   * message_required, request_answered.
   */
  async answer(id: number, text: string, staffId: string): Promise<void> {
    const { pool, mailQueue, brand } = this.#parts;
    if (text.trim() === '') throw new ApiError('message_required');
    await inTransaction(pool, async (transaction) => {
      const { rows } = await transaction.query<{ email: string; at: Date }>(
        `update visitor_request set answered_at = now(), answered_by = $2, answer = $3
         where id = $1 and answered_at is null returning email, at`,
        [id, staffId, text.trim()],
      );
      const request = rows[0];
      if (request === undefined) throw new ApiError('request_answered');
      const message = visitorAnswerMail(brand(), { id, atMs: request.at.getTime(), answer: text.trim() });
      await mailQueue.addForOthers([request.email], message, transaction);
    });
    await mailQueue.sendAll('others');
  }
}

const fromRow = (row: Row): VisitorRequest => ({
  id: Number(row.id),
  atMs: row.at.getTime(),
  email: row.email,
  uid: row.uid ?? undefined,
  text: row.body,
  answeredAtMs: row.answered_at?.getTime(),
  answeredBy: row.answered_by ?? '',
  answer: row.answer,
});
