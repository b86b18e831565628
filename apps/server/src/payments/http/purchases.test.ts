import { systemOwners } from '@vitrine/core';
import { eventually } from '@vitrine/tools/eventually';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PaypalStandIn } from '../../providers/payment/testing/paypal-stand-in.ts';
import { type TestClient, TestExchange } from '../../testing/test-exchange.ts';

const QUOTE = '/api/v3/paypal/quote';
const PAYMENT = '/api/v3/paypal/payment';
const CAPTURE = '/api/v3/paypal/capture';
const WEBHOOK = '/api/v3/paypal/webhook';
const HISTORY = '/api/v3/purchase-history';

let paypal: PaypalStandIn;
let exchange: TestExchange;
let client: TestClient;

beforeAll(async () => {
  paypal = await PaypalStandIn.start();
  exchange = await TestExchange.open({ ...paypal.settings, TRUSTED_PROXIES: '1' });
});
afterAll(async () => {
  await exchange.close();
  await paypal.close();
});
afterEach(() => {
  paypal.charges = undefined;
  paypal.declines = false;
  paypal.captureStatus = 'COMPLETED';
  paypal.breaks = undefined;
  paypal.holds = undefined;
});

const newClient = async () => {
  client = await exchange.client();
};
/** An order of 100 USD, which the payer has approved. */
async function approved(): Promise<{ id: number; orderId: string }> {
  await newClient();
  const { body } = await client.post(PAYMENT, { amount: '100' });
  paypal.approve(body.order_id);
  return { id: body.purchase_id, orderId: body.order_id };
}
const capture = (id: number) => client.post(CAPTURE, { purchase_id: id });
let sent = 0;
/** Sends a webhook message; each comes from a different address, because there is a limit per address. */
const send = (orderId: string, signature?: string) => {
  const { body, headers } = paypal.message(orderId, signature);
  sent += 1;
  return exchange.visitor.post(WEBHOOK, body, { ...headers, 'x-forwarded-for': `10.0.${sent >> 8}.${sent & 255}` });
};
const stateOf = async () => (await client.get(HISTORY)).body.purchases[0]?.state;
/** The total that purchases have credited to clients, according to the ledger. */
const sold = () => -exchange.services.core.balance(systemOwners.payments, 'spot', usdt()).availableUnits;
const usdt = () => exchange.services.instruments.assetByCode('USDT')?.asset ?? 0;

describe('a quote', () => {
  test('a visitor sees the price of one USDT, 5% above the market, and the USDT received to six decimals', async () => {
    expect((await exchange.visitor.get(`${QUOTE}?amount=100`)).body).toEqual({
      currency: 'USD',
      amount: '100.00',
      charge_currency: 'USD',
      charge: '100.00',
      market_price: '1.00000000',
      price: '1.05000000',
      usdt: '95.238095',
    });
  });

  test.each([
    ['PHP', '5870', '5870.00', '100.00', '95.238095'],
    ['PHP', '1000', '1000.00', '17.04', '16.224547'],
    ['VND', '2630000', '2630000', '100.00', '95.238095'],
    ['MYR', '413', '413.00', '100.00', '95.238095'],
    ['SGD', '130', '130.00', '100.00', '95.238095'],
  ])(
    'an amount in a currency that PayPal does not accept is charged in USD: %s %s',
    async (currency, amount, shown, charge, gives) => {
      const { body } = await exchange.visitor.get(`${QUOTE}?amount=${amount}&currency=${currency}`);
      expect(body).toMatchObject({ currency, amount: shown, charge_currency: 'USD', charge, usdt: gives });
    },
  );

  test.each([
    ['amount=0', 'amount_required'],
    ['amount=0.99', 'below_minimum'],
    ['amount=10000.01', 'above_maximum'],
    ['amount=1.001', 'excess_decimals'],
    ['amount=26300.5&currency=VND', 'excess_decimals'],
    ['amount=100&currency=EUR', 'invalid_request'],
  ])('%s is refused with %s', async (query, code) => {
    expect((await exchange.visitor.get(`${QUOTE}?${query}`)).body.code).toBe(code);
  });

  test('a payment requires a session', async () => {
    expect((await exchange.visitor.post(PAYMENT, { amount: '100' })).body.code).toBe('not_authenticated');
  });

  test('no order is created if the price is now worse than the one the payer saw', async () => {
    await newClient();
    expect((await client.post(PAYMENT, { amount: '100', usdt: '95.238096' })).body.code).toBe('quote_expired');
    expect((await client.post(PAYMENT, { amount: '100', usdt: '95.238095' })).body.message).toBe('success');
  });
});

