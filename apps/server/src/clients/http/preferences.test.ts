import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestExchange } from '../../testing/test-exchange.ts';

let exchange: TestExchange;

beforeAll(async () => {
  exchange = await TestExchange.open();
});
afterAll(() => exchange.close());

const PATH = '/api/v3/preferences';

test('preferences are stored per client: given ones change, unset ones are absent', async () => {
  const [client, other] = [await exchange.client(), await exchange.client()];
  expect((await client.get(PATH)).body).toEqual({ preferences: {} });
  await client.post(PATH, { scheme: 'light', time_zone: 'Asia/Manila' });
  const { body } = await client.post(PATH, { scheme: 'system', confirm_orders: true });
  expect(body).toEqual({ preferences: { scheme: 'system', time_zone: 'Asia/Manila', confirm_orders: true } });
  expect((await client.get(PATH)).body).toEqual(body);
  expect((await other.get(PATH)).body).toEqual({ preferences: {} });
});

test('stored preferences that are unknown or malformed count as not set', async () => {
  const client = await exchange.client();
  const stored = {
    scheme: 'sepia',
    rising: 'red',
    density: 7,
    time_zone: 'Mars/Olympus',
    default_coin: '<b>',
    confirm_orders: 'yes',
    number_format: null,
    font: 'serif',
  };
  await exchange.query('insert into client_preferences (owner, chosen) values ($1, $2)', [
    client.owner,
    JSON.stringify(stored),
  ]);
  expect((await client.get(PATH)).body).toEqual({ preferences: { rising: 'red' } });
  const { body } = await client.post(PATH, { density: 'compact' });
  expect(body).toEqual({ preferences: { rising: 'red', density: 'compact' } });
});

test('an unknown time zone or preference value is refused', async () => {
  const client = await exchange.client();
  expect((await client.post(PATH, { time_zone: 'Mars/Olympus' })).body).toMatchObject({ code: 'invalid_request' });
  expect((await client.post(PATH, { language: 'tlh' })).status).toBe(400);
  expect((await client.get(PATH)).body).toEqual({ preferences: {} });
});

test('favourite coins are stored in order, and marked in the list of pairs only for their client', async () => {
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
