import { createTransport, type Transporter } from 'nodemailer';
import { isLoopback } from '../loopback.ts';
import type { Mail, MailSender } from './mail.ts';

/** Timeouts: one for connecting and for the server's greeting, and one for every later response. */
const LIMITS = { greetingMs: 5_000, silenceMs: 10_000 };

/**
 * Sends mail through an SMTP server, such as smtps://user:password@mail.example:465. A remote server must offer TLS,
 * directly or by STARTTLS; otherwise nothing is sent.
 */
export class SmtpMail implements MailSender {
  readonly #transport: Transporter;
  readonly #from: string;

  constructor(smtpUrl: string, from: string, { greetingMs, silenceMs } = LIMITS) {
    this.#transport = createTransport({
      url: smtpUrl,
      requireTLS: !isLoopback(new URL(smtpUrl).hostname),
      dnsTimeout: greetingMs,
      connectionTimeout: greetingMs,
      greetingTimeout: greetingMs,
      socketTimeout: silenceMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    this.#from = from;
  }

  async send({ to, subject, text, html }: Mail): Promise<void> {
    await this.#transport.sendMail({ from: this.#from, to, subject, text, ...(html === undefined ? {} : { html }) });
  }
}
