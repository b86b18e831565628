import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import {
  type ChargeCurrency,
  ForgedMessage,
  type PaymentOrder,
  type PaymentProvider,
  type PaymentRequest,
  type ProviderMessage,
  type ProviderNews,
  type ReportedConcern,
} from './payment.ts';
import { field, parseJson, textOf } from './paypal-words.ts';

/** The path of the page of the sandbox's payment provider. */
export const SIMULATED_PAYMENT_PATH = '/sandbox/payment';

/** The refund is larger than what remains of the payment. */
export class RefundTooLarge extends Error {
  /** What remains of the payment, in hundredths of the currency. */
  readonly most: number;

  constructor(most: number) {
    super(`at most ${most} can be refunded (in hundredths of the charged currency)`);
    this.most = most;
  }
}

interface SimulatedRefund {
  readonly id: string;
  /** The amount in hundredths of the currency. */
  readonly amount: number;
}

/** An order or a refund. For a refund, the amount is negative, and the reference is the id of the refunded order. */
interface Row {
  readonly order_id: string;
  readonly request_key: string;
  readonly reference: string;
  readonly currency: ChargeCurrency;
  readonly amount: string;
  readonly return_url: string;
  readonly cancel_url: string;
  readonly state: PaymentOrder['state'];
  readonly capture_id: string | null;
}

const IDS = /^[0-9a-f-]{36}$/;

/**
 * The sandbox's payment provider. Nobody is really charged, and the payer approves on a page that the sandbox serves.
 */
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
    return orderOf(rows[0] as Row, []);
  }

  async find(id: string): Promise<PaymentOrder | undefined> {
    const row = await this.row(id);
    return row && orderOf(row, await refundsOf(this.#pool, id));
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

  /** Every message is accepted: `read` uses only an id in it, which it looks up in this provider's own table. */
  isSigned(): boolean {
    return true;
  }

  /**
   * Reads a message without checking who sent it: the message contains only the id of a refund, whose details are read
   * from the table.
   */
  async read({ text }: ProviderMessage): Promise<ProviderNews> {
    const id = textOf(field(parseJson(text), 'refund')) ?? '';
    const { rows } = await this.#pool.query<Row>(
      'select * from simulated_payments where order_id::text = $1 and amount < 0',
      [IDS.test(id) ? id : ''],
    );
    const [row] = rows;
    if (row === undefined) throw new ForgedMessage('the simulated provider has no such refund');
    return { orderId: row.reference, captureId: row.capture_id ?? undefined, concern: concernOf(row) };
  }

  /**
   * Refunds this amount of an order's charge, or all that remains of the charge if the amount is undefined. Of several
   * calls with the same key, only one refunds. Throws RefundTooLarge if less than the amount, or nothing, remains.
   */
  refund(orderId: string, amount: number | undefined, key: string = randomUUID()): Promise<SimulatedRefund> {
    const requestKey = `refund ${orderId} ${key}`;
    return inTransaction(this.#pool, async (client) => {
      // The ids are compared as text, since a purchase may have been charged by a different provider, whose order ids
      // have a different format.
      const { rows } = await client.query<Row>(
        'select * from simulated_payments where order_id::text = $1 and amount > 0 for update',
        [orderId],
      );
      const [order] = rows;
      const refunds = await refundsOf(client, orderId);
      const earlier = refunds.find(({ request_key }) => request_key === requestKey);
      if (earlier !== undefined) return refundOf(earlier);
      const left =
        order?.state === 'completed' ? refunds.reduce((sum, row) => sum + Number(row.amount), Number(order.amount)) : 0;
      const given = amount ?? left;
      if (order === undefined || given === 0 || given > left) throw new RefundTooLarge(left);
      const added = await client.query<Row>(
        `insert into simulated_payments (order_id, request_key, reference, currency, amount, return_url, cancel_url,
           state, capture_id)
         values ($1, $2, $3, $4, $5, '', '', 'completed', $6) returning *`,
        [randomUUID(), requestKey, orderId, order.currency, -given, order.capture_id],
      );
      return refundOf(added.rows[0] as Row);
    });
  }

  /** The message that the provider sends about a refund. */
  message({ id }: SimulatedRefund): ProviderMessage {
    return { headers: {}, text: JSON.stringify({ refund: id }) };
  }

  /** The row of an order, for the payment page. */
  async row(id: string): Promise<Row | undefined> {
    if (!IDS.test(id)) return undefined;
    const { rows } = await this.#pool.query<Row>(
      'select * from simulated_payments where order_id = $1 and amount > 0',
      [id],
    );
    return rows[0];
  }

  /** Approves an order as its payer. If `declines` is set, the payer's card will be declined. */
  async approve(id: string, declines: boolean): Promise<void> {
    await this.#pool.query(
      `update simulated_payments set state = 'approved', declines = $2 where order_id = $1 and state = 'waiting'`,
      [id, declines],
    );
  }
}

async function refundsOf(database: Pick<Pool, 'query'>, orderId: string): Promise<readonly Row[]> {
  const { rows } = await database.query<Row>(
    'select * from simulated_payments where reference = $1 and amount < 0 order by order_id',
    [orderId],
  );
  return rows;
}

const refundOf = ({ order_id, amount }: Row): SimulatedRefund => ({ id: order_id, amount: -Number(amount) });

const concernOf = (row: Row): ReportedConcern => ({
  kind: 'refunded',
  ...refundOf(row),
  detail: 'COMPLETED',
  timeMs: 0,
});

const orderOf = (
  { order_id, reference, currency, amount, state, capture_id }: Row,
  refunds: readonly Row[],
): PaymentOrder => ({
  id: order_id,
  state,
  approvalUrl: `${SIMULATED_PAYMENT_PATH}/${order_id}`,
  reference,
  capture:
    capture_id === null
      ? undefined
      : { id: capture_id, state: refunds.length === 0 ? 'completed' : 'returned', currency, amount: Number(amount) },
  refunds: refunds.map(concernOf),
});
