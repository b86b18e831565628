import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stopDuty, TestExchange } from '../../testing/test-exchange.ts';
import { IndexPrices } from '../index-price/index-prices.ts';
import type { IndexQuote } from '../index-price/index-source.ts';

const NAME = 'BTC-USDT-PERP';
const MARKET = 1_001;
const MINUTE_MS = 60_000;

let exchange: TestExchange;
/** The prices of the two sources, in ticks. */
let quotes: readonly [IndexQuote | undefined, IndexQuote | undefined] = [undefined, undefined];
beforeAll(async () => {
  exchange = await TestExchange.open();
  const { services } = exchange;
  await stopDuty(exchange.exchange, 'mark prices');
  await stopDuty(exchange.exchange, 'index prices');
  for (const [at, name] of ['First', 'Second'].entries())
    services.indexFeed.add({ name, quote: ({ market }) => (market === MARKET ? quotes[at] : undefined) });
});
afterAll(() => exchange.close());

const clock = (): number => exchange.services.clock();
const advance = (byMs: number) => exchange.submit({ kind: 'AdvanceClock', byMs });

/** Lets the feed read both prices, and then has the recorder store the index. */
async function price(first: number | undefined, second = first): Promise<void> {
  const quote = (ticks: number | undefined) => (ticks === undefined ? undefined : { ticks, atMs: clock() });
  quotes = [quote(first), quote(second)];
  await exchange.services.indexFeed.run();
  await exchange.services.indexRecorder.run();
}

const index = async () => {
  const { body } = await exchange.visitor.get('/api/v3/futures/index');
  return body.indexes.find(({ name }: { name: string }) => name === NAME);
};
const history = async (more = '') =>
  (await exchange.visitor.get(`/api/v3/futures/index-history?name=${NAME}${more}`)).body.prices;

test('visitors see the index of a market with the price, time and state of each source', async () => {
  await price(664_610, 664_613);
  expect(await index()).toEqual({
    name: NAME,
    state: 'confirmed',
    price: '66461.15',
    confirmed_at: expect.any(Number),
    used_sources: 2,
    needed_sources: 2,
    sources: [
      { name: 'First', state: 'used', price: '66461.00', at: quotes[0]?.atMs },
      { name: 'Second', state: 'used', price: '66461.30', at: quotes[1]?.atMs },
    ],
  });
});

test('without two sources that agree, the index is unconfirmed, and the response shows which source has no price', async () => {
  await price(664_610, 700_000);
  expect(await index()).toMatchObject({ state: 'unconfirmed', price: '', used_sources: 0 });
  quotes = [quotes[0], undefined];
  await exchange.services.indexFeed.run();
  const { sources } = await index();
  expect(sources.map(({ state }: { state: string }) => state)).toEqual(['used', 'silent']);
  expect(sources[1]).toMatchObject({ price: '', at: 0 });
});

test('the history has a candle for each minute with a confirmed index, and none for the others', async () => {
  await advance(MINUTE_MS - (clock() % MINUTE_MS));
  const startMs = clock() - (clock() % MINUTE_MS);
  for (const ticks of [664_600, 664_700, 664_500, 664_650]) await price(ticks);
  await advance(MINUTE_MS);
  await price(664_600, 700_000);
  await advance(MINUTE_MS);
  await price(664_800);
  expect((await history())[0]).toEqual({
    time: startMs,
    open: '66460.00',
    high: '66470.00',
    low: '66450.00',
    close: '66465.00',
    sources: 2,
  });
  await advance(MINUTE_MS);
  await price(undefined);
  expect((await history('&limit=2')).map(({ time }: { time: number }) => time)).toEqual([
    startMs + 2 * MINUTE_MS,
    startMs,
  ]);
  expect((await history(`&before=${startMs + 2 * MINUTE_MS}&limit=1`))[0].time).toBe(startMs);
});

test('a server that reads no sources, such as a follower, returns the state that the leader stored, until that state is too old', async () => {
  await advance(5_000);
  await price(664_610);
  const pool = new pg.Pool({ connectionString: exchange.databaseUrl, max: 1 });
  const reader = () =>
    new IndexPrices({
      pool,
      indexFeed: { stateOf: () => undefined },
      clock,
    }).states([MARKET]);
  expect((await reader()).get(MARKET)).toMatchObject({ ticks: 664_610, needed: 2, names: ['First', 'Second'] });
  await advance(16_000);
  expect((await reader()).get(MARKET)?.ticks).toBeUndefined();
  await pool.end();
});
