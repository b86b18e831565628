import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import {
  type ChargeCurrency,
  ForgedMessage,
  type PaymentOrder,
  type PaymentProvider,
  type PaymentRequest,
} from './payment.ts';

/** Where the sandbox's provider has its page. */
export const SIMULATED_PAYMENT_PATH = '/sandbox/payment';

interface Row {
  readonly order_id: string;
  readonly reference: string;
  readonly currency: ChargeCurrency;
  readonly amount: string;
  readonly return_url: string;
  readonly cancel_url: string;
  readonly state: PaymentOrder['state'];
  readonly capture_id: string | null;
}

/** The sandbox's payment provider: nobody is charged anything, and the payer approves on a page of its own. */
export class SimulatedPayment implements PaymentProvider {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async create({ key, currency, amount, reference, returnUrl, cancelUrl }: PaymentRequest): Promise<PaymentOrder> {
    const { rows } = await this.#pool.query<Row>(
      `insert into simulated_payments (order_id, request_key, reference, currency, amount, return_url, cancel_url)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (request_key) do update set request_key = excluded.request_key returning *`,
      [randomUUID(), key, reference, currency, amount, returnUrl, cancelUrl],
    );
    return orderOfRow(rows[0] as Row);
  }

  async find(id: string): Promise<PaymentOrder | undefined> {
    const row = await this.row(id);
    return row && orderOfRow(row);
  }

  async capture(id: string): Promise<PaymentOrder | undefined> {
    await this.#pool.query(
      `update simulated_payments set state = 'completed', capture_id = $2
       where order_id = $1 and state = 'approved' and not declines`,
      [id, randomUUID()],
    );
    return this.find(id);
  }

  orderOfCapture(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  read(): Promise<never> {
    return Promise.reject(new ForgedMessage('the simulated provider sends no messages'));
  }

  /** For its page. */
  async row(id: string): Promise<Row | undefined> {
    if (!/^[0-9a-f-]{36}$/.test(id)) return undefined;
    const { rows } = await this.#pool.query<Row>('select * from simulated_payments where order_id = $1', [id]);
    return rows[0];
  }

  /** `declines`: whoever pays has no money. */
  async approve(id: string, declines: boolean): Promise<void> {
    await this.#pool.query(
      `update simulated_payments set state = 'approved', declines = $2 where order_id = $1 and state = 'waiting'`,
      [id, declines],
    );
  }
}

const orderOfRow = ({ order_id, reference, currency, amount, state, capture_id }: Row): PaymentOrder => ({
  id: order_id,
  state,
  approvalUrl: `${SIMULATED_PAYMENT_PATH}/${order_id}`,
  reference,
  capture: capture_id === null ? undefined : { id: capture_id, state: 'completed', currency, amount: Number(amount) },
  refunds: [],
});
