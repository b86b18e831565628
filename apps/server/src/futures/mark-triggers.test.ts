import type { MarketId, MarketStatus } from '@vitrine/core';
import { priceTicks } from '@vitrine/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, type TestClient, TestExchange } from '../testing/test-exchange.ts';

const NAME = 'BTC-USDT-PERP';

let exchange: TestExchange;
let market: MarketId;
let client: TestClient;
let seller: TestClient;
let buyer: TestClient;
beforeAll(async () => {
  exchange = await TestExchange.open();
  await exchange.passOpeningPause();
  [client, seller, buyer] = await Promise.all([funded(), funded(), funded()]);
  const [perpetual] = exchange.services.core.perpetuals();
  if (perpetual === undefined) throw new Error('no perpetual market is listed');
  market = perpetual.market;
});
afterAll(() => exchange.close());

/** A client with USDT in the future wallet, whose session is unlocked for a while. */
async function funded(): Promise<TestClient> {
  const someone = await exchange.client({ USDT: '10000' });
  const form = { coin_name: 'USDT', from: 'SPOT', to: 'FUTURE', transfer_amount: '10000' };
  const unlocking = { transaction_password: PASSWORD, remember: true };
  expect((await someone.post('/api/v3/futures/transfer', { ...form, ...unlocking })).status).toBe(200);
  return someone;
}

const order = (who: TestClient, fields: object) =>
  who.post('/api/v3/futures/orders', { name: NAME, effect: 'open', trade_type: 'limit', ...fields });
const setMark = (price: number) => exchange.submit({ kind: 'SetMarkPrice', market, markTicks: priceTicks(price * 10) });
const setStatus = (status: MarketStatus) => exchange.submit({ kind: 'SetMarketStatus', market, status });
const sizesOf = async (who: TestClient) =>
  (await who.get('/api/v3/futures/positions')).body.positions.map(({ size }: { size: string }) => size);
const openTypes = async (who: TestClient) =>
  (await who.get('/api/v3/futures/open-orders')).body.orders.map(({ type }: { type: string }) => type);

/** The client opens a long position at 66,461 with a stop-loss at 65,000, and another client places a bid at 64,500. */
async function openProtected(): Promise<void> {
  const opening = { number_of_order: '0.01', order_per_unit: '66461.0' };
  expect((await order(seller, { side: 'short', ...opening })).status).toBe(200);
  expect((await order(client, { side: 'long', ...opening, stop_loss_price: '65000.0' })).status).toBe(200);
  expect(await openTypes(client)).toEqual(['STOP_MARKET']);
  await order(buyer, { side: 'long', number_of_order: '0.02', order_per_unit: '64500.0' });
}

test('a trade far below the mark price does not fire a stop-loss; the mark price does', async () => {
  await setMark(66_461);
  await openProtected();
  // The smallest order in a thin book sets the last price below the trigger.
  expect((await order(seller, { side: 'short', number_of_order: '0.001', order_per_unit: '64500.0' })).status).toBe(
    200,
  );
  expect(exchange.services.core.perpetual(market)?.lastTicks).toBe(645_000);
  expect(await sizesOf(client)).toEqual(['0.01000']);
  await setMark(65_000);
  expect(await sizesOf(client)).toEqual([]);
  const { core } = exchange.services;
  const { body } = await client.get('/api/v3/futures/order-history', { 'x-min-position': String(core.position) });
  expect(body.orders[0]).toMatchObject({ type: 'STOP_MARKET', state: 'APPROVED', trigger_price: '65000.0' });
});

test('a stop-loss whose trigger is reached while the market accepts only cancellations waits until its opening pause is over', async () => {
  await setMark(66_461);
  await openProtected();
  await setStatus('cancel_only');
  await setMark(64_900);
  expect(await openTypes(client)).toEqual(['STOP_MARKET']);
  await setStatus('open');
  await setMark(64_800);
  expect(await openTypes(client)).toEqual(['STOP_MARKET']);
  // During the pause, the book is filled, so that the stop-loss does not trade with the bid far below the mark price.
  await order(buyer, { side: 'long', number_of_order: '0.01', order_per_unit: '64800.0' });
  await exchange.passOpeningPause();
  expect(await sizesOf(client)).toEqual([]);
  expect(await openTypes(client)).toEqual([]);
  expect(exchange.services.core.perpetual(market)?.lastTicks).toBe(648_000);
});

test('a new trigger is compared with the mark price, and the last price does not count', async () => {
  await setMark(66_461);
  const stop = { side: 'long', trade_type: 'market', number_of_order: '0.001', trigger_kind: 'stop' };
  expect((await order(client, { ...stop, trigger_price: '66000.0' })).body.code).toBe('trigger_not_reached_side');
  const placed = await order(client, { ...stop, trigger_price: '66500.0' });
  expect(placed).toMatchObject({ status: 200, body: { result: { state: 'PENDING' } } });
  const amend = { order_id: placed.body.order_id, trigger_price: '66461.0' };
  expect((await client.post('/api/v3/orders/amend', amend)).body.code).toBe('trigger_not_reached_side');
});
