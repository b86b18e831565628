import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestExchange } from '../testing/test-exchange.ts';

let exchange: TestExchange;
beforeAll(async () => {
  // RATE_PER_ADDRESS is the same as in production.
  exchange = await TestExchange.open({ TRUSTED_PROXIES: '1', RATE_PER_ADDRESS: '200' });
  const { market } = exchange.services.instruments.byName('web', 'BTCUSDT') as { market: number };
  await exchange.query(
    `insert into candles
       select $1, 60, (floor(extract(epoch from now()) / 60) - n) * 60000, 9000, 9500, 8500, 9100, 1000, 90000000, 7
       from generate_series(1, 3000) n`,
    [market],
  );
});
afterAll(() => exchange.close());

const FULL_HISTORY = '/api/v3/history?symbol=BTC&resolution=1&from=0&to=9999999999';
const nowSeconds = () => Math.floor(Date.now() / 1000);

const get = (path: string, address: string) => exchange.visitor.get(path, { 'x-forwarded-for': address });
const getAtOnce = (count: number, path: string, address: string) =>
  Promise.all(Array.from({ length: count }, () => get(path, address)));

describe('candles', () => {
  test.each([
    ['history', FULL_HISTORY, '192.0.2.11'],
    [
      'history by count',
      `/api/v3/history?symbol=BTC&resolution=1&from=0&to=${nowSeconds()}&countback=5000`,
      '192.0.2.12',
    ],
    ['chart series', '/api/v2/chart/chart-series?symbol=BTC&timeframe=1min&limit=1000', '192.0.2.13'],
  ])('full pages of candles from one address are refused after a burst: %s', async (_, path, address) => {
    const answers = await getAtOnce(100, path, address);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(50);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(10);
    expect(refused[0]?.body).toMatchObject({ code: 'too_many_requests', retryable: true });
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    const other = await get('/api/v2/chart/chart-series?symbol=BTC&timeframe=1min&limit=24', '192.0.2.1');
    expect(other.status).toBe(200);
    expect(other.body.series).toHaveLength(24);
  });

  test('a client who opens ten charts and scrolls each back four times is never refused', async () => {
    const chart = (before: string) => `/api/v2/chart/chart-series?symbol=BTC&timeframe=1m&limit=500${before}`;
    const pages = ['', ...[1, 2, 3, 4].map((page) => `&before=${(nowSeconds() - page * 500 * 60) * 1000}`)];
    const answers = await Promise.all(pages.map((before) => getAtOnce(10, chart(before), '192.0.2.2')));
    expect(new Set(answers.flat().map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('a small number of candles, such as one day of hourly ones, costs one request', async () => {
    const path = '/api/v2/chart/chart-series?symbol=BTC&timeframe=1h&limit=24';
    // On a slow machine, some of so many concurrent requests may be refused as busy, but none because of the rate
    // limit.
    const statuses = (await getAtOnce(500, path, '192.0.2.3')).map(({ status }) => status);
    expect(statuses).not.toContain(429);
    expect(statuses).toContain(200);
  });

  test('a response has at most the newest 2,000 candles', async () => {
    const { body } = await get(FULL_HISTORY, '192.0.2.4');
    expect(body.t).toHaveLength(2_000);
    expect(body.t.at(-1)).toBeGreaterThan(nowSeconds() - 120);
  });
});
