import { eventually } from '@vitrine/tools/eventually';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PaypalStandIn } from '../../providers/payment/testing/paypal-stand-in.ts';
import { PASSWORD, type TestClient, TestExchange, type TestStaff } from '../../testing/test-exchange.ts';

const PURCHASES = '/api/v3/console/purchases';
const BOUGHT = '95.238095';

let paypal: PaypalStandIn;
let exchange: TestExchange;
let treasury: TestStaff;

beforeAll(async () => {
  paypal = await PaypalStandIn.start();
  exchange = await TestExchange.open(paypal.settings);
  treasury = await exchange.staff('treasury');
});
afterAll(async () => {
  await exchange.close();
  await paypal.close();
});

interface Bought {
  readonly client: TestClient;
  readonly id: number;
  readonly orderId: string;
}

/** An order of 100 USD, which the payer has approved. */
async function approved(buyer?: TestClient): Promise<Bought> {
  const client = buyer ?? (await exchange.client());
  const { body } = await client.post('/api/v3/paypal/payment', { amount: '100' });
  paypal.approve(body.order_id);
  return { client, id: body.purchase_id, orderId: body.order_id };
}
const capture = ({ client, id }: Bought) => client.post('/api/v3/paypal/capture', { purchase_id: id });
async function bought(buyer?: TestClient): Promise<Bought> {
  const purchase = await approved(buyer);
  expect((await capture(purchase)).body.message).toBe('success');
  return purchase;
}
/**
 * A purchase charged by PayPal and recorded here, as if the server had been killed before the ledger recorded the
 * credit.
 */
async function charged(): Promise<Bought> {
  const purchase = await approved();
  paypal.breaks = { path: /capture$/, when: 'after' };
  await capture(purchase);
  paypal.breaks = undefined;
  await exchange.query(`update purchases set state = 'captured', capture_id = $2 where purchase_id = $1`, [
    purchase.id,
    `CAP-${purchase.orderId}`,
  ]);
  return purchase;
}

const tell = (type: string, resource: object, signature?: string) => {
  const { body, headers } = paypal.event(type, resource, signature);
  return exchange.visitor.post('/api/v3/paypal/webhook', body, headers);
};
const listed = async (query: string) => (await treasury.get(`${PURCHASES}?${query}`)).body;
const toLookAt = async ({ id }: Bought) =>
  (await listed('which=to_look_at&limit=200')).purchases.find((one: { id: number }) => one.id === id);
const settle = ({ id }: Bought, who = treasury) =>
  who.post(`${PURCHASES}/settle`, { purchase_id: id, note: 'The client was told' });
const ownItem = async ({ client }: Bought) => (await client.get('/api/v3/purchase-history')).body.purchases[0];

test('while a purchase waits for PayPal, one check of the client’s other purchases is queued, and the next is refused as busy', async () => {
  const one = await approved();
  const others = [await approved(one.client), await approved(one.client)];
  const held = Promise.withResolvers<void>();
  paypal.holds = { path: new RegExp(one.orderId), until: held.promise };
  const before = paypal.asked;
  const running = capture(one);
  await eventually(() => expect(paypal.asked).toBe(before + 1));
  const checks = others.map(({ id }) => treasury.post(`${PURCHASES}/ask`, { purchase_id: id }));
  try {
    expect((await Promise.race(checks)).body.code).toBe('busy');
  } finally {
    paypal.holds = undefined;
    held.resolve();
  }
  expect((await running).body.message).toBe('success');
  expect((await Promise.all(checks)).map(({ status }) => status).sort()).toEqual([200, 503]);
});

