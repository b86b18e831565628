import type { Sms, SmsSender } from './sms.ts';

export interface HttpSmsSettings {
  readonly url: string;
  /** Sent as `Authorization: Bearer`. */
  readonly token: string;
  /** The sender's name or number, as registered with the provider. */
  readonly from: string;
}

const RESPOND_WITHIN_MS = 10_000;

/** Sends text messages through a provider's HTTP API: one POST per message, with `from`, `to` and `text` as JSON. */
export class HttpSms implements SmsSender {
  readonly #settings: HttpSmsSettings;

  constructor(settings: HttpSmsSettings) {
    this.#settings = settings;
  }

  /** Throws if the provider does not respond with a 2xx in time. */
  async send({ to, text }: Sms): Promise<void> {
    const { url, token, from } = this.#settings;
    const answer = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ from, to, text }),
      redirect: 'error',
      signal: AbortSignal.timeout(RESPOND_WITHIN_MS),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`the SMS provider returned ${answer.status}`);
  }
}
