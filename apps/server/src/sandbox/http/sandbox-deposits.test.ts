import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestClient, TestExchange } from '../../testing/test-exchange.ts';

let exchange: TestExchange;
let client: TestClient;

beforeAll(async () => {
  exchange = await TestExchange.open();
  client = await exchange.client();
});
afterAll(() => exchange.close());

const deposit = (fields: object, headers = {}) =>
  exchange.visitor.post(
    '/sandbox/deposits',
    { coin: 'USDT', amount: '10', username: client.email, ...fields },
    headers,
  );

describe('POST /sandbox/deposits', () => {
  test('credits the client immediately, and the statement gives the reason', async () => {
    const { body } = await deposit({ amount: '12.345678' });
    expect(await client.available('USDT')).toBe('12.345678');
    const reached = { 'x-min-position': String(body.position) };
    const { lines } = (await client.get('/api/v3/wallet/statement', reached)).body;
    expect(lines).toMatchObject([{ coin: 'USDT', cause: 'deposit', amount: '12.345678', balance_after: '12.345678' }]);
  });

  test('64 concurrent calls with one Idempotency-Key make one transfer, credited once', async () => {
    const before = Number(await client.available('USDT'));
    const answers = await Promise.all(Array.from({ length: 64 }, () => deposit({}, { 'idempotency-key': 'one' })));
    expect(new Set(answers.map(({ body }) => body.transaction)).size).toBe(1);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(Number(await client.available('USDT')) - before).toBeCloseTo(10, 6);
    expect(await deposit({ amount: '11' }, { 'idempotency-key': 'one' })).toMatchObject({
      status: 409,
      body: { code: 'reference_conflict' },
    });
  });

  test.each<[string, object, string]>([
    ['an unknown coin', { coin: 'NOPE' }, 'unknown_coin'],
    ['an unknown client', { username: 'nobody@test.example' }, 'unknown_client'],
    ['an amount below the network’s minimum', { amount: '0.5' }, 'below_minimum'],
    ['an amount beyond the safe range', { amount: '99999999999' }, 'exceeds_range'],
    ['an amount above the maximum of a deposit', { amount: '99999999' }, 'above_maximum'],
    ['an amount with too many decimals', { amount: '10.0000001' }, 'excess_decimals'],
    ['an amount of zero', { amount: '0' }, 'amount_required'],
  ])('%s is refused and changes nothing', async (_, fields, code) => {
    const before = await client.available('USDT');
    expect((await deposit(fields)).body.code).toBe(code);
    expect(await client.available('USDT')).toBe(before);
  });
});