test('a PayPal refund reported five times is one review item until an operator resolves it', async () => {
  const purchase = await bought();
  const before = (await listed('which=all')).open;
  const refund = paypal.refund(purchase.orderId, '40.00');
  const answers = await Promise.all(Array.from({ length: 5 }, () => tell('PAYMENT.CAPTURE.REFUNDED', refund)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(await toLookAt(purchase)).toMatchObject({
    state: 'COMPLETED',
    refunded: '40.00',
    concerns: [{ kind: 'refunded', reference: refund.id, amount: '40.00', charge_currency: 'USD', settled_at: 0 }],
  });
  const { body: health } = await treasury.get('/api/v3/console/health');
  expect([(await listed('which=all')).open, health.purchases_to_look_at]).toEqual([before + 1, before + 1]);
  expect(await ownItem(purchase)).toMatchObject({ state: 'COMPLETED', refunded: '40.00' });
  expect(await purchase.client.available('USDT')).toBe(BOUGHT);

  expect((await settle(purchase)).body.purchase.concerns).toMatchObject([
    { settled_by: treasury.email, note: 'The client was told' },
  ]);
  expect(await toLookAt(purchase)).toBeUndefined();
  await tell('PAYMENT.CAPTURE.REFUNDED', refund);
  expect(await toLookAt(purchase)).toBeUndefined();
  expect((await settle(purchase)).body.code).toBe('nothing_to_change');
  const rest = paypal.refund(purchase.orderId, '60.00');
  await tell('PAYMENT.CAPTURE.REFUNDED', rest);
  expect(await toLookAt(purchase)).toMatchObject({ refunded: '100.00' });
});

test('a forged webhook message about a refund changes nothing', async () => {
  const purchase = await bought();
  const refund = {
    id: 'REF-forged',
    links: [{ rel: 'up', href: `https://x/v2/payments/captures/CAP-${purchase.orderId}` }],
  };
  expect((await tell('PAYMENT.CAPTURE.REFUNDED', refund, 'somebody else')).body.code).toBe('message_refused');
  expect(await toLookAt(purchase)).toBeUndefined();
});

test('a purchase reversed before its credit is not credited, regardless of the order in which webhook messages arrive', async () => {
  const purchase = await approved();
  paypal.breaks = { path: /capture$/, when: 'after' };
  expect((await capture(purchase)).body.message).toBe('pending');
  paypal.breaks = undefined;
  // The first message names only the payment, which the exchange does not know yet, so it asks PayPal for the payment's
  // order.
  const refund = paypal.refund(purchase.orderId, '100.00');
  await tell('PAYMENT.CAPTURE.REVERSED', refund);
  await tell('PAYMENT.CAPTURE.COMPLETED', { supplementary_data: { related_ids: { order_id: purchase.orderId } } });
  await exchange.services.purchases?.finishAll();
  expect(await ownItem(purchase)).toMatchObject({ state: 'FAILED', reason: 'returned', refunded: '100.00' });
  expect(await purchase.client.available('USDT')).toBe('0.000000');
  expect((await toLookAt(purchase)).concerns.map(({ kind }: { kind: string }) => kind)).toContain('reversed');
});

test('a purchase charged but not credited is credited automatically, once', async () => {
  const purchase = await charged();
  expect((await listed(`which=all&search=${purchase.id}`)).purchases).toMatchObject([{ is_captured: true }]);
  expect(await toLookAt(purchase)).toBeUndefined();
  await exchange.query('update purchases set expires_ms = 1 where purchase_id = $1', [purchase.id]);
  expect(await toLookAt(purchase)).toMatchObject({ is_captured: true, concerns: [] });
  expect((await settle(purchase)).body.code).toBe('purchase_not_given_back');
  const { body } = await treasury.post(`${PURCHASES}/ask`, { purchase_id: purchase.id });
  expect(body.purchase).toMatchObject({ state: 'COMPLETED', is_captured: false, concerns: [] });
  await treasury.post(`${PURCHASES}/ask`, { purchase_id: purchase.id });
  expect(await purchase.client.available('USDT')).toBe(BOUGHT);
});

test('an uncredited purchase refunded manually in PayPal is never credited, and becomes failed when an operator resolves it', async () => {
  const purchase = await charged();
  paypal.refund(purchase.orderId, '100.00');
  await exchange.services.purchases?.finishAll();
  expect(await toLookAt(purchase)).toMatchObject({ is_captured: true, refunded: '100.00' });
  expect((await settle(purchase)).body.purchase).toMatchObject({ state: 'FAILED', reason: 'returned' });
  await exchange.services.purchases?.finishAll();
  await capture(purchase);
  expect(await purchase.client.available('USDT')).toBe('0.000000');
});

test('a purchase credited, then refunded before the credit was recorded, is recorded as credited', async () => {
  const purchase = await bought();
  await exchange.query(
    `update purchases set state = 'captured', position = null, ended_ms = null where purchase_id = $1`,
    [purchase.id],
  );
  paypal.refund(purchase.orderId, '100.00');
  await expect
    .poll(async () => {
      await exchange.services.purchases?.finishAll();
      return ownItem(purchase);
    })
    .toMatchObject({ state: 'COMPLETED', refunded: '100.00' });
  expect(await purchase.client.available('USDT')).toBe(BOUGHT);
});

test('a dispute shows its latest state, regardless of the order in which webhook messages arrive; a new state reopens it', async () => {
  const purchase = await bought();
  const at = (update_time: string, status: string) => ({
    dispute_id: 'PP-D-1',
    update_time,
    status,
    reason: 'UNAUTHORISED',
    dispute_amount: { currency_code: 'USD', value: '100.00' },
    disputed_transactions: [{ seller_transaction_id: `CAP-${purchase.orderId}` }],
  });
  await tell('CUSTOMER.DISPUTE.UPDATED', at('2026-02-02T00:00:00Z', 'UNDER_REVIEW'));
  await tell('CUSTOMER.DISPUTE.CREATED', at('2026-02-01T00:00:00Z', 'OPEN'));
  expect((await toLookAt(purchase)).concerns).toMatchObject([
    { kind: 'disputed', reference: 'PP-D-1', amount: '100.00', detail: 'UNAUTHORISED, UNDER_REVIEW' },
  ]);
  expect((await toLookAt(purchase)).refunded).toBe('0.00');
  await settle(purchase);
  await tell('CUSTOMER.DISPUTE.CREATED', at('2026-02-01T00:00:00Z', 'OPEN'));
  expect(await toLookAt(purchase)).toBeUndefined();
  await tell('CUSTOMER.DISPUTE.RESOLVED', at('2026-02-03T00:00:00Z', 'RESOLVED'));
  expect((await toLookAt(purchase)).concerns).toMatchObject([{ detail: 'UNAUTHORISED, RESOLVED', settled_by: '' }]);
});

test('a charge that differs from the order needs review and is not credited', async () => {
  const purchase = await approved();
  paypal.charges = { currency_code: 'USD', value: '1.00' };
  await capture(purchase);
  paypal.charges = undefined;
  expect(await toLookAt(purchase)).toMatchObject({
    state: 'FAILED',
    reason: 'differs',
    concerns: [{ kind: 'differs', reference: `CAP-${purchase.orderId}`, amount: '1.00', detail: '1.00 USD' }],
  });
  expect(await purchase.client.available('USDT')).toBe('0.000000');
});

test('a purchase is found by its client, its number, and PayPal’s numbers', async () => {
  const purchase = await bought();
  const [{ uid }] = (await listed(`which=all&search=${purchase.id}`)).purchases;
  for (const search of [uid, purchase.client.email, purchase.orderId, `CAP-${purchase.orderId}`]) {
    const { purchases } = await listed(`which=all&search=${encodeURIComponent(search)}`);
    expect(purchases, search).toMatchObject([
      { id: purchase.id, uid, order_id: purchase.orderId, capture_id: `CAP-${purchase.orderId}`, price: '1.05000000' },
    ]);
  }
  expect((await listed(`which=all&search=${purchase.id}&state=FAILED`)).purchases).toEqual([]);
  const first = await listed('which=all&limit=1');
  expect((await listed(`which=all&limit=1&cursor=${first.next_cursor}`)).purchases[0].id).toBeLessThan(
    first.purchases[0].id,
  );
});

test('an operator cannot resolve a purchase of their own account; support can query PayPal but not resolve', async () => {
  const owner = await exchange.services.accounts.open({
    username: treasury.email,
    password: PASSWORD,
    transaction_password: PASSWORD,
  });
  const own = await bought(await exchange.signIn(treasury.email, owner));
  await tell('PAYMENT.CAPTURE.REFUNDED', paypal.refund(own.orderId, '100.00'));
  expect((await toLookAt(own)).may_act).toBe(false);
  expect((await settle(own)).body.code).toBe('own_account');
  expect((await treasury.post(`${PURCHASES}/ask`, { purchase_id: own.id })).body.code).toBe('own_account');
  const support = await exchange.staff('support');
  expect((await support.post(`${PURCHASES}/ask`, { purchase_id: own.id })).status).toBe(200);
  expect((await settle(own, support)).status).toBe(403);
});

test('an error is returned when PayPal does not respond', async () => {
  const purchase = await bought();
  paypal.breaks = { path: /orders/, when: 'before' };
  const { status, body } = await treasury.post(`${PURCHASES}/ask`, { purchase_id: purchase.id });
  paypal.breaks = undefined;
  expect({ status, code: body.code }).toEqual({ status: 502, code: 'payment_provider_silent' });
});
