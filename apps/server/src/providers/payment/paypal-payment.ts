import { formatDecimal } from '@vitrine/money';
import {
  ForgedMessage,
  type PaymentOrder,
  type PaymentProvider,
  type PaymentRequest,
  type ProviderMessage,
  type ProviderNews,
  ProviderUnreachable,
} from './payment.ts';
import { DECIMALS, field, linkedId, parseJson, readNews, readOrder, relatedId, textOf } from './paypal-words.ts';

export interface PaypalSettings {
  /** Such as https://api-m.paypal.com. */
  readonly url: string;
  readonly clientId: string;
  readonly secret: string;
  /** PayPal's id of our webhook; only messages signed for this webhook are valid. */
  readonly webhookId: string;
}

const RESPOND_WITHIN_MS = 15_000;
/** How long before its expiry a token is renewed. */
const TOKEN_MARGIN_MS = 60_000;

interface PayPalResponse {
  readonly status: number;
  readonly body: unknown;
}

interface Sent {
  readonly method: 'GET' | 'POST';
  readonly body?: string;
  readonly key?: string;
}

/** PayPal's Orders API, version 2, and its verification of webhooks. */
export class PaypalPayment implements PaymentProvider {
  readonly #settings: PaypalSettings;
  #token: { readonly text: string; readonly endsMs: number } | undefined;

  constructor(settings: PaypalSettings) {
    this.#settings = settings;
  }

