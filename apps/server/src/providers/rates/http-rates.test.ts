import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { HttpRates } from './http-rates.ts';
import { RatesUnavailable } from './rates.ts';

const MINUTE_MS = 60_000;
const asked: string[] = [];
let answer: { status: number; tether: object };
let nowMs: number;
let rates: HttpRates;

const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.writeHead(answer.status).end(JSON.stringify({ tether: answer.tether }));
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
beforeEach(() => {
  asked.length = 0;
  nowMs = 1_000_000_000_000;
  answer = { status: 200, tether: prices() };
  rates = new HttpRates({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, now: () => nowMs });
});

const prices = () => ({ usd: 1.001, php: 58.7, vnd: 26_300, myr: 4.13, sgd: 1.3, last_updated_at: nowMs / 1_000 });

test('exchange rates are read exactly, and requested once a minute', async () => {
  const [first, second] = await Promise.all([rates.current(), rates.current()]);
  expect(first.prices).toEqual({
    USD: 100_100_000,
    PHP: 5_870_000_000,
    VND: 2_630_000_000_000,
    MYR: 413_000_000,
    SGD: 130_000_000,
  });
  expect(second).toEqual(first);
  expect(asked).toEqual(['/simple/price?ids=tether&vs_currencies=php,usd,vnd,myr,sgd&include_last_updated_at=true']);
  nowMs += MINUTE_MS;
  await rates.current();
  expect(asked).toHaveLength(2);
});

test('while the source is unreachable its last prices are used for ten minutes, and then nothing is sold', async () => {
  await rates.current();
  answer = { status: 500, tether: {} };
  nowMs += 10 * MINUTE_MS;
  expect((await rates.current()).prices.USD).toBe(100_100_000);
  nowMs += 1;
  await expect(rates.current()).rejects.toThrow(RatesUnavailable);
});

test.each([
  ['old prices', { last_updated_at: 999_999_000 }],
  ['prices without a time', { last_updated_at: undefined }],
  ['a missing currency', { php: undefined }],
  ['a price of zero', { sgd: 0 }],
  ['a price of two dollars for a dollar stablecoin', { usd: 2 }],
])('nothing is sold with %s', async (_, fields) => {
  answer = { status: 200, tether: { ...prices(), ...fields } };
  await expect(rates.current()).rejects.toThrow(RatesUnavailable);
});
