import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@vitrine/tools/test-database';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OkxStandIn } from '../providers/market-feed/testing/okx-stand-in.ts';
import { TestExchange, type TestResponse, TestStaff } from '../testing/test-exchange.ts';
import { productionSettings } from './settings/testing/production-settings.ts';

const NAME = 'BTC-USDT-PERP';
const reason = 'Approved by the listing committee';
const limits = {
  minimum_amount: '0.00001',
  maximum_amount: '10000',
  minimum_total: '5',
  maximum_total: '500000',
  band_percent: '10',
  maximum_open_orders: 200,
};
const spot = { base: 'BTC', quote: 'USDT', tick: '0.1', lot: '0.00001', reference_price: '66461', ...limits };
const perpetual = {
  ...spot,
  maximum_leverage: 50,
  maintenance_percent: '0.8',
  risk_limit: '50000',
  risk_step: '250000',
  risk_step_percent: '0.5',
  liquidation_fee_percent: '0.25',
  maximum_position: '50',
  maximum_open_interest: '1000',
};

let database: TestDatabase;
let dataDir: string;
let exchange: TestExchange;
let lister: TestStaff;
let second: TestStaff;
beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
});
afterEach(async () => {
  await exchange.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function open(environment: Readonly<Record<string, string>>): Promise<void> {
  const databaseSettings = { DATABASE_URL: database.url, DATABASE_ONE_ROLE: 'on' };
  exchange = await TestExchange.openOn(database.url, dataDir, {
    ...productionSettings,
    ...databaseSettings,
    ...environment,
  });
}

/** The staff member on the restarted exchange: sessions outlive a restart. */
const stillSignedIn = ({ id, email, token }: TestStaff) => new TestStaff(exchange.exchange, id, email, token);

const ask = (path: string, body: object) => lister.post(`/api/v3/console/${path}`, { ...body, reason });
async function approve({ status, body }: TestResponse): Promise<void> {
  expect(status, JSON.stringify(body)).toBe(200);
  const { approval } = (await second.post('/api/v3/console/approvals/approve', { id: body.approval })).body;
  expect(approval).toMatchObject({ state: 'done' });
}
const market = () => {
  const found = exchange.services.instruments.byName('web', NAME);
  const { status, markTicks } = (found && exchange.services.core.perpetual(found.market)) ?? {};
  return { status, markTicks };
};

async function listSpotMarket(): Promise<void> {
  const facts = { type: 'MAIN', home: true, pos: false, pow: false, innovation: false };
  await approve(await ask('coins/ask-for', { coin: 'USDT', scale: 6, full_name: 'Tether', rank: 3, ...facts }));
  await approve(await ask('coins/ask-for', { coin: 'BTC', scale: 8, full_name: 'Bitcoin', rank: 1, ...facts }));
  await approve(await ask('markets/ask-for', spot));
  await approve(await ask('markets/ask-to-open', { name: 'BTCUSDT' }));
}

test('production lists and opens a perpetual market once it has an outside source, and not before', async () => {
  await open({});
  lister = await exchange.staff('listing');
  second = await exchange.staff('listing');
  await listSpotMarket();
  const refused = { code: 'listing_invalid', parameters: { reason: 'no_index' } };
  expect((await ask('markets/ask-for-perpetual', perpetual)).body).toMatchObject(refused);
  await exchange.close();

  const okx = await OkxStandIn.open({ 'BTC-USDT': 66_461 });
  okx.isRefusing = true;
  await open({ INDEX_SOURCES: 'okx', INDEX_OKX_URL: okx.url });
  [lister, second] = [stillSignedIn(lister), stillSignedIn(second)];
  expect((await ask('markets/ask-for-perpetual', perpetual)).body).toMatchObject(refused);
  okx.isRefusing = false;
  const asked = expect.poll(() => ask('markets/ask-for-perpetual', perpetual), { timeout: 30_000, interval: 200 });
  await asked.toMatchObject({ status: 200 });
  await approve(await ask('markets/ask-for-perpetual', perpetual));
  await approve(await ask('markets/ask-to-open', { name: NAME }));
  await expect.poll(market, { timeout: 10_000 }).toEqual({ status: 'open', markTicks: 664_610 });

  okx.price('BTC-USDT', 66_500);
  await expect.poll(market, { timeout: 10_000 }).toEqual({ status: 'open', markTicks: 665_000 });
  await okx.close();
}, 120_000);
