/** The origin of the request that a message is about. */
export interface MailRequest {
  readonly ip: string;
  readonly userAgent: string;
  /** Default: now. */
  readonly atMs?: number;
}

/** One message to one person. `code` is the code in the text, if there is one. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text; an empty line divides paragraphs. */
  readonly text: string;
  /** The same as HTML, for programs that display it. */
  readonly html?: string;
  readonly code?: string;
  /** Shown at the end of the message, so that its reader can recognize their own request. */
  readonly request?: MailRequest;
  /**
   * Anyone may have named this reader, who is not asked for: the message says nothing of a client's, such as the
   * anti-phishing code.
   */
  readonly isUnproved?: boolean;
}

export interface MailSender {
  send(mail: Mail): Promise<void>;
}
