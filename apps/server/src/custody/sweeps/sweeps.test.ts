import { accountPath, FeeTooHigh, NodeFault } from '@vitrine/chains';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { CONFIRMATIONS, OutgoingScene, usdt } from '../testing/outgoing-scene.ts';
import { Sweeps } from './sweeps.ts';

let scene: OutgoingScene;
beforeAll(async () => {
  scene = await OutgoingScene.open();
});
afterAll(() => scene.close());

/** Creates a client's deposit address with this index. */
async function addressAt(index: number): Promise<string> {
  const { pool, chain, keys } = scene;
  const address = chain.addresses.derive(await keys.accountXpub(accountPath('evm', 'deposit')), index);
  await pool.query(
    `insert into deposit_addresses (family, address_index, owner_id, address) values ('evm', $1, $2, $3)`,
    [index, 1000 + index, address],
  );
  return address;
}

/** Sends a deposit in the next block, which is not read until the returned function is called. */
async function sends(coin: string, address: string, amount: bigint): Promise<() => Promise<void>> {
  const txid = scene.chain.pay([{ coin, to: address, amount: String(amount) }]);
  const { height } = scene.chain.mine();
  return async () => {
    await scene.pool.query(
      `insert into chain_deposits (network, txid, output, coin, owner_id, address, chain_amount, units, remainder, height)
       select 'ERC20', $1, 'out:0', $2, owner_id, address, $3, 0, 0, $4 from deposit_addresses where address = $5`,
      [txid, coin, String(amount), height, address],
    );
    await readsBlocks(0);
  };
}

/** Mines this many blocks, and has the exchange read up to the newest. */
async function readsBlocks(count: number): Promise<void> {
  for (let block = 0; block < count; block++) scene.chain.mine();
  const { height, hash } = scene.chain.tip;
  await scene.pool.query(
    `insert into chain_blocks (network, height, hash, parent_hash, time_ms) values ('ERC20', $1, $2, '', 0)
     on conflict do nothing`,
    [height, hash],
  );
}

async function settles(coin: string, address: string, amount: bigint): Promise<void> {
  await (await sends(coin, address, amount))();
  await readsBlocks(CONFIRMATIONS);
}

/** Sweeps with the initial settings: 500 USDT or 0.05 ETH are worth a sweep. */
const sweepsOfScene = () =>
  new Sweeps({
    pool: scene.pool,
    chain: scene.chain,
    outgoing: scene.outgoing(),
    row: (coin) => scene.coinNetworks().find((row) => row.coin === coin && row.network === 'ERC20'),
    maxFee: scene.maxFee,
    nowMs: () => scene.nowMs,
  });

/**
 * Sets the state: these addresses have received these amounts of a coin, and nothing else is in progress or unswept.
 */
async function only(coin: string, amounts: readonly (readonly [index: number, amount: bigint])[]): Promise<void> {
  await scene.pool.query('update sweeps set ended_at = now() where ended_at is null');
  await scene.pool.query('delete from unswept_deposits');
  await received(coin, amounts);
}

async function received(coin: string, amounts: readonly (readonly [index: number, amount: bigint])[]): Promise<void> {
  await scene.pool.query(
    `insert into unswept_deposits (network, coin, address_index, amount)
     select 'ERC20', $1, * from unnest($2::integer[], $3::numeric[])`,
    [coin, amounts.map(([index]) => index), amounts.map(([, amount]) => String(amount))],
  );
}

/** The sweeps in progress, in the order in which they began. */
async function inProgress(): Promise<readonly string[]> {
  const { rows } = await scene.pool.query(
    `select coin || ' ' || address_index as sweep from sweeps where ended_at is null order by sweep_id`,
  );
  return rows.map(({ sweep }) => sweep);
}

/**
 * Makes every attempt to plan a sweep of this coin at this address fail. The returned function gives the number of
 * attempts.
 */
