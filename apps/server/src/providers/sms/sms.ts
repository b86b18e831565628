/** One text message. `code` is the code in the text, if there is one. */
export interface Sms {
  /** The phone number in E.164 form, such as +14155552671. */
  readonly to: string;
  readonly text: string;
  readonly code?: string;
}

export interface SmsSender {
  send(sms: Sms): Promise<void>;
}
