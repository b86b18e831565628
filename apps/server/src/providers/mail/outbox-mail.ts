import type { Pool } from 'pg';
import type { Mail, MailSender } from './mail.ts';

export interface OutboxMessage {
  readonly at: number;
  readonly channel: 'email' | 'sms';
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly code: string;
}

/** The sandbox's mail. It is stored in a table, to be read at /sandbox/messages, and never sent. */
export class OutboxMail implements MailSender {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async send({ to, subject, text, code = '' }: Mail): Promise<void> {
    await this.#pool.query(
      `insert into outbox (channel, recipient, subject, body, code) values ('email', $1, $2, $3, $4)`,
      [to, subject, text, code],
    );
  }

  /** The stored messages, newest first, at most 200. */
  async messages(to?: string): Promise<OutboxMessage[]> {
    const { rows } = await this.#pool.query<OutboxMessage>(
      `select (extract(epoch from at) * 1000)::float8 as at, channel, recipient as "to", subject, body as text, code
       from outbox where $1::text is null or recipient = lower($1) order by id desc limit 200`,
      [to ?? null],
    );
    return rows.map((row) => ({ ...row, at: Math.floor(row.at) }));
  }
}
