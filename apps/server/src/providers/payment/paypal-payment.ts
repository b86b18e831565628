import { formatDecimal, parseDecimal } from '@vitrine/money';
import {
  ForgedMessage,
  type PaymentCapture,
  type PaymentOrder,
  type PaymentProvider,
  type PaymentRequest,
  type ProviderMessage,
  ProviderUnreachable,
} from './payment.ts';

export interface PaypalSettings {
  /** Such as https://api-m.paypal.com. */
  readonly url: string;
  readonly clientId: string;
  readonly secret: string;
  /** The webhook as PayPal numbers it: signatures are of this one alone. */
  readonly webhookId: string;
}

const ANSWER_WITHIN_MS = 15_000;
/** A token is renewed so long before it ends. */
const TOKEN_MARGIN_MS = 60_000;
const DECIMALS = 2;

interface Answer {
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
    if (created === undefined) throw new ProviderUnreachable(`PayPal answered ${status} to a new order`);
    return created;
  }

  async find(id: string): Promise<PaymentOrder | undefined> {
    const { status, body } = await this.#send(orderPath(id), { method: 'GET' });
    if (status === 404) return undefined;
    const order = status < 300 ? readOrder(body) : undefined;
    if (order === undefined) throw new ProviderUnreachable(`PayPal answered ${status} about an order`);
    return order;
  }

  async capture(id: string, key: string): Promise<PaymentOrder | undefined> {
    const { status, body } = await this.#send(`${orderPath(id)}/capture`, { method: 'POST', body: '{}', key });
    const order = status < 300 ? readOrder(body) : undefined;
    if (order?.capture !== undefined) return order;
    // Refused for good, or done by an earlier request: the order itself says which.
    if (status >= 300 && status !== 422 && status !== 404)
      throw new ProviderUnreachable(`PayPal answered ${status} to a capture`);
    return this.find(id);
  }

  async orderOf({ headers, text }: ProviderMessage): Promise<string | undefined> {
    const event = parseJson(text);
    const told = ['auth-algo', 'cert-url', 'transmission-id', 'transmission-sig', 'transmission-time'].map((name) => {
      const value = headers[`paypal-${name}`];
      if (typeof value !== 'string' || event === undefined) throw new ForgedMessage('not a message of PayPal’s');
      return `${JSON.stringify(name.replace('-', '_'))}:${JSON.stringify(value)}`;
    });
    const webhook = `"webhook_id":${JSON.stringify(this.#settings.webhookId)}`;
    // The event goes back letter for letter: written anew it would have another signature.
    const asked = `{${[...told, webhook].join(',')},"webhook_event":${text}}`;
    const { status, body } = await this.#send('/v1/notifications/verify-webhook-signature', {
      method: 'POST',
      body: asked,
    });
    if (status === 400 || status === 422) throw new ForgedMessage('PayPal cannot read the signature');
    if (status >= 300) throw new ProviderUnreachable(`PayPal answered ${status} about a signature`);
    if (field(body, 'verification_status') !== 'SUCCESS') throw new ForgedMessage('the signature is not PayPal’s');
    const resource = field(event, 'resource');
    const related = field(field(field(resource, 'supplementary_data'), 'related_ids'), 'order_id');
    return textOf(related) ?? textOf(field(resource, 'id'));
  }

  /** With a token; where it has been ended early, once more with a new one. */
  async #send(path: string, sent: Sent): Promise<Answer> {
    const answer = await this.#ask(path, sent);
    if (answer.status !== 401) return answer;
    this.#token = undefined;
    return this.#ask(path, sent);
  }

  async #ask(path: string, { method, body, key }: Sent): Promise<Answer> {
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
      throw new ProviderUnreachable(`PayPal answered ${status} and gave no token`);
    this.#token = { text, endsMs: Date.now() + seconds * 1_000 - TOKEN_MARGIN_MS };
    return text;
  }

  async #fetch(path: string, init: RequestInit): Promise<Answer> {
    try {
      const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
      const answer = await fetch(this.#settings.url + path, { ...init, redirect: 'error', signal });
      return { status: answer.status, body: parseJson(await answer.text()) };
    } catch (error) {
      throw new ProviderUnreachable('PayPal does not answer', { cause: error });
    }
  }
}

const orderPath = (id: string): string => `/v2/checkout/orders/${encodeURIComponent(id)}`;

/** Undefined where it is no order. */
function readOrder(body: unknown): PaymentOrder | undefined {
  const id = textOf(field(body, 'id'));
  const status = textOf(field(body, 'status'));
  if (id === undefined || status === undefined) return undefined;
  const [unit] = listOf(field(body, 'purchase_units'));
  const captures = listOf(field(field(unit, 'payments'), 'captures'));
  // A payer may try more than once; what counts is the one that was taken.
  const capture = captures.find((one) => field(one, 'status') === 'COMPLETED') ?? captures.at(-1);
  const links = listOf(field(body, 'links'));
  const link = links.find((one) => ['payer-action', 'approve'].includes(String(field(one, 'rel'))));
  return {
    id,
    state: stateOf(status),
    approvalUrl: textOf(field(link, 'href')),
    reference: textOf(field(unit, 'custom_id')) ?? textOf(field(capture, 'custom_id')) ?? '',
    capture: capture === undefined ? undefined : readCapture(capture),
  };
}

function stateOf(status: string): PaymentOrder['state'] {
  if (status === 'COMPLETED') return 'completed';
  if (status === 'APPROVED') return 'approved';
  return status === 'VOIDED' ? 'void' : 'waiting';
}

function readCapture(capture: unknown): PaymentCapture {
  const amount = field(capture, 'amount');
  const status = field(capture, 'status');
  return {
    id: String(field(capture, 'id')),
    state: status === 'COMPLETED' ? 'completed' : status === 'PENDING' ? 'pending' : 'failed',
    currency: String(field(amount, 'currency_code')),
    amount: parseDecimal(String(field(amount, 'value')), DECIMALS) ?? Number.NaN,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
