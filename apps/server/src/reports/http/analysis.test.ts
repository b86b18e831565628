import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { passDays, subscribe, subscribeLocked } from '../../earn/testing/earn-scene.ts';
import { rent } from '../../earn/testing/rental-scene.ts';
import { type TestClient, TestExchange } from '../../testing/test-exchange.ts';

const DAY_MS = 86_400_000;

interface Part {
  readonly name: string;
  readonly amount: string;
  readonly usdt_value?: string;
}
interface Day {
  readonly time: number;
  readonly usdt_value: string;
  readonly coins: readonly Part[];
}

/** A line of the ledger. */
interface Line {
  readonly coin: string;
  readonly cause: string;
  readonly amount: string;
  readonly time: number;
}

let exchange: TestExchange;
let client: TestClient;

const reached = () => ({ 'x-min-position': String(exchange.services.core.position) });
const read = async (query = '', who = client) => {
  const { status, body } = await who.get(`/api/v3/analysis?${query}`, reached());
  expect([query, status]).toEqual([query, 200]);
  return body as {
    days: number;
    from: number;
    asset: Day[];
    rewards: Day[];
    asset_now: string;
    rewards_total: string;
    rewards_by_coin: Part[];
    left_out: string[];
  };
};
/** An amount in units of the eighth decimal. */
const exact = (text: string | undefined): number => Math.round(Number(text) * 1e8);
const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

/** The id of the product of a coin. */
const productOf = async (coin: string): Promise<number> =>
  (await exchange.visitor.get('/api/v3/earn/view')).body.earn.find(({ name }: { name: string }) => name === coin).id;

/** A trade that gives BTC this price. */
async function trade(price: string): Promise<void> {
  const [seller, buyer] = [await exchange.client({ BTC: '1' }), await exchange.client({ USDT: '5000' })];
  const order = { trade_type: 'limit', number_of_order: '0.01', order_per_unit: price };
  await seller.order({ ...order, delegate_type: 'SELL' });
  await buyer.order({ ...order, delegate_type: 'BUY' });
}

/** 1,000 USDT and 1 BTC are subscribed, then 400 USDT are redeemed; 500 USDT are locked for 5 days; a miner is rented. */
beforeAll(async () => {
  exchange = await TestExchange.open();
  client = await exchange.client({ USDT: '5000', BTC: '2' });
  await trade('60000.0');
  await subscribe(client, { amount: '1000' });
  await subscribe(client, { earn_id: await productOf('BTC'), amount: '1' });
  await subscribeLocked(client, { amount: '500', days: 5 });
  await rent(client);
  for (let day = 0; day < 4; day += 1) await passDays(exchange, 1);
  await trade('66000.0');
  const stakes = (await client.get('/api/v3/stake')).body.earnStaking;
  const flexible = stakes.find(
    ({ name, duration }: { name: string; duration: number }) => name === 'USDT' && duration === 0,
  );
  await client.post('/api/v3/earn/redeem', { stake_id: flexible.id, amount: '400' });
  for (let day = 0; day < 4; day += 1) await passDays(exchange, 1);
}, 60_000);
afterAll(() => exchange.close());

describe('GET /api/v3/analysis', () => {
  test('shows what the earn wallet held at the end of each day, and now', async () => {
    const { asset, asset_now, days, from } = await read();
    expect(days).toBe(7);
    expect(asset.map(({ time }) => time)).toEqual(Array.from({ length: 7 }, (_, n) => from + n * DAY_MS));
    const amounts = (coin: string) => asset.map(({ coins }) => coins.find(({ name }) => name === coin)?.amount);
    // The locked term has ended two days ago, the redemption was four days ago.
    expect(amounts('BTC')).toEqual(Array(7).fill('1.00000000'));
    const usdt = amounts('USDT').map(Number);
    expect(usdt.slice(0, 2)).toEqual([1_500, 1_500]);
    expect(usdt.at(-1)).toBe(600);
    for (const { usdt_value, coins } of asset)
      expect(exact(usdt_value)).toBe(sum(coins.map((part) => exact(part.usdt_value))));
    const value = asset.map(({ coins }) => coins.find(({ name }) => name === 'BTC')?.usdt_value);
    expect(value[0]).toBe('60000.000000');
    expect(value.at(-1)).toBe('66000.000000');
    expect(asset.at(-1)?.usdt_value).toBe(asset_now);
    const { earnTotal } = (await client.get('/api/v3/overview')).body;
    expect(Number(asset_now)).toBe(Number(earnTotal));
  });

  test('shows the rewards that were paid on each day, as in the ledger', async () => {
    const found = await read('days=30');
    const { lines } = (await client.get('/api/v3/ledger?limit=200', reached())).body;
    const paid = (lines as Line[]).filter(
      ({ cause, amount }) => (cause === 'interest' || cause === 'rental') && !amount.startsWith('-'),
    );
    expect(paid.length).toBeGreaterThan(15);
    for (const { time, coins } of found.rewards) {
      const ofDay: Line[] = paid.filter((line) => line.time >= time && line.time < time + DAY_MS);
      for (const { name, amount } of coins) {
        const ofCoin = ofDay.filter(({ coin }) => coin === name);
        expect([name, sum(ofCoin.map((line) => exact(line.amount)))]).toEqual([name, exact(amount)]);
      }
      expect(new Set(coins.map(({ name }) => name))).toEqual(new Set(ofDay.map(({ coin }) => coin)));
    }
    expect(new Set(found.rewards_by_coin.map(({ name }) => name))).toEqual(new Set(['USDT', 'BTC', 'TRX']));
    const total = (coin: string, days: readonly Day[]) =>
      sum(days.flatMap(({ coins }) => coins.filter(({ name }) => name === coin).map((part) => exact(part.amount))));
    for (const { name, amount } of found.rewards_by_coin) expect(total(name, found.rewards)).toBe(exact(amount));
    expect(sum(found.rewards.map(({ usdt_value }) => exact(usdt_value)))).toBe(exact(found.rewards_total));
  });

  test('leaves the value of a coin without a price out, and names the coin', async () => {
    // TRX has not been traded.
    const { left_out, rewards, rewards_by_coin } = await read();
    expect(left_out).toEqual(['TRX']);
    expect(rewards_by_coin.find(({ name }) => name === 'TRX')).not.toHaveProperty('usdt_value');
    const priced = rewards.map(({ coins }) => sum(coins.map((part) => exact(part.usdt_value ?? '0'))));
    expect(rewards.map(({ usdt_value }) => exact(usdt_value))).toEqual(priced);
  });

  test('is empty for a client who has nothing in Earn', async () => {
    const found = await read('', await exchange.client({ USDT: '10' }));
    expect(found).toMatchObject({
      asset_now: '0.000000',
      rewards_total: '0.000000',
      rewards_by_coin: [],
      left_out: [],
    });
    expect(found.asset.every(({ coins }) => coins.length === 0)).toBe(true);
  });

  test('has 7 or 30 days, for clients only', async () => {
    expect((await read('days=30')).asset).toHaveLength(30);
    expect((await client.get('/api/v3/analysis?days=8')).body.code).toBe('invalid_request');
    expect((await exchange.visitor.get('/api/v3/analysis')).status).toBe(401);
  });
});
