import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiClient, TRANSACTION_PASSWORD } from './api-client.ts';

/** One order as it was sent, with everything needed to resend it. If there was no response, its outcome is unknown. */
export interface SentOrder {
  readonly key: string;
  readonly client: ApiClient;
  readonly body: object;
  outcome:
    | { readonly kind: 'unknown' }
    | { readonly kind: 'refused'; readonly code: string }
    | { readonly kind: 'acknowledged'; readonly orderId: string };
}

const MAX_IN_FLIGHT = 200;
const TURN_MS = 5;
const pairs = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XRPUSDT', 'DOGEUSDT'] as const;

/** The prices of orders as factors of the last price: a buy that takes, a sell that takes, a buy that rests. */
const offsets = [1.01, 0.99, 0.98] as const;

/** Order sizes, somewhat above the minimum of each market. */
const sizes: Record<(typeof pairs)[number], string> = {
  BTCUSDT: '0.001',
  ETHUSDT: '0.01',
  SOLUSDT: '0.5',
  XRPUSDT: '20',
  DOGEUSDT: '200',
};

/**
 * Sends orders at a steady rate until stopped: buys that take, sells that take, and buys that rest and are cancelled.
 * Every order has its own Idempotency-Key and is recorded, regardless of its outcome.
 */
export class OrderLoad {
  readonly sent: SentOrder[] = [];
  readonly #clients: readonly ApiClient[];
  readonly #prices = new Map<string, number>();
  #counter = 0;
  #inFlight = 0;
  #running = false;

  constructor(clients: readonly ApiClient[]) {
    this.#clients = clients;
  }

  /** Sends an order of each client with the transaction password, which must be entered again after a restart. */
  async unlock(): Promise<void> {
    for (const pair of pairs) {
      const book = await (this.#clients[0] as ApiClient).get(`/api/v3/recent-trades?name=${pair}&levels=1`);
      this.#prices.set(pair, Number(book.body.price));
    }
    for (const client of this.#clients) {
      const order = this.#next(client, { transaction_password: TRANSACTION_PASSWORD, remember: true });
      await this.#send(order);
      if (order.outcome.kind !== 'acknowledged')
        throw new Error('the load could not start: the first order was not acknowledged');
    }
  }

  async run(ordersPerSecond: number, milliseconds: number): Promise<void> {
    this.#running = true;
    const from = performance.now();
    let sent = 0;
    while (this.#running && performance.now() - from < milliseconds) {
      const due = ((performance.now() - from) / 1000) * ordersPerSecond;
      for (; sent < due && this.#inFlight < MAX_IN_FLIGHT; sent += 1)
        void this.#send(this.#next(this.#clients[sent % this.#clients.length] as ApiClient));
      await sleep(TURN_MS);
    }
  }

  stop(): void {
    this.#running = false;
  }

  /** Waits until every request has received a response or has failed. */
  async settled(): Promise<void> {
    while (this.#inFlight > 0) await sleep(TURN_MS);
  }

  #next(client: ApiClient, more: object = {}): SentOrder {
    const number = this.#counter;
    this.#counter += 1;
    const name = pairs[Math.floor(number / 3) % pairs.length] as (typeof pairs)[number];
    const kind = number % 3;
    const price = (this.#prices.get(name) ?? 0) * (offsets[kind] ?? 1);
    const digits = name === 'DOGEUSDT' || name === 'XRPUSDT' ? 4 : name === 'BTCUSDT' ? 1 : 2;
    const body = {
      name,
      delegate_type: kind === 1 ? 'SELL' : 'BUY',
      trade_type: 'limit',
      time_in_force: kind === 2 ? 'GTC' : 'IOC',
      number_of_order: sizes[name],
      order_per_unit: price.toFixed(digits),
      ...more,
    };
    const order: SentOrder = { key: `load-${number}`, client, body, outcome: { kind: 'unknown' } };
    this.sent.push(order);
    return order;
  }

  async #send(order: SentOrder): Promise<void> {
    this.#inFlight += 1;
    try {
      await sendOrder(order);
      if (order.outcome.kind === 'acknowledged' && isResting(order.body))
        await order.client.post('/api/v3/orders/cancel', { order_id: order.outcome.orderId }, `${order.key}-cancel`);
    } catch {
      // The server is gone. Orders whose outcome is unknown will be resent.
    } finally {
      this.#inFlight -= 1;
    }
  }
}

/**
 * Sends or resends an order with its idempotency key, and records the outcome, unless the status is 500 or higher.
 * Throws if there is no response.
 */
export async function sendOrder(order: SentOrder): Promise<void> {
  const { status, body } = await order.client.post('/api/v2/my-order', order.body, order.key);
  if (status === 200 && body.message === 'success')
    order.outcome = { kind: 'acknowledged', orderId: String(body.order_id) };
  else if (status < 500) order.outcome = { kind: 'refused', code: String(body.code ?? body.message) };
}

const isResting = (body: object): boolean => 'time_in_force' in body && body.time_in_force === 'GTC';
