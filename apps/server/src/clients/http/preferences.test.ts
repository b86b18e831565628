import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { TestExchange } from '../../testing/test-exchange.ts';

let exchange: TestExchange;

beforeAll(async () => {
  exchange = await TestExchange.open();
});
afterAll(() => exchange.close());

const PATH = '/api/v3/preferences';

test('preferences are stored per client: given ones change, and unset ones are absent', async () => {
  const [client, other] = [await exchange.client(), await exchange.client()];
  expect((await client.get(PATH)).body).toEqual({ preferences: {} });
  await client.post(PATH, { scheme: 'light', time_zone: 'Asia/Manila' });
  const { body } = await client.post(PATH, { scheme: 'system', confirm_orders: true });
  expect(body).toEqual({ preferences: { scheme: 'system', time_zone: 'Asia/Manila', confirm_orders: true } });
  expect((await client.get(PATH)).body).toEqual(body);
  expect((await other.get(PATH)).body).toEqual({ preferences: {} });
});

test('stored preferences are returned unchanged, without being validated again', async () => {
  const client = await exchange.client();
  const stored = { density: 'of a later release' };
  await exchange.query('insert into client_preferences (owner, chosen) values ($1, $2)', [
    client.owner,
    JSON.stringify(stored),
  ]);
  const { body, headers } = await client.get(PATH);
  expect(body).toEqual({ preferences: stored });
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  const changed = await client.post(PATH, { rising: 'red' });
  expect(changed.body).toEqual({ preferences: { ...stored, rising: 'red' } });
  expect(changed.headers['content-type']).toBe('application/json; charset=utf-8');
});

test('lists of pairs read only the client’s starred pairs, not the other preferences', async () => {
  const client = await exchange.client();
  await client.post(PATH, { favorite_coins: ['ETH'], scheme: 'light' });
  const read = vi.spyOn(exchange.services.preferences, 'of');
  onTestFinished(() => read.mockRestore());
  const { body } = await client.get('/api/v3/all-pairs');
  expect(body.coinpair.filter(({ favorite }: { favorite: string }) => favorite !== '')).toHaveLength(1);
  expect((await client.get('/api/v3/favorites')).body.coinpair).toHaveLength(1);
  expect(read).not.toHaveBeenCalled();
});

test('an unknown time zone or an unknown value of a preference is refused', async () => {
  const client = await exchange.client();
  expect((await client.post(PATH, { time_zone: 'Mars/Olympus' })).body).toMatchObject({ code: 'invalid_request' });
  expect((await client.post(PATH, { language: 'tlh' })).status).toBe(400);
  expect((await client.get(PATH)).body).toEqual({ preferences: {} });
});

test('layouts of trade pages are stored unchanged; one outside the grid is refused', async () => {
  const client = await exchange.client();
  const chart = { i: 'chart', x: 0, y: 0, w: 24, h: 40 };
  const layout = (box: object) => ({ preset: 'grid', moved: { medium: [{ ...chart, ...box }] } });
  const saved_layouts = [{ desk: 'chart', name: 'Only the chart', layout: layout({}) }];
  const { body } = await client.post(PATH, { spot_layout: layout({}), saved_layouts });
  expect(body).toEqual({ preferences: { spot_layout: layout({}), saved_layouts } });
  for (const box of [{ w: 25 }, { x: -1 }, { h: 481 }, { i: '<b>' }, { z: 1 }])
    expect((await client.post(PATH, { spot_layout: layout(box) })).status).toBe(400);
  expect((await client.post(PATH, { saved_layouts: Array(9).fill(saved_layouts[0]) })).status).toBe(400);
  expect((await client.get(PATH)).body).toEqual(body);
});

test('charts of pairs are stored, with the maximum number of drawings in one request', async () => {
  const client = await exchange.client();
  const studies = [{ name: 'MA', params: [7, 25, 99], colors: ['#e8c268'], hidden: false }];
  const points = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ timestamp: 1_760_000_000_000 + index, value: 66_000.5 }));
  const chart = (coin: string, count: number) => ({
    coin,
    studies,
    drawings: [{ name: 'brush', points: points(count) }],
  });
  const charts = [chart('BTC', 150), chart('ETH', 150), chart('SOL', 150), chart('XRP', 150)];
  const { body } = await client.post(PATH, { charts });
  expect(body).toEqual({ preferences: { charts } });
  expect((await client.post(PATH, { charts: [chart('BTC', 151)] })).status).toBe(400);
  const infinite = [{ ...chart('BTC', 1), drawings: [{ name: 'brush', points: [{ value: 1e300 }] }] }];
  expect((await client.post(PATH, { charts: infinite })).status).toBe(400);
  expect((await client.get(PATH)).body).toEqual(body);
});

