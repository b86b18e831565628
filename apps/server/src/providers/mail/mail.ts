/** The origin of the request that an email is about. */
export interface MailRequest {
  readonly ip: string;
  readonly userAgent: string;
  /** Default: now. */
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
   * True if anyone could have entered this email address, so its owner may not be a client. Such an email contains
   * nothing that belongs to a client, such as the anti-phishing code.
   */
  readonly isUnproved?: boolean;
}

export interface MailSender {
  send(mail: Mail): Promise<void>;
}
