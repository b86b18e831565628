import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestExchange } from '../../../testing/test-exchange.ts';

let exchange: TestExchange;

beforeAll(async () => {
  exchange = await TestExchange.open();
});
afterAll(() => exchange.close());

interface Item {
  readonly name: string;
  readonly type: string;
  readonly pos: boolean;
  readonly pow: boolean;
  readonly innovation: boolean;
}
const list = async (path: string): Promise<Item[]> => (await exchange.visitor.get(`/api/v3/${path}`)).body.coinpair;
const names = (items: readonly Item[]) => items.map(({ name }) => name);

test('each list of a category has the pairs of that category, in the order of all pairs', async () => {
  const all = await list('all-pairs');
  for (const [path, flag] of [
    ['pos-pairs', 'pos'],
    ['pow-pairs', 'pow'],
    ['innovation-pairs', 'innovation'],
  ] as const) {
    const listed = await list(path);
    expect(listed.length).toBeGreaterThan(0);
    expect(listed).toEqual(all.filter((pair) => pair[flag]));
  }
  expect(names(await list('pow-pairs'))).toContain('BTC');
  expect(names(await list('pos-pairs'))).not.toContain('BTC');
});

test('the rules of a pair name the perpetual market of the same coin, if there is one', async () => {
  const perpetualOf = async (coin: string) =>
    (await exchange.visitor.get(`/api/v3/getOrder?symbol=${coin}`)).body.price.perpetual;
  const { markets } = (await exchange.visitor.get('/api/v3/futures/markets')).body;
  const bases = markets.map(({ base }: { base: string }) => base);
  expect(await perpetualOf('BTC')).toBe('BTC-USDT-PERP');
  const [without] = names(await list('all-pairs')).filter((coin) => !bases.includes(coin));
  expect(without).toBeDefined();
  expect(await perpetualOf(without ?? '')).toBeUndefined();
});

test('market coins are listed by type under the paths of the specification', async () => {
  const all = await list('all-pairs');
  const ofType = (type: string) => names(all.filter((pair) => pair.type === type));
  expect(names(await list('main-coins?pair_type=MAIN'))).toEqual(ofType('MAIN'));
  expect(names(await list('main-coins'))).toEqual(ofType('MAIN'));
  expect(names(await list('inno-coins?pair_type=ETH'))).toEqual(ofType('ETH'));
  expect(names(await list('inn-coins?pair_type=ALT'))).toEqual(ofType('ALT'));
  expect((await exchange.visitor.get('/api/v3/inno-coins?pair_type=MAIN')).status).toBe(400);
  expect((await exchange.visitor.get('/api/v3/favorites')).status).toBe(401);
});

test('the tickers of all coins and of one coin agree with the lists of pairs', async () => {
  const { coinpair } = (await exchange.visitor.get('/api/v2/market-all-pairs')).body;
  expect(names(coinpair)).toEqual(names(await list('all-pairs')));
  const [coin] = coinpair;
  const { chart } = (await exchange.visitor.get(`/api/v3/coin-pair/current-price?symbol=${coin.name}&timeframe=1min`))
    .body;
  expect(chart).toEqual({
    close: coin.value,
    increase_in_value: coin.percent,
    latest_time: expect.any(Number),
  });
  expect((await exchange.visitor.get('/api/v3/coin-pair/current-price?symbol=NOSUCH')).body.code).toBe('unknown_coin');
});