test('prices of drawings too small for any chart are stored as 0, which keeps responses short', async () => {
  const client = await exchange.client();
  const chart = (value: number) => [{ coin: 'BTC', studies: [], drawings: [{ name: 'ray', points: [{ value }] }] }];
  for (const [value, stored] of [
    [5e-324, 0],
    [-9e-19, 0],
    [-1.5e-18, -1.5e-18],
    [0.1, 0.1],
  ] as const) {
    const { body } = await client.post(PATH, { charts: chart(value) });
    expect(body).toEqual({ preferences: { charts: chart(stored) } });
  }
});

test('the layout of the futures page is stored with the account', async () => {
  const [client, other] = [await exchange.client(), await exchange.client()];
  const futures_layout = { preset: 'grid', moved: { small: [{ i: 'positions', x: 0, y: 0, w: 24, h: 20 }] } };
  const { body } = await client.post(PATH, { futures_layout });
  expect(body).toEqual({ preferences: { futures_layout } });
  expect((await client.get(PATH)).body).toEqual(body);
  expect((await other.get(PATH)).body).toEqual({ preferences: {} });
});

test('favorite coins are stored in order, and marked in the list of pairs only for their client', async () => {
  const [client, other] = [await exchange.client(), await exchange.client()];
  const favorites = async (who: typeof client) => {
    const { body } = await who.get('/api/v3/all-pairs');
    return body.coinpair.flatMap(({ favorite }: { favorite: string }) => (favorite === '' ? [] : [favorite]));
  };
  expect(await favorites(client)).toEqual([]);
  const { body } = await client.post(PATH, { favorite_coins: ['ETH', 'BTC'] });
  expect(body).toEqual({ preferences: { favorite_coins: ['ETH', 'BTC'] } });
  expect((await favorites(client)).toSorted()).toEqual(['BTC', 'ETH']);
  expect(await favorites(other)).toEqual([]);
  expect((await client.post(PATH, { favorite_coins: [] })).body).toEqual({ preferences: { favorite_coins: [] } });
  expect(await favorites(client)).toEqual([]);
  for (const coin of ['X', 'ABCDEFGH'])
    expect((await client.post(PATH, { favorite_coins: [coin], default_coin: coin })).status).toBe(200);
  for (const wrong of [['btc'], [''], ['ETH', 'ETH'], ['<b>'], 'ETH'])
    expect((await client.post(PATH, { favorite_coins: wrong })).status).toBe(400);
});

test('starred pairs are added and removed one by one, even concurrently, and the list keeps its order', async () => {
  const [client, other] = [await exchange.client(), await exchange.client()];
  const { body } = await client.get('/api/v3/all-pairs');
  const idOf = (coin: string) => body.coinpair.find(({ name }: { name: string }) => name === coin).coin_id;
  const act = (path: string, coin: string) => client.post(`/api/v3/${path}`, { coin_id: idOf(coin) });
  const names = async (who: typeof client) =>
    (await who.get('/api/v3/favorites')).body.coinpair.map(({ name }: { name: string }) => name);
  expect(await names(client)).toEqual([]);
  expect((await act('remove-favorite', 'BTC')).body).toEqual({ message: 'success' });
  for (const coin of ['SOL', 'BTC', 'ETH'])
    expect((await act('add-favorite', coin)).body).toEqual({ message: 'success' });
  expect(await names(client)).toEqual(['SOL', 'BTC', 'ETH']);
  await act('add-favorite', 'SOL');
  await act('remove-favorite', 'BTC');
  expect(await names(client)).toEqual(['ETH', 'SOL']);
  const coins = ['BTC', 'XRP', 'BNB', 'DOGE', 'ADA', 'TRX'];
  await Promise.all(coins.map((coin) => act('add-favorite', coin)));
  expect((await names(client)).toSorted()).toEqual([...coins, 'ETH', 'SOL'].toSorted());
  expect(await names(other)).toEqual([]);
  expect((await client.post('/api/v3/add-favorite', { coin_id: 999_999 })).body.code).toBe('unknown_coin');
});

test('the 201st starred pair removes the oldest one', async () => {
  const client = await exchange.client();
  const stars = Array.from({ length: 200 }, (_, index) => `A${index}`);
  await client.post(PATH, { favorite_coins: stars });
  const { body } = await client.get('/api/v3/all-pairs');
  const { coin_id, name } = body.coinpair[0];
  await client.post('/api/v3/add-favorite', { coin_id });
  expect((await client.get(PATH)).body.preferences.favorite_coins).toEqual([...stars.slice(1), name]);
});
