import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Order {
  readonly id: string;
  status: string;
  readonly custom: string;
  readonly amount: { currency_code: string; value: string };
  capture: { readonly id: string; readonly amount: object; status: string } | undefined;
  readonly refunds: { readonly id: string; readonly amount: object; readonly status: string }[];
}

/** The signature of webhook messages that the stand-in sends. */
const SIGNATURE = 'signed by the stand-in';
const WEBHOOK_ID = 'WH-1';

/**
 * PayPal’s Orders API and webhook verification on this machine, as PayPal documents them, and a source of exchange
 * rates.
 */
export class PaypalStandIn {
  readonly #orders = new Map<string, Order>();
  readonly #byKey = new Map<string, Order>();
  readonly #server: Server;
  /** The number of captures that were charged. */
  captures = 0;
  /** The number of calls about orders and webhook messages, and the number of tokens issued. */
  asked = 0;
  tokens = 0;
  /** If set, captures charge this amount instead of the ordered one. */
  charges: { currency_code: string; value: string } | undefined;
  /** The initial status of a capture: PayPal leaves some pending for a while. */
  captureStatus = 'COMPLETED';
  /** Whether the payer’s card is declined. */
  declines = false;
  /** If set, the connection of matching calls is dropped without a response, before or after the work is done. */
  breaks: { readonly path: RegExp; readonly when: 'before' | 'after' } | undefined;
  /** If set, matching calls are answered only after `until` has resolved. */
  holds: { readonly path: RegExp; readonly until: Promise<void> } | undefined;
  prices: Record<string, number> = { usd: 1, php: 58.7, vnd: 26_300, myr: 4.13, sgd: 1.3 };

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#answer(request).then(
        ({ status, body }) =>
          response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
        () => request.socket.destroy(),
      );
    });
  }

  static async start(): Promise<PaypalStandIn> {
    const standIn = new PaypalStandIn();
    standIn.#server.listen(0, '127.0.0.1');
    await once(standIn.#server, 'listening');
    return standIn;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The settings of a server that uses the stand-in. */
  get settings() {
    return {
      PAYPAL_CLIENT_ID: 'an id',
      PAYPAL_SECRET: 'a secret',
      PAYPAL_WEBHOOK_ID: WEBHOOK_ID,
      PAYPAL_URL: this.url,
      RATES_URL: this.url,
    };
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  /** Approves an order, as the payer does on PayPal’s page. */
  approve(id: string): void {
    this.#find(id).status = 'APPROVED';
  }

  /** Sets the state of an order's capture. */
  settle(orderId: string, status: string): void {
    const { capture } = this.#find(orderId);
    if (capture !== undefined) capture.status = status;
  }

  /** Refunds the payer; returns what PayPal then reports about the refund in a webhook message. */
  refund(orderId: string, value: string) {
    const { capture, refunds, amount } = this.#find(orderId);
    if (capture === undefined) throw new Error(`order ${orderId} has no captured payment to refund`);
    const refund = { id: `REF-${randomUUID()}`, amount: { ...amount, value }, status: 'COMPLETED' };
    refunds.push(refund);
    capture.status = value === amount.value ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
    return { ...refund, links: [{ rel: 'up', href: `${this.url}/v2/payments/captures/${capture.id}` }] };
  }

  /** A webhook event about an order, with its headers. */
  message(orderId: string, signature = SIGNATURE) {
    const captured = { id: 'CAP', supplementary_data: { related_ids: { order_id: orderId } } };
    return this.event('PAYMENT.CAPTURE.COMPLETED', captured, signature);
  }

  /** Any webhook event, with its headers. */
  event(event_type: string, resource: object, signature = SIGNATURE) {
    return {
      body: { event_type, create_time: '2026-01-01T00:00:00Z', resource },
      headers: {
        'paypal-auth-algo': 'SHA256withRSA',
        'paypal-cert-url': 'https://api.paypal.com/cert',
        'paypal-transmission-id': randomUUID(),
        'paypal-transmission-sig': signature,
        'paypal-transmission-time': '2026-01-01T00:00:00Z',
      },
    };
  }

  #find(id: string): Order {
    const order = this.#orders.get(id);
    if (order === undefined) throw new Error(`order ${id} does not exist`);
    return order;
  }

  async #answer(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    const path = request.url ?? '';
    const text = Buffer.concat(await request.toArray()).toString();
    if (/^\/v[12]\/(checkout|payments|notifications)/.test(path)) this.asked += 1;
    if (this.holds?.path.test(path)) await this.holds.until;
    const breaks = this.breaks?.path.test(path) ? this.breaks.when : undefined;
    if (breaks === 'before') throw new Error('the connection was cut before the request');
    const answer = this.#work(path, request, text);
    if (breaks === 'after') throw new Error('the connection was cut after the request');
    return answer;
  }

  #work(path: string, { headers, method }: IncomingMessage, text: string): { status: number; body: unknown } {
    if (path.startsWith('/simple/price')) {
      return { status: 200, body: { tether: { ...this.prices, last_updated_at: Math.floor(Date.now() / 1_000) } } };
    }
    if (path === '/v1/oauth2/token') {
      const isKnown = headers.authorization === `Basic ${Buffer.from('an id:a secret').toString('base64')}`;
      this.tokens += 1;
      return isKnown
        ? { status: 200, body: { access_token: 'a token', expires_in: 32_400 } }
        : { status: 401, body: { error: 'invalid_client' } };
    }
    if (headers.authorization !== 'Bearer a token') return { status: 401, body: {} };
    if (path === '/v1/notifications/verify-webhook-signature') {
      const { webhook_id, transmission_sig, webhook_event } = JSON.parse(text);
      const isOurs = webhook_id === WEBHOOK_ID && transmission_sig === SIGNATURE && webhook_event !== undefined;
      return { status: 200, body: { verification_status: isOurs ? 'SUCCESS' : 'FAILURE' } };
    }
    const [, captureId] = /^\/v2\/payments\/captures\/([^/]+)$/.exec(path) ?? [];
    if (captureId !== undefined) return this.#shownCapture(captureId);
    const key = String(headers['paypal-request-id']);
    if (path === '/v2/checkout/orders' && method === 'POST') return { status: 201, body: this.#create(key, text) };
    const [, id = '', action] = /^\/v2\/checkout\/orders\/([^/]+)(\/capture)?$/.exec(path) ?? [];
    const order = this.#orders.get(id);
    if (order === undefined) return { status: 404, body: { name: 'RESOURCE_NOT_FOUND' } };
    return action === undefined ? { status: 200, body: shown(order) } : this.#capture(order);
  }

  #create(key: string, text: string) {
    const [unit] = JSON.parse(text).purchase_units;
    const known = this.#byKey.get(key);
    if (known !== undefined) return shown(known);
    const order = {
      id: randomUUID(),
      status: 'PAYER_ACTION_REQUIRED',
      custom: unit.custom_id,
      amount: unit.amount,
      capture: undefined,
      refunds: [],
    };
    this.#orders.set(order.id, order);
    this.#byKey.set(key, order);
    return shown(order);
  }

  #shownCapture(id: string): { status: number; body: unknown } {
    const order = [...this.#orders.values()].find(({ capture }) => capture?.id === id);
    if (order === undefined) return { status: 404, body: { name: 'RESOURCE_NOT_FOUND' } };
    const links = [{ rel: 'up', href: `${this.url}/v2/checkout/orders/${order.id}` }];
    return { status: 200, body: { ...order.capture, links } };
  }

  #capture(order: Order): { status: number; body: unknown } {
    if (order.status !== 'APPROVED' || this.declines) return { status: 422, body: { name: 'UNPROCESSABLE_ENTITY' } };
    this.captures += 1;
    order.status = 'COMPLETED';
    order.capture = { id: `CAP-${order.id}`, amount: this.charges ?? order.amount, status: this.captureStatus };
    return { status: 201, body: shown(order) };
  }
}

const shown = ({ id, status, custom, amount, capture, refunds }: Order) => ({
  id,
  status,
  purchase_units: [
    {
      custom_id: custom,
      amount,
      ...(capture === undefined ? {} : { payments: { captures: [capture], refunds } }),
    },
  ],
  links: [{ rel: 'payer-action', href: `https://www.paypal.com/checkoutnow?token=${id}` }],
});
