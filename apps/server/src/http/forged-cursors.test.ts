import { type Endpoint, type EndpointKey, endpoints } from '@vitrine/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleCalls } from '../testing/calls.ts';
import { type Caller, TestExchange } from '../testing/test-exchange.ts';

let exchange: TestExchange;
let callers: Record<Endpoint['access'], Caller>;
beforeAll(async () => {
  exchange = await TestExchange.open();
  callers = {
    visitor: exchange.visitor,
    client: await exchange.client({ USDT: '10' }),
    staff: await exchange.staff('administrator'),
  };
});
afterAll(() => exchange.close());

const lists = (Object.entries(endpoints) as [EndpointKey, Endpoint][]).filter(
  ([, { query }]) => query?.properties.cursor !== undefined,
);

/** Numbers around the largest ones of JavaScript and of Postgres. */
const numbers = ['0', '2147483647', '2147483648', '9007199254740991', '9007199254740992', '9999999999999999'];
const pairs = ['0', '1', '9007199254740991', '9007199254740992'].flatMap((first) =>
  numbers.map((second) => `${first}_${second}`),
);
const keys = [...numbers, ...pairs, '9223372036854775808', '1_1_1', '_', '1_', '-1', '-1_0'];
const cursors = keys.flatMap((key) => [key, `a_${key}`, `b_${key}`]);

test.each(lists)(
  'a forged cursor of %s is refused as invalid or gets a response, but never fails',
  async (key, endpoint) => {
    const { access, path } = endpoint;
    const query = new URLSearchParams(sampleCalls[key].query);
    const failed: unknown[] = [];
    for (const cursor of cursors) {
      query.set('cursor', cursor);
      const { status, body } = await callers[access].get(`${path}?${query}`);
      if (status !== 200 && body.code !== 'invalid_request') failed.push([cursor, status, body.code]);
    }
    expect(failed).toEqual([]);
  },
);

test('more than fifteen lists are checked', () => {
  expect(lists.length).toBeGreaterThan(15);
});