function failing(index: number, coin: string, error: Error): () => number {
  const { chain } = scene;
  const plan = chain.sweep.bind(chain);
  const spy = vi.spyOn(chain, 'sweep').mockImplementation(async (...wanted) => {
    if (wanted[0] === index && wanted[1] === coin) throw error;
    return plan(...wanted);
  });
  onTestFinished(() => spy.mockRestore());
  return () => spy.mock.calls.filter(([one, other]) => one === index && other === coin).length;
}

/** Starts a sweep. Returns a function that gives the payment id of each of its steps. */
async function sweepBegins(index: number, coin: string): Promise<(number: number) => string> {
  const { rows } = await scene.pool.query(
    `insert into sweeps (network, address_index, coin) values ('ERC20', $1, $2) returning sweep_id`,
    [index, coin],
  );
  return (number) => `sweep:${rows[0].sweep_id}:${number}`;
}

test('a sweep whose gas no longer suffices after fees have risen gets more gas, with an alarm meanwhile', async () => {
  const { pool, chain, maxFee } = scene;
  const nowMs = () => scene.nowMs;
  const address = await addressAt(0);
  await settles('USDT', address, 100n * usdt);
  const outgoing = scene.outgoing();
  const sweeps = new Sweeps({ pool, chain, outgoing, row: () => undefined, maxFee, nowMs });
  const step = await sweepBegins(0, 'USDT');
  await sweeps.run();
  expect(await scene.finish(outgoing, step(1))).toMatchObject({ state: 'confirmed', purpose: 'gas', to: address });
  await sweeps.run();
  chain.fee *= 2n;
  for (let round = 0; round < 8; round++) {
    scene.pass(300_000);
    await outgoing.step('ERC20');
    await sweeps.run();
    if (round === 6) expect(await scene.alarms()).toEqual([`withdrawal_failed ${step(2)}`]);
  }
  expect(await outgoing.payment(step(2))).toBeUndefined();
  expect(await scene.alarms()).toEqual([]);
  expect(await scene.finish(outgoing, step(3))).toMatchObject({ state: 'confirmed', purpose: 'gas', to: address });
  await sweeps.run();
  expect(await scene.finish(outgoing, step(4))).toMatchObject({ state: 'confirmed', purpose: 'sweep' });
  expect(await chain.balance('USDT', address)).toBe(0n);
});

test('a sweep that fails on its network is repeated, and its alarm ends', async () => {
  const { pool, chain, maxFee } = scene;
  const nowMs = () => scene.nowMs;
  await settles('ETH', await addressAt(1), 10n ** 18n);
  const outgoing = scene.outgoing();
  const sweeps = new Sweeps({ pool, chain, outgoing, row: () => undefined, maxFee, nowMs });
  const step = await sweepBegins(1, 'ETH');
  await sweeps.run();
  await outgoing.step('ERC20');
  chain.fail((await outgoing.payment(step(1)))?.txid ?? '');
  expect(await scene.finish(outgoing, step(1))).toMatchObject({ state: 'failed' });
  expect(await scene.alarms()).toEqual([`withdrawal_failed ${step(1)}`]);
  await sweeps.run();
  expect(await scene.alarms()).toEqual([]);
  expect(await scene.finish(outgoing, step(2))).toMatchObject({ state: 'confirmed' });
});

test('recent deposits are not swept before they have their confirmations', async () => {
  const { pool, chain, maxFee } = scene;
  const nowMs = () => scene.nowMs;
  const address = await addressAt(2);
  await settles('USDT', address, 40n * usdt);
  await (await sends('USDT', address, 2n * usdt))();
  const outgoing = scene.outgoing();
  const sweeps = new Sweeps({ pool, chain, outgoing, row: () => undefined, maxFee, nowMs });
  const step = await sweepBegins(2, 'USDT');
  await sweeps.run();
  await scene.finish(outgoing, step(1));
  await sweeps.run();
  expect(await scene.finish(outgoing, step(2))).toMatchObject({ state: 'confirmed', amount: 40n * usdt });
  await sweeps.run();
  expect(await outgoing.payment(step(3))).toBeUndefined();
  await readsBlocks(0);
  await sweeps.run();
  await scene.finish(outgoing, step(3));
  await sweeps.run();
  await scene.finish(outgoing, step(4));
  expect(await chain.balance('USDT', address)).toBe(0n);
});

