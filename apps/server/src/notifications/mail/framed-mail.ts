import type { Pool } from 'pg';
import { textsIn } from '../../kit/texts.ts';
import type { Mail, MailSender } from '../../providers/mail/mail.ts';
import { mailHtml, mailText } from './mail-frame.ts';

export interface FramedMailParts {
  /** Delivers the messages. */
  readonly carrier: MailSender;
  readonly pool: Pool;
  readonly brand: () => string;
  readonly now: () => number;
}

/**
 * Puts every email, as text and as HTML, into the same frame. The frame contains the anti-phishing code, if the
 * recipient is known to be a client who has set one, and the time, address and device of the request that caused the
 * email, if there was one.
 */
export class FramedMail implements MailSender {
  readonly #parts: FramedMailParts;

  constructor(parts: FramedMailParts) {
    this.#parts = parts;
  }

  async send({ isUnproved = false, language, ...mail }: Mail): Promise<void> {
    const { carrier, brand, now } = this.#parts;
    const message = {
      texts: textsIn(language),
      brand: brand(),
      paragraphs: mail.text.split(/\n{2,}/),
      code: mail.code,
      antiPhishingCode: isUnproved ? undefined : await this.#antiPhishingCode(mail.to),
      request: mail.request === undefined ? undefined : { atMs: now(), ...mail.request },
    };
    await carrier.send({ ...mail, text: mailText(message), html: mailHtml(message) });
  }

  async #antiPhishingCode(email: string): Promise<string | undefined> {
    const { rows } = await this.#parts.pool.query<{ anti_phishing_code: string | null }>(
      `select client.anti_phishing_code from client join person on person.id = client.person_id where person.email = $1`,
      [email],
    );
    return rows[0]?.anti_phishing_code ?? undefined;
  }
}
