import type { TestInstallation } from '@vitrine/tools/test-database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestClient, TestExchange } from '../testing/test-exchange.ts';
import { commandsOf } from './ledger-side.ts';
import type { Move } from './moves/move-table.ts';
import { differences, passDays, stakesOf, subscribe, subscribeLocked } from './testing/earn-scene.ts';

let installation: TestInstallation;
let exchange: TestExchange;
/** One client for each test, created before the first restart. */
let clients: TestClient[];

const open = () => TestExchange.openOn(installation.url, installation.folder);

beforeAll(async () => {
  installation = await TestExchange.installation();
  exchange = await open();
  clients = [];
  for (let i = 0; i < 5; i += 1) clients.push(await exchange.client({ USDT: '5000' }));
});
afterAll(async () => {
  await exchange.close();
  await installation.drop();
});

/** The client for the next test. */
const nextClient = (): TestClient => exchange.clientFrom(clients.pop() as TestClient);

/** Restarts the server: interrupts whatever it was doing, and begins a new lease. */
async function restart(client: TestClient): Promise<TestClient> {
  await exchange.close();
  exchange = await open();
  await exchange.services.earn.posting.next();
  return exchange.clientFrom(client);
}

/** When the server was killed. */
type Point = 'before the log' | 'before the outcome is stored';

/** Resets the newest move as if the server had been killed at this point. */
async function unmark(point: Point, undo: (move: Move) => Promise<void>): Promise<Move> {
  const [row] = await exchange.query('select * from earn_moves order by move_id desc limit 1');
  const move = { id: Number(row?.move_id), stake: Number(row?.stake_id) } as Move;
  await exchange.query(`update earn_moves set state = 'sent', position = null where move_id = $1`, [move.id]);
  if (point === 'before the outcome is stored') await undo(move);
  return move;
}

describe('a subscription', () => {
  test('that was interrupted after the log but before its outcome was stored is running after the restart', async () => {
    let own = nextClient();
    const { body } = await subscribe(own, { amount: '100' }, 'cut-off');
    expect(body).toMatchObject({ message: 'success' });
    const { stake_id } = body;
    await unmark('before the outcome is stored', async ({ stake }) => {
      await exchange.query(`update earn_stakes set state = 'draft' where stake_id = $1`, [stake]);
    });
    own = await restart(own);
    expect((await stakesOf(own))[0]).toMatchObject({ id: stake_id, state: 'RUNNING', balance: '100.000000' });
    expect((await subscribe(own, { amount: '100' }, 'cut-off')).body).toMatchObject({ stake_id });
    expect(await own.available('USDT')).toBe('4900.000000');
    expect(await differences(exchange)).toEqual([]);
  });

  test('that was interrupted before the log is abandoned after the restart, and its key can be reused', async () => {
    let own = nextClient();
    // Simulates that the process ended before the command was sent.
    const { moves } = exchange.services.earn;
    const draft = moves.run.bind(moves);
    const before = await exchange.query('select count(*)::int as count from earn_moves');
    await expect(
      draft({ owner: own.owner, key: 'lost', content: { kind: 'subscribe', product: 1 } }, async (client) => {
        await client.query('update earn_products set used_units = used_units + 100000000 where product_id = 1');
        const { rows } = await client.query(
          `insert into earn_stakes (owner, product_id, version_id, pool_id, asset_id, kind, days, apr_ppm, notice_ms,
             initial_ppm, base_units, principal_units, whole_units, state, drafted_ms, start_cut, next_cut)
           select $1, product_id, version_id, pool_id, asset_id, 'flexible', 0, 0, 0, 0, 100000000, 100000000, 0, 'draft',
             0, 0, 0 from earn_products join earn_versions using (product_id) where product_id = 1 returning *`,
          [own.owner],
        );
        exchange.services.sequencer.submit = () => Promise.reject(new Error('killed'));
        return {
          stake: Number(rows[0].stake_id),
          owner: own.owner,
          pool: 1,
          asset: rows[0].asset_id,
          kind: 'subscribe',
          units: 100_000_000 as never,
          postedUnits: 0 as never,
          promisedUnits: 0 as never,
        };
      }),
    ).rejects.toThrow('killed');
    expect((await exchange.query('select count(*)::int as count from earn_moves'))[0]?.count).toBe(
      Number(before[0]?.count) + 1,
    );
    own = await restart(own);
    expect(await stakesOf(own)).toEqual([]);
    expect(await differences(exchange)).toEqual([]);
    expect((await subscribe(own, { amount: '50' }, 'lost')).body.message).toBe('success');
    expect(await own.available('USDT')).toBe('4950.000000');
  });
});

test('a redemption that was interrupted after the log but before its outcome was stored is done after the restart', async () => {
  let own = nextClient();
  const { stake_id } = (await subscribe(own, { amount: '100' })).body;
  await own.post('/api/v3/earn/redeem', { stake_id, amount: '40' });
  await unmark('before the outcome is stored', async ({ stake }) => {
    await exchange.query('update earn_stakes set principal_units = 100000000 where stake_id = $1', [stake]);
    await exchange.query(
      'update earn_products set used_units = used_units + 40000000, flexible_num = flexible_num + 40000000::numeric * 30000 where product_id = 1',
    );
  });
  own = await restart(own);
  expect((await stakesOf(own))[0]).toMatchObject({ balance: '60.000000' });
  expect(await own.available('USDT')).toBe('4940.000000');
  expect(await differences(exchange)).toEqual([]);
});

test('a pay-out that was interrupted between its entries is completed, and pays nothing twice', async () => {
  let own = nextClient();
  await subscribeLocked(own, { amount: '1000', days: 5 });
  await passDays(exchange, 6);
  const paid = await own.available('USDT');
  const move = await unmark('before the outcome is stored', async ({ stake }) => {
    await exchange.query(
      `update earn_stakes set state = 'running', principal_units = base_units, ended_ms = null, end_cause = null where stake_id = $1`,
      [stake],
    );
    await exchange.query('update earn_products set used_units = used_units + 1000000000 where product_id = 1');
  });
  own = await restart(own);
  expect(await own.available('USDT')).toBe(paid);
  expect((await stakesOf(own))[0]).toMatchObject({ id: move.stake, state: 'ENDED', ended_because: 'paid_out' });
  expect(await differences(exchange)).toEqual([]);
});

test('a posting that was interrupted before its outcome was stored is not paid twice', async () => {
  let own = nextClient();
  await subscribe(own, { amount: '4000' });
  await passDays(exchange, 2);
  const paid = await own.available('USDT');
  expect(paid).toBe('1000.328767');
  await exchange.query(`update earn_batches set state = 'sent', position = null`);
  own = await restart(own);
  expect(await own.available('USDT')).toBe(paid);
  expect(await exchange.query(`select from earn_batches where state = 'sent'`)).toEqual([]);
  expect(await differences(exchange)).toEqual([]);
});

test('the commands derived from a move always have the same bytes', () => {
  const move = { id: 1, owner: 1000, pool: 1, asset: 2, units: 10, postedUnits: 3, promisedUnits: 4 };
  for (const kind of ['subscribe', 'redeem', 'unlock', 'rest', 'payout', 'renew'] as const)
    expect(commandsOf({ ...move, kind } as never)).toEqual(commandsOf({ ...move, kind } as never));
});