test('a sweep uses only what the exchange has read, not the node’s newer blocks, so a reorg cannot break it', async () => {
  const { pool, chain, maxFee } = scene;
  const nowMs = () => scene.nowMs;
  const address = await addressAt(3);
  await settles('USDT', address, 40n * usdt);
  await sends('USDT', address, 7n * usdt);
  // This deposit, which the exchange has not read yet, would suffice for the sweep's fee.
  await sends('ETH', address, 10n ** 18n);
  const outgoing = scene.outgoing();
  const sweeps = new Sweeps({ pool, chain, outgoing, row: () => undefined, maxFee, nowMs });
  const step = await sweepBegins(3, 'USDT');
  await sweeps.run();
  expect(await outgoing.payment(step(1))).toMatchObject({ purpose: 'gas' });
  chain.forkBack(2);
  expect(await scene.finish(outgoing, step(1))).toMatchObject({ state: 'confirmed' });
  await sweeps.run();
  expect(await scene.finish(outgoing, step(2))).toMatchObject({ state: 'confirmed', amount: 40n * usdt });
  await sweeps.run();
  const { rows } = await pool.query('select ended_at is not null as ended from sweeps where address_index = 3');
  expect(rows).toEqual([{ ended: true }]);
});

test('a payment from a deposit address has a fee that the address’s settled balance can pay', async () => {
  const { pool, chain, maxFee } = scene;
  const nowMs = () => scene.nowMs;
  const address = await addressAt(4);
  await settles('ETH', address, 10n ** 18n);
  const outgoing = scene.outgoing();
  const sweeps = new Sweeps({ pool, chain, outgoing, row: () => undefined, maxFee, nowMs });
  const step = await sweepBegins(4, 'ETH');
  await sweeps.run();
  // This deposit, which the exchange has not read yet, would suffice for the increased fee.
  await sends('ETH', address, 10n ** 18n);
  const before = chain.fee;
  chain.fee *= 2n;
  await outgoing.step('ERC20');
  expect(await outgoing.payment(step(1))).toMatchObject({
    state: 'wanted',
    problem: expect.stringContaining('insufficient funds: '),
  });
  chain.fee = before;
  scene.pass(300_000);
  expect(await scene.finish(outgoing, step(1))).toMatchObject({ state: 'confirmed', amount: 10n ** 18n - before });
});

test('addresses below the sweep minimum do not hide an address above it', async () => {
  await only('USDT', [
    ...Array.from({ length: 600 }, (_, index) => [1000 + index, 499n * usdt] as const),
    [5000, 500n * usdt],
  ]);
  const sweeps = sweepsOfScene();
  await sweeps.begin();
  expect(await inProgress()).toEqual(['USDT 5000']);
  await scene.pool.query('update sweeps set ended_at = now() where ended_at is null');
  await sweeps.begin();
  expect(await inProgress()).toEqual([]);
});

test('ten sweeps start at a time, those furthest above the sweep minimum first', async () => {
  const multiples = Array.from({ length: 12 }, (_, index) => index + 1);
  await only(
    'USDT',
    multiples.map((multiple) => [1000 + multiple, BigInt(multiple) * 500n * usdt]),
  );
  await received('ETH', [[1020, 10n ** 18n]]);
  const sweeps = sweepsOfScene();
  await sweeps.begin();
  const first = [12, 11, 10, 9, 8, 7, 6, 5, 4].map((multiple) => `USDT ${1000 + multiple}`);
  expect(await inProgress()).toEqual(['ETH 1020', ...first]);
  await sweeps.begin();
  expect((await inProgress()).slice(10)).toEqual(['USDT 1003', 'USDT 1002', 'USDT 1001']);
});

