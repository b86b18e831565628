import { afterAll, beforeAll, expect, test } from 'vitest';
import { KrakenStandIn } from '../../providers/market-feed/testing/kraken-stand-in.ts';
import { OkxStandIn } from '../../providers/market-feed/testing/okx-stand-in.ts';
import { stopDuty, TestExchange, type TestStaff } from '../../testing/test-exchange.ts';

const NAME = 'BTC-USDT-PERP';
const MARKET = 1_001;

let okx: OkxStandIn;
let kraken: KrakenStandIn;
let exchange: TestExchange;
let operator: TestStaff;
beforeAll(async () => {
  okx = await OkxStandIn.open({ 'BTC-USDT': 66_461, 'ETH-USDT': 3_500 });
  kraken = await KrakenStandIn.open({ 'BTC/USDT': 66_461 });
  exchange = await TestExchange.open({
    INDEX_SOURCES: 'okx,kraken',
    INDEX_OKX_URL: okx.url,
    INDEX_KRAKEN_URL: kraken.url,
  });
  await stopDuty(exchange.exchange, 'mark prices');
  operator = await exchange.staff('treasury');
});
afterAll(async () => {
  await exchange.close();
  await okx.close();
  await kraken.close();
});

const eventually = <T>(look: () => Promise<T>) => expect.poll(look, { timeout: 20_000, interval: 100 });

/** Runs the feed as its duty does, a second later on the exchange’s clock. */
async function run(seconds = 1): Promise<void> {
  await exchange.submit({ kind: 'AdvanceClock', byMs: seconds * 1_000 });
  await exchange.services.indexFeed.run();
}

/** The sources as the console shows them. */
async function sources(): Promise<{ name: string; state: string; price: string; at: number }[]> {
  await run();
  const { markets } = (await operator.get('/api/v3/console/futures/risk')).body;
  return markets.find(({ name }: { name: string }) => name === NAME).index.sources;
}
const stateOf = async (name: string) => (await sources()).find((one) => one.name === name)?.state;
const market = () => {
  const { status, markTicks } = exchange.services.core.perpetual(MARKET) ?? {};
  return { status, markTicks };
};

test('the mark price follows the external sources, which the console and the metrics show', async () => {
  await eventually(async () => (await sources()).map(({ state }) => state)).toEqual(['used', 'used']);
  okx.price('BTC-USDT', 66_500);
  kraken.price('BTC/USDT', 66_502);
  await eventually(async () => (await sources()).map(({ price }) => Number(price))).toEqual([66_500, 66_502]);
  await eventually(async () => {
    await run();
    return market();
  }).toEqual({ status: 'open', markTicks: 665_010 });
  const { body } = await exchange.visitor.get('/metrics');
  expect(body).toContain('vitrine_market_feed_connected{source="OKX"} 1');
  expect(body).toContain('vitrine_index_sources_used{market="BTC-USDT"} 2');
  expect(body).toContain('vitrine_index_sources_used{market="ETH-USDT"} 1');
  const { markets } = (await operator.get('/api/v3/console/futures/risk')).body;
  const index = (base: string) => markets.find((one: { base: string }) => one.base === base).index;
  expect(index('BTC')).toMatchObject({ used_sources: 2, needed_sources: 2 });
  expect(index('ETH')).toMatchObject({ price: '', used_sources: 1, needed_sources: 2, is_protected: true });
  expect(body).toContain('vitrine_market_feed_disconnects_total{source="Kraken"} 0');
});

test('a pair that only one of the sources trades has no index, so that its market accepts only cancellations', async () => {
  const eth = exchange.services.instruments.perpetuals().find(({ base }) => base.code === 'ETH');
  const { ticks, sources } = exchange.services.indexFeed.stateOf(eth?.market ?? 0) ?? {};
  expect([ticks, sources?.map(({ name }) => name)]).toEqual([undefined, ['OKX']]);
  expect(exchange.services.core.perpetual(eth?.market ?? 0)?.status).toBe('cancel_only');
});

test('one of three sources that is 40% off neither moves the index nor protects the market', async () => {
  let hasThird = true;
  const third = () => ({ ticks: 665_000, atMs: exchange.services.clock() });
  exchange.services.indexFeed.add({
    name: 'a third',
    quote: ({ base }) => (hasThird && base.code === 'BTC' ? third() : undefined),
  });
  kraken.price('BTC/USDT', 66_502);
  okx.price('BTC-USDT', 93_100);
  await eventually(() => stateOf('OKX')).toBe('deviates');
  const { markTicks = 0 } = market();
  expect(Math.abs(markTicks / 665_010 - 1)).toBeLessThan(0.001);
  await run(31);
  expect(market()).toMatchObject({ status: 'open' });
  okx.price('BTC-USDT', 66_500);
  await eventually(() => stateOf('OKX')).toBe('used');
  hasThird = false;
});

test('a source that stops is dropped after ten seconds; the other alone moves nothing, and the market is protected until the first returns', async () => {
  okx.distort = () => [];
  await eventually(() => stateOf('OKX')).toBe('stale');
  const { markTicks } = market();
  kraken.price('BTC/USDT', 66_700);
  await eventually(() => stateOf('Kraken')).toBe('used');
  expect(market().markTicks).toBe(markTicks);
  await run(31);
  expect(market()).toEqual({ status: 'cancel_only', markTicks });
  expect((await operator.get('/api/v3/console/health')).body.protected_markets).toContain(NAME);

  okx.distort = (message) => [message];
  okx.price('BTC-USDT', 66_800);
  okx.dropConnections();
  await eventually(async () => {
    kraken.price('BTC/USDT', 66_800);
    return stateOf('OKX');
  }).toBe('used');
  await eventually(async () => {
    await run();
    return market();
  }).toEqual({ status: 'open', markTicks: 668_000 });
  const { body } = await exchange.visitor.get('/metrics');
  expect(body).toContain('vitrine_market_feed_disconnects_total{source="OKX"} 1');
}, 120_000);
