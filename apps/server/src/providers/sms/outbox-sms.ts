import type { Pool } from 'pg';
import type { Sms, SmsSender } from './sms.ts';

/** The sandbox's text messages. They are stored with its emails, to be read at /sandbox/messages, and never sent. */
export class OutboxSms implements SmsSender {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async send({ to, text, code = '' }: Sms): Promise<void> {
    await this.#pool.query(
      `insert into outbox (channel, recipient, subject, body, code) values ('sms', $1, '', $2, $3)`,
      [to, text, code],
    );
  }
}
