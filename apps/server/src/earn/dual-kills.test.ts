import type { TestInstallation } from '@vitrine/tools/test-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestClient, TestExchange } from '../testing/test-exchange.ts';
import {
  confirmIndex,
  dualDifferences,
  dualsOf,
  offersOf,
  passUntil,
  recordMinutes,
  republish,
  subscribeDual,
} from './testing/dual-scene.ts';

const STORED_MS = 30_000;

let installation: TestInstallation;
let exchange: TestExchange;
let clients: TestClient[];

const open = () => TestExchange.openOn(installation.url, installation.folder);

beforeAll(async () => {
  installation = await TestExchange.installation();
  exchange = await open();
  clients = [];
  for (let i = 0; i < 4; i += 1) clients.push(await exchange.client({ BTC: '1' }));
});
afterAll(async () => {
  await exchange.close();
  await installation.drop();
});

const nextClient = (): TestClient => exchange.clientFrom(clients.pop() as TestClient);

/** Restarts the server: interrupts whatever it was doing, and begins a new lease. */
async function restart(client: TestClient): Promise<TestClient> {
  await exchange.close();
  exchange = await open();
  await exchange.services.earn.settling.next();
  return exchange.clientFrom(client);
}

async function openOffer() {
  await republish(exchange);
  await confirmIndex(exchange);
  const offers = await offersOf(exchange);
  const [offer] = offers
    .filter(({ side, open }) => side === 'SELL_HIGH' && open)
    .sort((a, b) => a.expires_at - b.expires_at || Number(a.strike) - Number(b.strike));
  if (offer === undefined) throw new Error('no open offer');
  return offer;
}

/** Resets the newest move as if the server had been killed before it stored the outcome. */
const unmark = () =>
  exchange.query(`update earn_moves set state = 'sent', position = null
    where move_id = (select max(move_id) from earn_moves) returning dual_id`);

test('a subscription that was interrupted after the log but before its outcome was stored is running after the restart', async () => {
  let own = nextClient();
  const offer = await openOffer();
  const fields = { offer_id: offer.id, amount: '0.1', days: offer.days };
  const { body } = await subscribeDual(own, fields, 'cut-off');
  const [row] = await unmark();
  await exchange.query(`update dual_investments set state = 'draft' where dual_id = $1`, [row?.dual_id]);
  own = await restart(own);
  expect((await dualsOf(own))[0]).toMatchObject({ id: body.investment.id, state: 'RUNNING' });
  await confirmIndex(exchange);
  expect((await subscribeDual(own, fields, 'cut-off')).body.investment.id).toBe(body.investment.id);
  expect(await own.available('BTC')).toBe('0.90000000');
  expect(await dualDifferences(exchange)).toEqual([]);
});

test('a subscription that was interrupted before the log is abandoned, and its key can be reused', async () => {
  let own = nextClient();
  const offer = await openOffer();
  const fields = { offer_id: offer.id, amount: '0.1', days: offer.days };
  const { sequencer } = exchange.services;
  const submit = sequencer.submit.bind(sequencer);
  // Simulates that the process ended before the command was sent.
  sequencer.submit = (command) =>
    command.kind === 'Transfer' && command.by === own.owner ? Promise.reject(new Error('killed')) : submit(command);
  expect((await subscribeDual(own, fields, 'lost')).status).toBe(500);
  own = await restart(own);
  expect(await dualsOf(own)).toEqual([]);
  expect(await own.available('BTC')).toBe('1.00000000');
  expect(await dualDifferences(exchange)).toEqual([]);
  await confirmIndex(exchange);
  expect((await subscribeDual(own, fields, 'lost')).body.message).toBe('success');
});

test.each(['returned', 'converted'] as const)(
  'a settlement that was interrupted before its outcome was stored is completed, and pays nothing twice: %s',
  async (outcome) => {
    let own = nextClient();
    const offer = await openOffer();
    await subscribeDual(own, { offer_id: offer.id, amount: '0.1', days: offer.days });
    const ticks = Math.round(Number(offer.strike) * 10) + (outcome === 'converted' ? 1 : -1);
    await recordMinutes(exchange, offer.expires_at, Array(30).fill(ticks));
    await passUntil(exchange, offer.expires_at + STORED_MS);
    const paid = [await own.available('BTC'), await own.available('USDT')];
    expect((await dualsOf(own))[0]).toMatchObject({ outcome });
    const [row] = await exchange.query(
      `update earn_moves set state = 'sent', position = null where move_id = (select max(move_id) from earn_moves
         where owner = $1) returning dual_id`,
      [own.owner],
    );
    await exchange.query(
      `update dual_investments set state = 'running', outcome = null, ended_ms = null where dual_id = $1`,
      [row?.dual_id],
    );
    await exchange.query('update dual_offers set used_units = used_units + 10000000 where offer_id = $1', [offer.id]);
    // A later price has no effect: the settlement is decided only once.
    await recordMinutes(exchange, offer.expires_at, Array(30).fill(1));
    own = await restart(own);
    expect([await own.available('BTC'), await own.available('USDT')]).toEqual(paid);
    expect((await dualsOf(own))[0]).toMatchObject({ outcome });
    expect(await dualDifferences(exchange)).toEqual([]);
  },
);