test('an address that is already being swept does not take up the slot of another address', async () => {
  const indexes = Array.from({ length: 10 }, (_, index) => 1000 + index);
  await only(
    'USDT',
    indexes.map((index) => [index, 900n * usdt]),
  );
  for (const index of indexes) await sweepBegins(index, 'USDT');
  await received('USDT', [[5000, 500n * usdt]]);
  await sweepsOfScene().begin();
  expect((await inProgress()).slice(10)).toEqual(['USDT 5000']);
});

test('at most 50 sweeps are in progress, not counting paused ones', async () => {
  await only('USDT', [[5000, 500n * usdt]]);
  for (let index = 0; index < 50; index++) await sweepBegins(1000 + index, 'USDT');
  const sweeps = sweepsOfScene();
  await sweeps.begin();
  expect((await inProgress()).slice(50)).toEqual([]);
  const inTenMinutes = new Date(scene.nowMs + 600_000);
  await scene.pool.query('update sweeps set next_at = $1 where address_index = 1000 and ended_at is null', [
    inTenMinutes,
  ]);
  await sweeps.begin();
  expect((await inProgress()).slice(50)).toEqual(['USDT 5000']);
});

test('a sweep that fails is retried after growing pauses, while other sweeps of its address continue', async () => {
  const address = await addressAt(5);
  await settles('USDT', address, 600n * usdt);
  await settles('ETH', address, 10n ** 18n);
  await only('USDT', []);
  await sweepBegins(5, 'USDT');
  const ofEth = await sweepBegins(5, 'ETH');
  const attempts = failing(5, 'USDT', new FeeTooHigh('the network requires more than the allowed fee'));
  const sweeps = sweepsOfScene();
  const attemptsAfter = async (seconds: number) => {
    scene.pass(seconds * 1000);
    await sweeps.run();
    return attempts();
  };
  expect(await attemptsAfter(0)).toBe(1);
  expect(await attemptsAfter(0)).toBe(1);
  expect(await scene.outgoing().payment(ofEth(1))).toMatchObject({ purpose: 'sweep', coin: 'ETH' });
  // A payment from the address is pending; without it, the token's sweep would be retried.
  expect(await attemptsAfter(10)).toBe(1);
  await scene.finish(scene.outgoing(), ofEth(1));
  await sweeps.run();
  expect(await attemptsAfter(0)).toBe(2);
  expect(await attemptsAfter(19)).toBe(2);
  expect(await attemptsAfter(1)).toBe(3);
  expect(await attemptsAfter(39)).toBe(3);
  expect(await attemptsAfter(1)).toBe(4);
});

test('an address for which the node’s response is invalid does not hold up the others in the next cycle', async () => {
  await settles('USDT', await addressAt(6), 600n * usdt);
  await settles('USDT', await addressAt(7), 600n * usdt);
  await only('USDT', []);
  await sweepBegins(6, 'USDT');
  const step = await sweepBegins(7, 'USDT');
  failing(6, 'USDT', new NodeFault('an invalid response'));
  const sweeps = sweepsOfScene();
  await expect(sweeps.run()).rejects.toThrow('an invalid response');
  await sweeps.run();
  expect(await scene.outgoing().payment(step(1))).toMatchObject({ purpose: 'gas' });
});

test('small deposits that arrive during a sweep do not prolong it', async () => {
  const address = await addressAt(8);
  await settles('USDT', address, 600n * usdt);
  await only('USDT', []);
  const step = await sweepBegins(8, 'USDT');
  const outgoing = scene.outgoing();
  const sweeps = sweepsOfScene();
  await sweeps.run();
  await scene.finish(outgoing, step(1));
  await sweeps.run();
  expect(await scene.finish(outgoing, step(2))).toMatchObject({ purpose: 'sweep', amount: 600n * usdt });
  await settles('USDT', address, 499n * usdt);
  await (await sends('USDT', address, usdt))();
  await sweeps.run();
  expect(await inProgress()).toEqual([]);
  expect(await outgoing.payment(step(3))).toBeUndefined();
});
