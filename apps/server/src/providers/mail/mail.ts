/** The origin of the request that a message is about. */
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
  /** Plain text; an empty line divides paragraphs. */
  readonly text: string;
  /** The same message as HTML, for mail programs that display it. */
  readonly html?: string;
  readonly code?: string;
  /** Shown at the end of the message, so that its reader can recognize their own request. */
  readonly request?: MailRequest;
  /**
   * Whether anyone may have entered this email address, so that the reader need not be a client. Such a message
   * contains nothing that belongs to a client, such as the anti-phishing code.
   */
  readonly isUnproved?: boolean;
}

export interface MailSender {
  send(mail: Mail): Promise<void>;
}
