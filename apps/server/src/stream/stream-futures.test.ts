import { type Command, type OwnerId, RULES_VERSION } from '@vitrine/core';
import { assetUnits, priceTicks, ratePpm, sizeLots } from '@vitrine/money';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { USDT } from '../projections/testing/seeded-flow.ts';
import { StreamWorld } from './testing/stream-world.ts';

const MARKET = 1_001;
const NAME = 'BTC-USDT-PERP';

const listing: Command = {
  kind: 'ListPerpetual',
  market: MARKET,
  base: 2,
  quote: USDT,
  markTicks: priceTicks(10_000),
  status: 'open',
  tickLotUnits: assetUnits(10),
  lotUnits: assetUnits(100_000),
  minSizeLots: sizeLots(1),
  maxSizeLots: sizeLots(1_000_000),
  minNotionalUnits: assetUnits(0),
  maxNotionalUnits: assetUnits(1_000_000_000_000),
  bandPpm: ratePpm(200_000),
  maxOpenOrders: 100,
  maxLeverage: 50,
  maintenancePpm: ratePpm(5_000),
  riskLimitUnits: assetUnits(1_000_000_000),
  riskStepUnits: assetUnits(1_000_000_000),
  riskStepPpm: ratePpm(5_000),
  liquidationFeePpm: ratePpm(2_500),
  maxPositionLots: sizeLots(1_000_000),
  maxOpenInterestLots: sizeLots(1_000_000),
};

const deposit = (owner: OwnerId, units: number): Command => ({
  kind: 'Transfer',
  by: 1,
  purpose: 'deposit',
  legs: [
    { owner: 1, wallet: 'spot', asset: USDT, units: assetUnits(-units) },
    { owner, wallet: 'future', asset: USDT, units: assetUnits(units) },
  ],
});

const order = (owner: OwnerId, side: 'buy' | 'sell', lots: number): Command => ({
  kind: 'PlaceOrder',
  owner,
  market: MARKET,
  side,
  type: 'limit',
  timeInForce: 'gtc',
  priceTicks: priceTicks(10_000),
  sizeLots: sizeLots(lots),
});

let world: StreamWorld;
const isNow = ({ position }: { position: number }) => position === world.core.position;
beforeAll(async () => {
  world = await StreamWorld.open();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.start();
  world.apply({ kind: 'ActivateRules', version: RULES_VERSION }, listing);
});
afterEach(() => world.stop());

test('the figures of perpetual markets are sent immediately, and again when the mark price or the open interest changes', async () => {
  const reader = await world.reader();
  reader.send({ op: 'subscribe', channel: 'futures' });
  const { markets } = await reader.next('futures_snapshot');
  expect(markets).toMatchObject([{ name: NAME, status: 'open', mark_price: '100.00', open_interest: '0.000' }]);
  world.apply({ kind: 'SetMarkPrice', market: MARKET, markTicks: priceTicks(10_100) });
  expect((await reader.next('futures')).markets).toMatchObject([{ name: NAME, mark_price: '101.00' }]);
  // The tickers of spot markets do not include perpetual markets.
  reader.send({ op: 'subscribe', channel: 'tickers' });
  const { tickers } = await reader.next('tickers_snapshot');
  expect(tickers.some(({ name }: { name: string }) => name === NAME)).toBe(false);
});

test('a client’s private channel has their positions and orders in perpetual markets, and no others', async () => {
  const [ada, bob] = [await world.signUp('ada@futures.test'), await world.signUp('bob@futures.test')];
  world.apply(deposit(ada.owner, 100_000_000_000), deposit(bob.owner, 100_000_000_000));
  const mine = await world.reader({ authorization: `Bearer ${ada.token}` });
  mine.send({ op: 'subscribe', channel: 'private' });
  expect(await mine.next('private_snapshot')).not.toHaveProperty('positions');
  world.apply(order(ada.owner, 'buy', 5));
  expect(await mine.next('private', isNow)).toMatchObject({
    orders: [],
    futures_orders: [{ name: NAME, side: 'long', effect: 'open', state: 'PENDING' }],
    balances: [{ coin: 'USDT', wallet: 'future' }],
  });
  world.apply(order(bob.owner, 'sell', 5));
  const update = await mine.next('private', isNow);
  expect(update.positions).toMatchObject([{ name: NAME, side: 'long', size: '0.005', leverage: 10 }]);
  world.apply({
    kind: 'ChangeMargin',
    owner: ada.owner,
    market: MARKET,
    position: 'long',
    change: 'add',
    units: assetUnits(1_000),
  });
  const [position] = (await mine.next('private', isNow)).positions ?? [];
  expect(Number(position?.margin)).toBeGreaterThan(Number(update.positions?.[0]?.margin));

  const again = await world.reader({ authorization: `Bearer ${ada.token}` });
  again.send({ op: 'subscribe', channel: 'private' });
  expect((await again.next('private_snapshot')).positions).toEqual([position]);
});
