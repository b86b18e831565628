import type { TestInstallation } from '@vitrine/tools/test-database';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type TestClient, TestExchange } from '../testing/test-exchange.ts';
import { passDays } from './testing/earn-scene.ts';
import { minerUnits, miningsOf, rent, rentalDifferences } from './testing/rental-scene.ts';

let installation: TestInstallation;
let exchange: TestExchange;
/** The clients of the tests, created before the first restart. */
let clients: TestClient[];

const open = () => TestExchange.openOn(installation.url, installation.folder);

beforeAll(async () => {
  installation = await TestExchange.installation();
  exchange = await open();
  clients = [];
  for (let i = 0; i < 8; i += 1) clients.push(await exchange.client({ USDT: '500' }));
});
afterEach(async () => {
  expect(await rentalDifferences(exchange)).toEqual([]);
});
afterAll(async () => {
  await exchange.close();
  await installation.drop();
});

const nextClient = (): TestClient => exchange.clientFrom(clients.pop() as TestClient);

/** Restarts the server: interrupts whatever it was doing, and begins a new lease. */
async function restart(): Promise<void> {
  await exchange.close();
  exchange = await open();
  await exchange.services.earn.payingOutputs.next();
}

test('a rental that was interrupted after the log but before its outcome was stored is running after the restart, and its key returns it', async () => {
  let own = nextClient();
  const { body } = await rent(own, {}, 'cut-off');
  await exchange.query(`update miner_rentals set state = 'draft', position = null where rental_id = $1`, [
    body.rental_id,
  ]);
  await restart();
  own = exchange.clientFrom(own);
  expect((await miningsOf(own)).miners[0]).toMatchObject({ id: body.rental_id, state: 'RUNNING' });
  expect((await rent(own, {}, 'cut-off')).body).toEqual(body);
  expect(await own.available('USDT')).toBe('482.000000');
});

test('a rental that was interrupted before the log is void after the restart, and its key can be reused', async () => {
  let own = nextClient();
  const before = await minerUnits(exchange);
  const { submit } = exchange.services.sequencer;
  exchange.services.sequencer.submit = () => Promise.reject(new Error('killed'));
  expect((await rent(own, {}, 'lost')).status).toBe(500);
  exchange.services.sequencer.submit = submit;
  const drafts = await exchange.query(`select * from miner_rentals where state = 'draft'`);
  expect(drafts).toHaveLength(1);
  // Under the same lease, its command might still be in flight, so it remains a draft.
  await exchange.query(`update miner_rentals set drafted_at = now() - interval '1 hour' where state = 'draft'`);
  await exchange.services.earn.resolvingRentals.next();
  expect(await exchange.query(`select from miner_rentals where state = 'draft'`)).toHaveLength(1);
  await restart();
  own = exchange.clientFrom(own);
  expect((await miningsOf(own)).miners).toEqual([]);
  expect(await minerUnits(exchange)).toEqual(before);
  expect((await rent(own, {}, 'lost')).body.message).toBe('success');
  expect(await own.available('USDT')).toBe('482.000000');
});

test('an output that was interrupted after the log but before its outcome was stored is not paid twice', async () => {
  let own = nextClient();
  await rent(own);
  await passDays(exchange, 3);
  expect(await own.available('TRX')).toBe('1.620000');
  const [last] = await exchange.query('select max(payout_id) as id from miner_payouts');
  await exchange.query(`update miner_payouts set state = 'sent', position = null where payout_id = $1`, [last?.id]);
  await exchange.query(
    `update miner_rentals set paid_days = paid_days - 1
     where rental_id in (select rental_id from miner_days where payout_id = $1)`,
    [last?.id],
  );
  await restart();
  own = exchange.clientFrom(own);
  expect(await own.available('TRX')).toBe('1.620000');
  expect(await exchange.query(`select from miner_payouts where state = 'sent'`)).toEqual([]);
});

test('after an outage of several days, each missed day is paid once, even with a restart in between', async () => {
  let own = nextClient();
  await rent(own);
  await exchange.services.earn.payingOutputs.stop();
  await exchange.submit({ kind: 'AdvanceClock', byMs: 12 * 86_400_000 });
  const { submit } = exchange.services.sequencer;
  // The days are decided one after another; the server is killed before the ledger has paid the second one.
  let paid = 0;
  exchange.services.sequencer.submit = (command) => {
    if (command.kind !== 'Transfer' || command.purpose !== 'rental') return submit(command);
    paid += 1;
    return paid > 1 ? Promise.reject(new Error('killed')) : submit(command);
  };
  exchange.services.earn.payingOutputs.start();
  await exchange.services.earn.payingOutputs.next();
  await restart();
  own = exchange.clientFrom(own);
  expect(await own.available('TRX')).toBe('8.910000');
});

test('a year in uneven steps, with restarts: every output matches a naive reference computation', async () => {
  const [a, b, c] = [nextClient(), nextClient(), nextClient()];
  const as = (who: TestClient) => exchange.clientFrom(who);
  await rent(as(a));
  await passDays(exchange, 0.4);
  await rent(as(b), { product_id: 2, version: 2 });
  await passDays(exchange, 1.7);
  await rent(as(a));
  await restart();
  await passDays(exchange, 30.2);
  await rent(as(c));
  await passDays(exchange, 0.1);
  expect(await rentalDifferences(exchange)).toEqual([]);
  await passDays(exchange, 61);
  await restart();
  await rent(as(c));
  await passDays(exchange, 90.5);
  expect(await rentalDifferences(exchange)).toEqual([]);
  await passDays(exchange, 181);
  const states = (await miningsOf(as(a))).miners.map(({ state, accrued }: Record<string, string>) => [state, accrued]);
  expect(states).toEqual([
    ['ENDED', '72.900000'],
    ['ENDED', '72.900000'],
  ]);
  expect(await as(a).available('TRX')).toBe('145.800000');
  expect(await as(b).available('TRX')).toBe('720.000000');
  expect(await as(c).available('TRX')).toBe('145.800000');
  expect((await minerUnits(exchange)).promised).toBe(0);
});
