import { afterAll, beforeAll, expect, test } from 'vitest';
import { PaypalStandIn } from '../../providers/payment/testing/paypal-stand-in.ts';
import { type TestClient, TestExchange, type TestStaff } from '../../testing/test-exchange.ts';

let exchange: TestExchange;
let treasury: TestStaff;

beforeAll(async () => {
  exchange = await TestExchange.open();
  treasury = await exchange.staff('treasury');
});
afterAll(() => exchange.close());

interface Ordered {
  readonly client: TestClient;
  readonly id: number;
}

/** Creates a purchase of 95.238095 USDT for 100 USD, which the payer has approved. */
async function approved(): Promise<Ordered> {
  const client = await exchange.client();
  const { body } = await client.post('/api/v3/paypal/payment', { amount: '100' });
  await exchange.services.simulatedPayment?.approve(body.order_id, false);
  return { client, id: body.purchase_id };
}
async function bought(): Promise<Ordered> {
  const purchase = await approved();
  const { body } = await purchase.client.post('/api/v3/paypal/capture', { purchase_id: purchase.id });
  expect(body.message).toBe('success');
  return purchase;
}
const refund = ({ id }: Pick<Ordered, 'id'>, amount?: string, headers = {}) =>
  exchange.visitor.post('/sandbox/refunds', { purchase_id: id, ...(amount === undefined ? {} : { amount }) }, headers);
const shown = async ({ id }: Ordered) =>
  (await treasury.get(`/api/v3/console/purchases?which=all&search=${id}`)).body.purchases.find(
    (one: Ordered) => one.id === id,
  );
const received = async (purchase: Ordered) =>
  (await shown(purchase)).concerns.map(({ kind, reference, amount }: Record<string, string>) => ({
    kind,
    reference,
    amount,
  }));

test('a full refund alerts operators, deducts nothing automatically, and makes the full amount owed', async () => {
  const purchase = await bought();
  const { body } = await refund(purchase);
  expect(body).toEqual({
    message: 'success',
    refund_id: expect.any(String),
    amount: '100.00',
    charge_currency: 'USD',
  });
  expect(await shown(purchase)).toMatchObject({ state: 'COMPLETED', refunded: '100.00', owed: '95.238095' });
  expect(await received(purchase)).toEqual([{ kind: 'refunded', reference: body.refund_id, amount: '100.00' }]);
  expect(await purchase.client.available('USDT')).toBe('95.238095');
});

test('partial refunds never exceed the charge, and each is reported once however often it is requested', async () => {
  const purchase = await bought();
  const first = (await refund(purchase, '40')).body;
  expect(await shown(purchase)).toMatchObject({ refunded: '40.00', owed: '38.095238' });
  expect((await refund(purchase, '60.01')).body).toMatchObject({
    code: 'above_maximum',
    message: 'Amount must be at most 60.00',
  });
  const last = (await refund(purchase)).body;
  expect(last.amount).toBe('60.00');
  for (const amount of [undefined, '0.01'])
    expect((await refund(purchase, amount)).body.message).toBe('Amount must be at most 0.00');
  const both = expect.arrayContaining([
    { kind: 'refunded', reference: first.refund_id, amount: '40.00' },
    { kind: 'refunded', reference: last.refund_id, amount: '60.00' },
  ]);
  expect(await received(purchase)).toEqual(both);
  expect((await treasury.post('/api/v3/console/purchases/ask', { purchase_id: purchase.id })).status).toBe(200);
  expect(await received(purchase)).toHaveLength(2);
});

test('16 concurrent calls with one Idempotency-Key make one refund', async () => {
  const purchase = await bought();
  const key = { 'idempotency-key': 'one' };
  const answers = await Promise.all(Array.from({ length: 16 }, () => refund(purchase, '30', key)));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(new Set(answers.map(({ body }) => body.refund_id)).size).toBe(1);
  expect(await shown(purchase)).toMatchObject({ refunded: '30.00' });
  expect(await received(purchase)).toHaveLength(1);
  expect((await refund(purchase, '31', key)).body.code).toBe('reference_conflict');
});

test('concurrent refunds never exceed the charge', async () => {
  const purchase = await bought();
  const answers = await Promise.all(Array.from({ length: 16 }, () => refund(purchase, '30')));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(await shown(purchase)).toMatchObject({ refunded: '90.00' });
});

test('a refund without a webhook message is found by querying the provider', async () => {
  const purchase = await bought();
  const { order_id } = await shown(purchase);
  await exchange.services.simulatedPayment?.refund(order_id, 25_00);
  expect(await received(purchase)).toEqual([]);
  await treasury.post('/api/v3/console/purchases/ask', { purchase_id: purchase.id });
  expect(await received(purchase)).toMatchObject([{ kind: 'refunded', amount: '25.00' }]);
});

test('without a charge or a purchase nothing is refunded', async () => {
  const purchase = await approved();
  expect((await refund(purchase)).body.message).toBe('Amount must be at most 0.00');
  expect((await refund({ id: 1_000_000 })).body.code).toBe('unknown_purchase');
  expect((await refund(purchase, '0')).body.code).toBe('amount_required');
  expect((await refund(purchase, '0.001')).body.code).toBe('excess_decimals');
});

test('a refund has no page at the provider, and a webhook message that names no refund is refused', async () => {
  const purchase = await bought();
  const { refund_id } = (await refund(purchase)).body;
  expect((await exchange.visitor.get(`/sandbox/payment/${refund_id}`)).status).toBe(404);
  const message = (id: string) => exchange.visitor.post('/api/v3/paypal/webhook', { refund: id });
  for (const id of [(await shown(purchase)).order_id, 'another', ''])
    expect((await message(id)).body.code).toBe('message_refused');
  expect((await message(refund_id)).status).toBe(200);
  expect(await received(purchase)).toHaveLength(1);
});

test('an order that PayPal itself has charged cannot be refunded in the sandbox', async () => {
  const purchase = await approved();
  await exchange.query(`update purchases set order_id = 'PAYPAL-1' where purchase_id = $1`, [purchase.id]);
  expect((await refund(purchase)).body.message).toBe('Amount must be at most 0.00');
});

test('if PayPal itself charges, no refund is simulated', async () => {
  const paypal = await PaypalStandIn.start();
  const other = await TestExchange.open(paypal.settings);
  const { body } = await other.visitor.post('/sandbox/refunds', { purchase_id: 1 });
  await other.close();
  await paypal.close();
  expect(body.code).toBe('buying_unavailable');
});
