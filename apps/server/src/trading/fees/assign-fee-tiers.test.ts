import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestClient, TestExchange } from '../../testing/test-exchange.ts';
import { AssignFeeTiers } from './assign-fee-tiers.ts';

let exchange: TestExchange;
let buyer: TestClient;
let seller: TestClient;
let job: AssignFeeTiers;

beforeAll(async () => {
  exchange = await TestExchange.open();
  buyer = await exchange.client({ USDT: '400000' });
  seller = await exchange.client({ BTC: '5' });
  const { services } = exchange;
  job = new AssignFeeTiers({
    volume: services.tradingVolume,
    core: () => services.core,
    clock: () => services.clock(),
    volumesFrom: () => services.exchangeSettings.current().feeVolumesUsdt,
    unitsPerUsdt: () => 10 ** (services.instruments.usdt?.scale ?? 0),
    submit: (command) => exchange.submit(command),
  });
});
afterAll(() => exchange.close());

async function trade(coins: string): Promise<void> {
  const price = (await exchange.visitor.get('/api/v3/getOrder?symbol=BTC')).body.price.unit_price;
  const limit = { trade_type: 'limit', number_of_order: coins, order_per_unit: Number(price).toFixed(1) };
  await seller.order({ ...limit, delegate_type: 'SELL' });
  const { body } = await buyer.order({ ...limit, delegate_type: 'BUY' });
  await exchange.services.histories.reached(body.position, 30_000);
}

const rate = async (client: TestClient) => (await client.get('/api/v3/fee-rate')).body;

test('the volume of each side counts once, however often the job runs, and the fee tier it earns takes effect', async () => {
  await trade('1');
  await job.run();
  const first = await rate(buyer);
  expect(Number(first.volume_30d_usdt)).toBeGreaterThan(50_000);
  expect(first).toMatchObject({ membership_level: 'NO_BADGE', maker_rate_percent: '0.0800' });
  await trade('1');
  await Promise.all([job.run(), job.run()]);
  await job.run();
  const [bought, sold] = [await rate(buyer), await rate(seller)];
  expect(bought).toMatchObject({
    membership_level: 'BRONZE',
    maker_rate_percent: '0.0700',
    taker_rate_percent: '0.0900',
  });
  expect(sold).toMatchObject({ membership_level: 'BRONZE', volume_30d_usdt: bought.volume_30d_usdt });
  expect(Number(bought.volume_30d_usdt)).toBe(2 * Number(first.volume_30d_usdt));
});

test('volume older than thirty days is no longer included, and the fee tier it earned is lost', async () => {
  await exchange.visitor.post('/sandbox/clock', { advanceSeconds: 31 * 86_400 });
  await job.run();
  expect(await rate(buyer)).toMatchObject({ membership_level: 'NO_BADGE', volume_30d_usdt: '0.000000' });
});

test('the fee schedule is public, and its fees fall with volume', async () => {
  const { tiers } = (await exchange.visitor.get('/api/v3/fee-schedule')).body;
  expect(tiers).toHaveLength(6);
  expect(tiers[0]).toMatchObject({ membership_level: 'NO_BADGE', volume_from_usdt: '0', taker_rate_percent: '0.1000' });
  const rates = tiers.map((tier: { taker_rate_percent: string }) => Number(tier.taker_rate_percent));
  expect(rates).toEqual([...rates].sort((a, b) => b - a));
});
