import { setTimeout as pause } from 'node:timers/promises';
import type { Language } from '@vitrine/contract/languages';
import type { OwnerId } from '@vitrine/core';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Device } from '../../kit/device.ts';
import { textsIn } from '../../kit/texts.ts';
import type { MailRequest, MailSender } from '../../providers/mail/mail.ts';
import { languageOf } from './language-of.ts';
import type { Letter, MailContent } from './mails.ts';

export interface MailQueueParts {
  readonly pool: Pool;
  readonly mail: MailSender;
  /** Key for encrypting emails that contain an invitation link; at least 32 characters. */
  readonly secret: string;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
}

/** How long the request that caused an email waits for it to be sent. */
const PATIENCE_MS = 1_000;
/**
 * The delay before the first retry: longer than the SMTP timeout, so that no other exchange server sends the email while
 * the first attempt is still running.
 */
const FIRST_PAUSE_SECONDS = 120;
const LONGEST_PAUSE_SECONDS = 3_600;
/**
 * The maximum number of attempts to send an email. Most are an hour apart, so they take about three days; then delivery
 * is abandoned.
 */
const MOST_ATTEMPTS = 80;

interface Row {
  readonly mail_id: string;
  readonly owner: string | null;
  readonly subject: string;
  readonly text: string;
  readonly language: string;
  readonly is_sealed: boolean;
  readonly attempts: number;
  readonly email: string;
  readonly request: Pick<MailRequest, 'ip' | 'userAgent'> | null;
  readonly queued_at: Date;
}

/** Stores emails in the transaction that causes them, and sends them afterwards with retries. */
export class MailQueue {
  readonly #parts: MailQueueParts;
  readonly #underWay = new Set<Promise<void>>();

  constructor(parts: MailQueueParts) {
    this.#parts = parts;
  }

  /**
   * Stores an email to a client, in the language of their account. `request` is the request that caused the email, if
   * there was one; its language applies until the account has one.
   */
  async add(owner: OwnerId, letter: Letter, database: Pick<Pool, 'query'>, request?: Device): Promise<void> {
    const texts = textsIn((await languageOf(owner, database)) ?? request?.language);
    const { subject, text } = letter(texts);
    await database.query(
      'insert into mail_queue (owner, subject, text, request, language) values ($1, $2, $3, $4, $5)',
      [
        owner,
        subject,
        text,
        request === undefined || request.ip === '' ? null : { ip: request.ip, userAgent: request.userAgent },
        texts.language,
      ],
    );
  }

  /** Stores the same email for each of these owners who is a client, each in their language. */
  async addToAll(owners: readonly OwnerId[], letter: Letter, database: Pick<Pool, 'query'>): Promise<void> {
    await this.addEach(
      owners.map((owner) => ({ owner, letter })),
      database,
    );
  }

  /** Stores an email for each of these clients. */
  async addEach(
    rows: readonly { readonly owner: OwnerId; readonly letter: Letter }[],
    database: Pick<Pool, 'query'>,
  ): Promise<void> {
    const owners = rows.map(({ owner }) => owner);
    const chosen = await database.query<{ owner: string; language: string }>(
      `select owner, chosen ->> 'language' as language from client_preferences
       where owner = any($1::bigint[]) and chosen ? 'language'`,
      [owners],
    );
    const languages = new Map(chosen.rows.map(({ owner, language }) => [Number(owner), language]));
    const written = new Map<Letter, Map<Language, MailContent>>();
    const mails = rows.map(({ owner, letter }) => {
      const texts = textsIn(languages.get(owner));
      const known = written.get(letter) ?? new Map<Language, MailContent>();
      written.set(letter, known);
      const content = known.get(texts.language) ?? letter(texts);
      known.set(texts.language, content);
      return { ...content, language: texts.language };
    });
    await database.query(
      `insert into mail_queue (owner, subject, text, language)
       select row.owner, row.subject, row.text, row.language
       from unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) row(owner, subject, text, language)
       join client using (owner)`,
      [
        owners,
        mails.map(({ subject }) => subject),
        mails.map(({ text }) => text),
        mails.map(({ language }) => language),
      ],
    );
  }

