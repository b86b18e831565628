import type { OwnerId } from '@vitrine/core';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { MailSender } from '../../providers/mail/mail.ts';
import type { Letter } from './letters.ts';

export interface KeptLettersParts {
  readonly pool: Pool;
  readonly mail: MailSender;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
}

const EVERY_MS = 10_000;
/** Longer than a mail server is waited for: nobody else takes the letter meanwhile. */
const FIRST_PAUSE_SECONDS = 120;
const LONGEST_PAUSE_SECONDS = 3_600;
/** Three days of hours: what no mail server takes by then is given up. */
const MOST_ATTEMPTS = 80;

interface Row {
  readonly letter_id: string;
  readonly owner: string;
  readonly subject: string;
  readonly text: string;
  readonly attempts: number;
  readonly email: string;
}

/** Mails to clients that must not be lost. They hold or fall with the transaction that keeps them. */
export class KeptLetters {
  readonly #parts: KeptLettersParts;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  constructor(parts: KeptLettersParts) {
    this.#parts = parts;
  }

  async keep(owner: OwnerId, { subject, text }: Letter, database: Pick<Pool, 'query'>): Promise<void> {
    await database.query('insert into kept_letters (owner, subject, text) values ($1, $2, $3)', [owner, subject, text]);
  }

  start(): void {
    // One round at a time, however slow the mail server is.
    const run = () => {
      this.#running ??= this.sendAll().finally(() => {
        this.#running = undefined;
      });
    };
    run();
    this.#timer = setInterval(run, EVERY_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  /** All that are due, of one client where one is named. What is not taken now is tried again later; never throws. */
  async sendAll(owner?: OwnerId): Promise<void> {
    const { log } = this.#parts;
    try {
      for (let letter = await this.#take(owner); letter !== undefined; letter = await this.#take(owner))
        await this.#send(letter);
    } catch (error) {
      log.error({ err: error }, 'kept letters could not be sent');
    }
  }

  /** The oldest that is due; it is due again after a pause that grows, should it not be sent. */
  async #take(owner?: OwnerId): Promise<Row | undefined> {
    const { rows } = await this.#parts.pool.query<Row>(
      `update kept_letters letter set attempts = attempts + 1,
         next_at = now() + make_interval(secs => least($1 * 2 ^ least(attempts, 20), $2))
       from client join person on person.id = client.person_id
       where client.owner = letter.owner and letter_id = (
         select letter_id from kept_letters where next_at <= now() and ($3::bigint is null or owner = $3)
           order by letter_id limit 1 for update skip locked)
       returning letter.*, person.email`,
      [FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS, owner ?? null],
    );
    return rows[0];
  }

  async #send({ letter_id: id, owner, subject, text, attempts, email }: Row): Promise<void> {
    const { pool, mail, log } = this.#parts;
    try {
      await mail.send({ to: email, subject, text });
    } catch (error) {
      log.warn({ err: error, owner, attempts }, 'a letter was not taken');
      if (attempts < MOST_ATTEMPTS) return;
      log.error({ owner, subject }, 'a letter is given up');
    }
    await pool.query('delete from kept_letters where letter_id = $1', [id]);
  }
}
