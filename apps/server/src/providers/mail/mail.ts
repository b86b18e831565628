import type { Language } from '@vitrine/contract/languages';

/** Where and when the request was made that an email is about. */
export interface MailRequest {
  readonly ip: string;
  readonly userAgent: string;
  /** The time of the request; by default, now. */
  readonly atMs?: number;
}

/** An email to one person. `code` is the code in the text, if there is one. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text; an empty line separates paragraphs. */
  readonly text: string;
  /** The same text as HTML, for mail programs that display it. */
  readonly html?: string;
  readonly code?: string;
  /** Shown at the end of the email, so that its reader can recognize their own request. */
  readonly request?: MailRequest;
  /**
   * True if the address may have been entered by anyone, so that its owner need not be a client. Such an email contains
   * nothing that belongs to a client, such as the anti-phishing code.
   */
  readonly isUnproved?: boolean;
  /** The language of the text; English by default. */
  readonly language?: Language | undefined;
}

export interface MailSender {
  send(mail: Mail): Promise<void>;
}