  async create({ key, currency, amount, reference, returnUrl, cancelUrl }: PaymentRequest): Promise<PaymentOrder> {
    const order = {
      intent: 'CAPTURE',
      purchase_units: [
        { custom_id: reference, amount: { currency_code: currency, value: formatDecimal(amount, DECIMALS) } },
      ],
      payment_source: {
        paypal: {
          experience_context: {
            return_url: returnUrl,
            cancel_url: cancelUrl,
            user_action: 'PAY_NOW',
            shipping_preference: 'NO_SHIPPING',
          },
        },
      },
    };
    const { status, body } = await this.#send('/v2/checkout/orders', {
      method: 'POST',
      body: JSON.stringify(order),
      key,
    });
    const created = status < 300 ? readOrder(body) : undefined;
    if (created === undefined) throw new ProviderUnreachable(`PayPal did not create an order (HTTP ${status})`);
    return created;
  }

  async find(id: string): Promise<PaymentOrder | undefined> {
    const { status, body } = await this.#send(orderPath(id), { method: 'GET' });
    if (status === 404) return undefined;
    const order = status < 300 ? readOrder(body) : undefined;
    if (order === undefined) throw new ProviderUnreachable(`PayPal did not return an order (HTTP ${status})`);
    return order;
  }

  async capture(id: string, key: string): Promise<PaymentOrder | undefined> {
    const { status, body } = await this.#send(`${orderPath(id)}/capture`, { method: 'POST', body: '{}', key });
    const order = status < 300 ? readOrder(body) : undefined;
    if (order?.capture !== undefined) return order;
    // After a 422 or 404, either PayPal has finally refused the capture, or an earlier call has already captured the
    // payment. The order tells which.
    if (status >= 300 && status !== 422 && status !== 404)
      throw new ProviderUnreachable(`PayPal did not capture a payment (HTTP ${status})`);
    return this.find(id);
  }

  async orderOfCapture(captureId: string): Promise<string | undefined> {
    const path = `/v2/payments/captures/${encodeURIComponent(captureId)}`;
    const { status, body } = await this.#send(path, { method: 'GET' });
    if (status === 404) return undefined;
    if (status >= 300) throw new ProviderUnreachable(`PayPal did not return a capture (HTTP ${status})`);
    return relatedId(body, 'order_id') ?? linkedId(body, 'orders');
  }

  isSigned({ headers }: ProviderMessage): boolean {
    return signatureOf(headers) !== undefined;
  }

  async read(message: ProviderMessage): Promise<ProviderNews> {
    const event = parseJson(message.text);
    await this.#verify(message, event);
    return readNews(event);
  }

  /** Has PayPal verify the signature of a message. Throws ForgedMessage if it is wrong. */
  async #verify({ headers, text }: ProviderMessage, event: unknown): Promise<void> {
    const signature = signatureOf(headers);
    if (signature === undefined || event === undefined) throw new ForgedMessage('the message is not from PayPal');
    const signed = Object.entries(signature).map(
      ([name, value]) => `${JSON.stringify(name.replace('-', '_'))}:${JSON.stringify(value)}`,
    );
    const webhook = `"webhook_id":${JSON.stringify(this.#settings.webhookId)}`;
    // The event is sent back byte for byte: if it were serialized again, its signature would not match.
    const asked = `{${[...signed, webhook].join(',')},"webhook_event":${text}}`;
    const { status, body } = await this.#send('/v1/notifications/verify-webhook-signature', {
      method: 'POST',
      body: asked,
    });
    if (status === 400 || status === 422) throw new ForgedMessage('PayPal could not read the signature');
    if (status >= 300)
      throw new ProviderUnreachable(`PayPal did not verify the signature of a webhook message (HTTP ${status})`);
    if (field(body, 'verification_status') !== 'SUCCESS') throw new ForgedMessage('the signature is not PayPal’s');
  }

  /**
   * Sends a request with a token. If PayPal no longer accepts the token, sends the request once more with a new one.
   */
  async #send(path: string, sent: Sent): Promise<PayPalResponse> {
    const answer = await this.#ask(path, sent);
    if (answer.status !== 401) return answer;
    this.#token = undefined;
    return this.#ask(path, sent);
  }

  async #ask(path: string, { method, body, key }: Sent): Promise<PayPalResponse> {
    const headers = {
      authorization: `Bearer ${await this.#accessToken()}`,
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'PayPal-Request-Id': key, Prefer: 'return=representation' }),
    };
    return this.#fetch(path, { method, headers, ...(body === undefined ? {} : { body }) });
  }

  async #accessToken(): Promise<string> {
    if (this.#token !== undefined && this.#token.endsMs > Date.now()) return this.#token.text;
    const { clientId, secret } = this.#settings;
    const { status, body } = await this.#fetch('/v1/oauth2/token', {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    });
    const text = textOf(field(body, 'access_token'));
    const seconds = Number(field(body, 'expires_in'));
    if (status >= 300 || text === undefined || !(seconds > 0))
      throw new ProviderUnreachable(`PayPal did not return an access token (HTTP ${status})`);
    this.#token = { text, endsMs: Date.now() + seconds * 1_000 - TOKEN_MARGIN_MS };
    return text;
  }

  async #fetch(path: string, init: RequestInit): Promise<PayPalResponse> {
    try {
      const signal = AbortSignal.timeout(RESPOND_WITHIN_MS);
      const answer = await fetch(this.#settings.url + path, { ...init, redirect: 'error', signal });
      return { status: answer.status, body: parseJson(await answer.text()) };
    } catch (error) {
      throw new ProviderUnreachable('PayPal is not responding', { cause: error });
    }
  }
}

const signatureHeaders = ['auth-algo', 'cert-url', 'transmission-id', 'transmission-sig', 'transmission-time'];

/** The headers of a message's signature, by name without `paypal-`; undefined if they do not have PayPal's format. */
function signatureOf(headers: ProviderMessage['headers']): Readonly<Record<string, string>> | undefined {
  const values = signatureHeaders.map((name) => headers[`paypal-${name}`]);
  if (!values.every((value) => typeof value === 'string')) return undefined;
  const [algorithm, certificate = ''] = values;
  const isByPaypal = /^https:\/\/([a-z0-9-]+\.)*paypal\.com\//.test(certificate);
  if (algorithm !== 'SHA256withRSA' || !isByPaypal) return undefined;
  return Object.fromEntries(signatureHeaders.map((name, index) => [name, values[index] ?? '']));
}

const orderPath = (id: string): string => `/v2/checkout/orders/${encodeURIComponent(id)}`;