  /** Stores emails to staff and to people who are not signed in: these contain no anti-phishing code. */
  async addForOthers(
    emails: readonly string[],
    { subject, text }: MailContent,
    database: Pick<Pool, 'query'>,
  ): Promise<void> {
    await database.query(
      'insert into mail_queue (email, subject, text) select email, $2, $3 from unnest($1::text[]) email',
      [emails, subject, text],
    );
  }

  /** Stores an email with an invitation link in encrypted form, so that reading the table does not reveal the link. */
  async addEncrypted(email: string, { subject, text }: MailContent, database: Pick<Pool, 'query'>): Promise<void> {
    const sealed = await symmetricEncrypt({ key: this.#parts.secret, data: text });
    await database.query('insert into mail_queue (email, subject, text, is_sealed) values ($1, $2, $3, true)', [
      email,
      subject,
      sealed,
    ]);
  }

  /** Resolves when nothing is being sent. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  /**
   * Sends all due emails or, if `readers` is given, only the emails to that client or to `others` (people who are not
   * clients); the call then waits only a moment for a slow mail server. Failed emails are retried later. Never throws.
   */
  async sendAll(readers?: OwnerId | 'others'): Promise<void> {
    const sending = this.#sendDue(readers).finally(() => this.#underWay.delete(sending));
    this.#underWay.add(sending);
    await (readers === undefined ? sending : Promise.race([sending, pause(PATIENCE_MS, undefined, { ref: false })]));
  }

  async #sendDue(readers: OwnerId | 'others' | undefined): Promise<void> {
    const { log } = this.#parts;
    try {
      for (let mail = await this.#take(readers); mail !== undefined; mail = await this.#take(readers))
        await this.#send(mail);
    } catch (error) {
      log.error({ err: error }, 'sending queued mail failed');
    }
  }

  /**
   * Takes the oldest due email. If sending fails, the email is due again after a pause that grows with each attempt.
   */
  async #take(readers?: OwnerId | 'others'): Promise<Row | undefined> {
    const { rows } = await this.#parts.pool.query<Row>(
      `update mail_queue mail set attempts = attempts + 1,
         next_at = now() + make_interval(secs => least($1 * 2 ^ least(attempts, 20), $2))
       where mail_id = (
         select mail_id from mail_queue where next_at <= now() and ($3::bigint is null or owner = $3)
           and (email is not null or not $4)
           order by mail_id limit 1 for update skip locked)
       returning mail.*, coalesce(mail.email, (
         select person.email from client join person on person.id = client.person_id
         where client.owner = mail.owner)) as email`,
      [
        FIRST_PAUSE_SECONDS,
        LONGEST_PAUSE_SECONDS,
        readers === 'others' ? null : (readers ?? null),
        readers === 'others',
      ],
    );
    return rows[0];
  }

  async #send({ mail_id: id, owner, subject, text, language, is_sealed, attempts, email, ...row }: Row): Promise<void> {
    const { pool, mail, secret, log } = this.#parts;
    const request = row.request === null ? {} : { request: { ...row.request, atMs: row.queued_at.getTime() } };
    try {
      const words = is_sealed ? await symmetricDecrypt({ key: secret, data: text }) : text;
      const inLanguage = { language: textsIn(language).language };
      await mail.send({ to: email, subject, text: words, isUnproved: owner === null, ...inLanguage, ...request });
    } catch (error) {
      log.warn({ err: error, owner, attempts }, 'mail delivery failed');
      if (attempts < MOST_ATTEMPTS) return;
      log.error({ owner, subject }, 'mail delivery abandoned');
    }
    await pool.query('delete from mail_queue where mail_id = $1', [id]);
  }
}