describe('a payment', () => {
  test('is approved on PayPal, charged, credited once, and listed in the history', async () => {
    await newClient();
    const { body: order } = await client.post(PAYMENT, { amount: '100' });
    expect(order).toMatchObject({ message: 'success', approval_url: expect.stringContaining(order.order_id) });
    expect((await capture(order.purchase_id)).body.message).toBe('not_approved');
    expect(await client.available('USDT')).toBe('0.000000');
    paypal.approve(order.order_id);
    const before = sold();
    const { body } = await capture(order.purchase_id);
    expect(body).toMatchObject({ message: 'success', purchase: { state: 'COMPLETED', usdt: '95.238095' } });
    expect(await client.available('USDT')).toBe('95.238095');
    expect(sold() - before).toBe(95_238_095);
    expect((await capture(order.purchase_id)).body).toEqual(body);
    expect((await client.get(HISTORY)).body.purchases).toEqual([body.purchase]);
    expect(await client.available('USDT')).toBe('95.238095');
  });

  test('notifies the client once, either of the credit or of the failure', async () => {
    const told = async () =>
      (await client.get('/api/v3/notifications')).body.notifications
        .filter(({ kind }: { kind: string }) => kind.startsWith('purchase'))
        .map(({ kind, parameters }: { kind: string; parameters: object }) => [kind, parameters]);
    const { id, orderId } = await approved();
    await Promise.all([capture(id), send(orderId), send(orderId)]);
    expect(await told()).toEqual([['purchase_credited', { amount: '95.238095', charge: '100.00 USD' }]]);
    const second = await approved();
    paypal.declines = true;
    await Promise.all([capture(second.id), send(second.orderId)]);
    await capture(second.id);
    expect(await told()).toEqual([['purchase_failed', { amount: '95.238095', charge: '100.00 USD' }]]);
  });

  test('a repeated call creates no second order; a different amount with the same key is refused', async () => {
    await newClient();
    const key = { 'idempotency-key': 'once' };
    const [first, second] = await Promise.all([
      client.post(PAYMENT, { amount: '100' }, key),
      client.post(PAYMENT, { amount: '100' }, key),
    ]);
    expect(first.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect((await client.post(PAYMENT, { amount: '101' }, key)).body.code).toBe('reference_conflict');
  });

  test('64 concurrent webhook messages and 64 concurrent calls charge once and credit once', async () => {
    const { id, orderId } = await approved();
    const charged = paypal.captures;
    const sixtyFour = <T>(call: () => Promise<T>) => Promise.all(Array.from({ length: 64 }, call));
    const [heard, calls] = await Promise.all([sixtyFour(() => send(orderId)), sixtyFour(() => capture(id))]);
    expect(heard.map(({ status }) => status)).toEqual(heard.map(() => 200));
    // A client that calls more often than a page does is rate-limited.
    expect(new Set(calls.map(({ status }) => status))).toEqual(new Set([200, 429]));
    expect(paypal.captures - charged).toBe(1);
    expect(await client.available('USDT')).toBe('95.238095');
  });

  test('a webhook message alone is enough: a client who closed the page is credited', async () => {
    const { orderId } = await approved();
    expect((await send(orderId)).body.message).toBe('success');
    expect(await stateOf()).toBe('COMPLETED');
    expect(await client.available('USDT')).toBe('95.238095');
  });

  test('a webhook message with a wrong signature, or with none, changes nothing', async () => {
    const { orderId } = await approved();
    expect((await send(orderId, 'somebody else')).body.code).toBe('message_refused');
    expect((await exchange.visitor.post(WEBHOOK, paypal.message(orderId).body)).body.code).toBe('message_refused');
    expect(await stateOf()).toBe('WAITING');
  });

  test('a genuine webhook message about an unpaid order credits nothing', async () => {
    await newClient();
    const { body } = await client.post(PAYMENT, { amount: '100' });
    expect((await send(body.order_id)).body.message).toBe('success');
    expect(await client.available('USDT')).toBe('0.000000');
  });

  test.each([
    ['a charge of a different amount than ordered', { currency_code: 'USD', value: '99.99' }],
    ['a charge in a different currency than ordered', { currency_code: 'CAD', value: '100.00' }],
    ['a charge without a valid amount', { currency_code: 'USD', value: 'free' }],
  ])('%s is not credited', async (_, charges) => {
    const { id } = await approved();
    paypal.charges = charges;
    expect((await capture(id)).body.message).toBe('failed');
    expect((await capture(id)).body.message).toBe('failed');
    expect(await client.available('USDT')).toBe('0.000000');
  });

  test('a declined card fails the purchase', async () => {
    const { id } = await approved();
    paypal.declines = true;
    expect((await capture(id)).body.message).toBe('failed');
    expect((await client.get(HISTORY)).body.purchases[0]).toMatchObject({ state: 'FAILED', reason: 'declined' });
  });

  test.each([
    ['COMPLETED', 'COMPLETED', '95.238095'],
    ['DECLINED', 'FAILED', '0.000000'],
  ])(
    'a charge held by PayPal stays pending; once PayPal reports %s, the purchase becomes %s',
    async (status, state, available) => {
      const { id, orderId } = await approved();
      paypal.captureStatus = 'PENDING';
      expect((await capture(id)).body.message).toBe('pending');
      expect((await capture(id)).body.message).toBe('pending');
      expect(await stateOf()).toBe('CONFIRMING');
      paypal.settle(orderId, status);
      await Promise.all([send(orderId), send(orderId)]);
      expect(await stateOf()).toBe(state);
      expect(await client.available('USDT')).toBe(available);
    },
  );

  test('the history of purchases can be filtered by state and day, paged, and exported as a file', async () => {
    const { id } = await approved();
    await capture(id);
    await client.post(PAYMENT, { amount: '20', currency: 'SGD' });
    await client.post(PAYMENT, { amount: '30' });
    const ids = async (query: string) =>
      (await client.get(`${HISTORY}?${query}`)).body.purchases.map(({ amount }: { amount: string }) => amount);
    expect(await ids('')).toEqual(['30.00', '20.00', '100.00']);
    expect(await ids('state=completed')).toEqual(['100.00']);
    expect(await ids('state=pending')).toEqual(['30.00', '20.00']);
    expect(await ids('state=cancelled')).toEqual([]);
    expect(await ids('to=2020-01-01')).toEqual([]);
    const { body } = await client.get(`${HISTORY}?limit=2`);
    expect(body.purchases).toHaveLength(2);
    expect(await ids(`limit=2&cursor=${body.next_cursor}`)).toEqual(['100.00']);
    const file = await client.get('/api/v3/history.csv?tab=purchase&state=completed');
    const [, line] = file.body.trim().split('\r\n');
    expect(line).toMatch(
      /,USDT,95\.238095,100\.00,USD,1\.05000000,100\.00,USD,Completed,,0\.00,0\.000000,CAP-[^,]+,\d+$/,
    );
  });

  test('is not charged once it has expired', async () => {
    const { id } = await approved();
    const charged = paypal.captures;
    await exchange.query('update purchases set expires_ms = 1 where purchase_id = $1', [id]);
    expect((await capture(id)).body.message).toBe('expired');
    await exchange.services.purchases?.finishAll();
    expect(paypal.captures).toBe(charged);
    expect(await client.available('USDT')).toBe('0.000000');
  });

  test('another client’s purchase cannot be charged', async () => {
    const { id } = await approved();
    const other = await exchange.client();
    expect((await other.post(CAPTURE, { purchase_id: id })).body.code).toBe('unknown_purchase');
    expect(await stateOf()).toBe('WAITING');
  });
});

describe('a provider that becomes unreachable', () => {
  test('before an order is created: nobody is charged', async () => {
    await newClient();
    paypal.breaks = { path: /orders/, when: 'before' };
    expect((await client.post(PAYMENT, { amount: '100' })).body.code).toBe('payment_provider_down');
    expect((await client.get(HISTORY)).body.purchases).toEqual([]);
  });

  test.each(['before', 'after'] as const)(
    '%s it has charged: the loop queries the outcome, and the purchase is credited once',
    async (when) => {
      const { id } = await approved();
      const charged = paypal.captures;
      paypal.breaks = { path: /capture$/, when };
      expect((await capture(id)).body.message).toBe('pending');
      expect(await client.available('USDT')).toBe('0.000000');
      paypal.breaks = undefined;
      await exchange.services.purchases?.finishAll();
      expect(await stateOf()).toBe('COMPLETED');
      expect(paypal.captures - charged).toBe(1);
      expect(await client.available('USDT')).toBe('95.238095');
    },
  );

  test('after the charge was recorded and before the credit: the credit is retried, and takes effect once', async () => {
    const { id } = await approved();
    await capture(id);
    // The state after a kill between the ledger's response and the update of the row.
    await exchange.query(
      `update purchases set state = 'captured', position = null, ended_ms = null where purchase_id = $1`,
      [id],
    );
    await exchange.services.purchases?.finishAll();
    expect(await stateOf()).toBe('COMPLETED');
    expect(await client.available('USDT')).toBe('95.238095');
  });

  test('during signature verification: the webhook message is verified when the provider repeats it', async () => {
    const { orderId } = await approved();
    paypal.breaks = { path: /verify/, when: 'before' };
    expect((await send(orderId)).status).toBe(502);
    paypal.breaks = undefined;
    expect((await send(orderId)).status).toBe(200);
    expect(await stateOf()).toBe('COMPLETED');
  });
});

describe('how often the provider is queried', () => {
  test('purchases that wait for the provider do not delay those of other clients', async () => {
    const slow = await approved();
    const { body: alsoSlow } = await client.post(PAYMENT, { amount: '100' });
    const other = await approved();
    await exchange.query(`update purchases set state = 'approved' where purchase_id = any($1)`, [
      [slow.id, alsoSlow.purchase_id, other.id],
    ]);
    const held = Promise.withResolvers<void>();
    paypal.holds = { path: new RegExp(`${slow.orderId}|${alsoSlow.order_id}`), until: held.promise };
    const run = exchange.services.purchases?.finishAll();
    try {
      await eventually(async () => expect(await stateOf()).toBe('COMPLETED'));
    } finally {
      held.resolve();
      await run;
    }
  });

  test('all purchases are completed, even if there are more of them than one read returns', async () => {
    await newClient();
    await exchange.query(
      `insert into purchases (owner_id, request_key, state, currency, amount, charge_currency, charge, rate, price, units,
         created_ms, expires_ms)
       select $1, gen_random_uuid(), 'created', 'USD', 10000, 'USD', 10000, 100000000, 105000000, 95238095, 1, 2
       from generate_series(1, 450)`,
      [client.owner],
    );
    await exchange.services.purchases?.finishAll();
    const left = 'select from purchases where owner_id = $1 and ended_ms is null';
    expect(await exchange.query(left, [client.owner])).toEqual([]);
  });

  test('a client’s open purchases and concurrent requests are limited', async () => {
    await newClient();
    const begun = await Promise.all(Array.from({ length: 15 }, () => client.post(PAYMENT, { amount: '100' })));
    const refused = begun.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(5);
    expect(refused[0]?.body.code).toBe('too_many_requests');
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    // The other ten calls are within the rate limit: at least two succeed, one immediately and one from the queue; the
    // rest are refused as busy.
    expect(begun.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2);
    expect(begun.filter(({ body }) => body.code === 'busy').length).toBeGreaterThanOrEqual(1);

    await newClient();
    const table = exchange.services.purchaseTable;
    const now = Date.now();
    const quote = {
      currency: 'USD',
      amount: 10_000,
      chargeCurrency: 'USD',
      charge: 10_000,
      rate: 100_000_000,
      price: 105_000_000,
      units: 95_238_095,
    } as const;
    const row = (n: number) => ({ owner: client.owner, quote, createdMs: now, expiresMs: now + 60_000, key: `k${n}` });
    const kept = await Promise.allSettled(Array.from({ length: 25 }, (_, n) => table.insert(row(n))));
    expect(kept.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    const { status, body } = await client.post(PAYMENT, { amount: '100' });
    expect([status, body.code, body.parameters]).toEqual([422, 'too_many_purchases', { most: '20' }]);
    const first = kept.findIndex(({ status }) => status === 'fulfilled');
    expect((await table.insert(row(first))).amount).toBe(10_000);
  });

  test('one order is polled a few times in a few seconds, however often its client asks', async () => {
    await newClient();
    const { body } = await client.post(PAYMENT, { amount: '100' });
    const before = paypal.asked;
    const answers = await Promise.all(Array.from({ length: 15 }, () => capture(body.purchase_id)));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
    for (let i = 0; i < 5; i += 1) await capture(body.purchase_id);
    expect(paypal.asked - before).toBeLessThanOrEqual(3);
  });

  test.each([
    ['without a signature', { 'paypal-transmission-sig': undefined }],
    ['with another algorithm', { 'paypal-auth-algo': 'none' }],
    ['with a certificate from another site', { 'paypal-cert-url': 'https://paypal.com.example/cert' }],
  ])('webhook messages %s are refused without a query and do not count toward PayPal’s limit', async (_, changed) => {
    const { orderId } = await approved();
    const { body, headers } = paypal.message(orderId);
    const signed = Object.entries({ ...headers, ...changed }).filter(([, value]) => value !== undefined);
    const before = paypal.asked;
    const all = await Promise.all(
      Array.from({ length: 160 }, (_, n) =>
        exchange.visitor.post(WEBHOOK, body, { ...Object.fromEntries(signed), 'x-forwarded-for': `203.0.113.${n}` }),
      ),
    );
    expect(new Set(all.map(({ body }) => body.code))).toEqual(new Set(['message_refused']));
    expect(paypal.asked).toBe(before);
    expect((await send(orderId)).body.message).toBe('success');
  });

  test('one address may send a burst of thirty webhook messages, then ten a second', async () => {
    const { body } = paypal.message('ORDER-1');
    const from = { 'x-forwarded-for': '192.0.2.77' };
    const all = await Promise.all(Array.from({ length: 70 }, () => exchange.visitor.post(WEBHOOK, body, from)));
    expect(all.some(({ body }) => body.code === 'too_many_requests')).toBe(true);
    expect(all.filter(({ body }) => body.code === 'message_refused').length).toBeGreaterThanOrEqual(30);
  });

  test('forged webhook messages cause only a limited number of verifications, however many addresses they come from', async () => {
    const before = paypal.asked;
    const { body, headers } = paypal.message('ORDER-1', 'forged');
    const all = await Promise.all(
      Array.from({ length: 160 }, (_, n) =>
        exchange.visitor.post(WEBHOOK, body, { ...headers, 'x-forwarded-for': `198.51.100.${n}` }),
      ),
    );
    expect(all.some(({ body }) => body.code === 'too_many_requests')).toBe(true);
    expect(paypal.asked - before).toBeLessThan(150);
  });
});
