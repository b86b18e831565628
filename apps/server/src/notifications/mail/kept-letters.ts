import { setTimeout as pause } from 'node:timers/promises';
import type { OwnerId } from '@vitrine/core';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { MailRequest, MailSender } from '../../providers/mail/mail.ts';
import type { Letter } from './letters.ts';

export interface KeptLettersParts {
  readonly pool: Pool;
  readonly mail: MailSender;
  /** Seals letters with a link to sign in by; at least 32 characters. */
  readonly secret: string;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
}

/** So long someone who has just done what a letter is about is kept waiting for it. */
const PATIENCE_MS = 1_000;
/** Longer than a mail server is waited for: nobody else takes the letter meanwhile. */
const FIRST_PAUSE_SECONDS = 120;
const LONGEST_PAUSE_SECONDS = 3_600;
/** Three days of hours: what no mail server takes by then is given up. */
const MOST_ATTEMPTS = 80;

interface Row {
  readonly letter_id: string;
  readonly owner: string | null;
  readonly subject: string;
  readonly text: string;
  readonly is_sealed: boolean;
  readonly attempts: number;
  readonly email: string;
  readonly request: Pick<MailRequest, 'ip' | 'userAgent'> | null;
  readonly kept_at: Date;
}

/** Mails that must not be lost. They hold or fall with the transaction that keeps them. */
export class KeptLetters {
  readonly #parts: KeptLettersParts;
  readonly #underWay = new Set<Promise<void>>();

  constructor(parts: KeptLettersParts) {
    this.#parts = parts;
  }

  /** `request` is where the request came from that the letter is about, where there was one. */
  async keep(
    owner: OwnerId,
    { subject, text }: Letter,
    database: Pick<Pool, 'query'>,
    request?: MailRequest,
  ): Promise<void> {
    await database.query('insert into kept_letters (owner, subject, text, request) values ($1, $2, $3, $4)', [
      owner,
      subject,
      text,
      request === undefined ? null : { ip: request.ip, userAgent: request.userAgent },
    ]);
  }

  /** For staff, and for people who are no clients or have not shown which: without an anti-phishing code. */
  async keepForOthers(
    emails: readonly string[],
    { subject, text }: Letter,
    database: Pick<Pool, 'query'>,
  ): Promise<void> {
    await database.query(
      'insert into kept_letters (email, subject, text) select email, $2, $3 from unnest($1::text[]) email',
      [emails, subject, text],
    );
  }

  /** A letter whose text opens a door: whoever reads the table learns nothing. */
  async keepSealed(email: string, { subject, text }: Letter, database: Pick<Pool, 'query'>): Promise<void> {
    const sealed = await symmetricEncrypt({ key: this.#parts.secret, data: text });
    await database.query('insert into kept_letters (email, subject, text, is_sealed) values ($1, $2, $3, true)', [
      email,
      subject,
      sealed,
    ]);
  }

  /** Resolves once nothing is being sent. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  /**
   * All that are due, of one client, or of all who are none, where that is said: a slow mail server is then waited for no
   * longer than a moment. What is not taken now is tried again later; never throws.
   */
  async sendAll(readers?: OwnerId | 'others'): Promise<void> {
    const sending = this.#sendDue(readers).finally(() => this.#underWay.delete(sending));
    this.#underWay.add(sending);
    await (readers === undefined ? sending : Promise.race([sending, pause(PATIENCE_MS, undefined, { ref: false })]));
  }

  async #sendDue(readers: OwnerId | 'others' | undefined): Promise<void> {
    const { log } = this.#parts;
    try {
      for (let letter = await this.#take(readers); letter !== undefined; letter = await this.#take(readers))
        await this.#send(letter);
    } catch (error) {
      log.error({ err: error }, 'sending queued mail failed');
    }
  }

  /** The oldest that is due; it is due again after a pause that grows, should it not be sent. */
  async #take(readers?: OwnerId | 'others'): Promise<Row | undefined> {
    const { rows } = await this.#parts.pool.query<Row>(
      `update kept_letters letter set attempts = attempts + 1,
         next_at = now() + make_interval(secs => least($1 * 2 ^ least(attempts, 20), $2))
       where letter_id = (
         select letter_id from kept_letters where next_at <= now() and ($3::bigint is null or owner = $3)
           and (email is not null or not $4)
           order by letter_id limit 1 for update skip locked)
       returning letter.*, coalesce(letter.email, (
         select person.email from client join person on person.id = client.person_id
         where client.owner = letter.owner)) as email`,
      [
        FIRST_PAUSE_SECONDS,
        LONGEST_PAUSE_SECONDS,
        readers === 'others' ? null : (readers ?? null),
        readers === 'others',
      ],
    );
    return rows[0];
  }

  async #send({ letter_id: id, owner, subject, text, is_sealed, attempts, email, ...row }: Row): Promise<void> {
    const { pool, mail, secret, log } = this.#parts;
    const request = row.request === null ? {} : { request: { ...row.request, atMs: row.kept_at.getTime() } };
    try {
      const words = is_sealed ? await symmetricDecrypt({ key: secret, data: text }) : text;
      await mail.send({ to: email, subject, text: words, isUnproved: owner === null, ...request });
    } catch (error) {
      log.warn({ err: error, owner, attempts }, 'mail delivery failed');
      if (attempts < MOST_ATTEMPTS) return;
      log.error({ owner, subject }, 'mail delivery abandoned');
    }
    await pool.query('delete from kept_letters where letter_id = $1', [id]);
  }
}
