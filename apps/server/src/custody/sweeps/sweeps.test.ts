import { accountPath } from '@vitrine/chains';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

/** Sends a deposit in the next block, which is not read before the returned function is called. */
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

/** Starts a sweep; returns the payment ids of its steps. */
async function sweepBegins(index: number, coin: string): Promise<(number: number) => string> {
  const { rows } = await scene.pool.query(
    `insert into sweeps (network, address_index, coin) values ('ERC20', $1, $2) returning sweep_id`,
    [index, coin],
  );
  return (number) => `sweep:${rows[0].sweep_id}:${number}`;
}

test('a sweep whose gas no longer suffices after fees have risen gets more, with an alarm meanwhile', async () => {
  const { pool, chain, maxFee } = scene;
  const address = await addressAt(0);
  await settles('USDT', address, 100n * usdt);
  const outgoing = scene.outgoing();
  const sweeps = new Sweeps({ pool, chain, outgoing, row: () => undefined, maxFee });
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
  await settles('ETH', await addressAt(1), 10n ** 18n);
  const outgoing = scene.outgoing();
  const sweeps = new Sweeps({ pool, chain, outgoing, row: () => undefined, maxFee });
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
  const address = await addressAt(2);
  await settles('USDT', address, 40n * usdt);
  await (await sends('USDT', address, 2n * usdt))();
  const outgoing = scene.outgoing();
  const sweeps = new Sweeps({ pool, chain, outgoing, row: () => undefined, maxFee });
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
  const address = await addressAt(3);
  await settles('USDT', address, 40n * usdt);
  await sends('USDT', address, 7n * usdt);
  // This deposit, which the exchange has not read yet, would suffice for the sweep's fee.
  await sends('ETH', address, 10n ** 18n);
  const outgoing = scene.outgoing();
  const sweeps = new Sweeps({ pool, chain, outgoing, row: () => undefined, maxFee });
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

test('a payment from a deposit address is built with a fee that its settled balance can pay', async () => {
  const { pool, chain, maxFee } = scene;
  const address = await addressAt(4);
  await settles('ETH', address, 10n ** 18n);
  const outgoing = scene.outgoing();
  const sweeps = new Sweeps({ pool, chain, outgoing, row: () => undefined, maxFee });
  const step = await sweepBegins(4, 'ETH');
  await sweeps.run();
  // This deposit, which the exchange has not read yet, would suffice for the increased fee.
  await sends('ETH', address, 10n ** 18n);
  const before = chain.fee;
  chain.fee *= 2n;
  await outgoing.step('ERC20');
  expect(await outgoing.payment(step(1))).toMatchObject({
    state: 'wanted',
    problem: expect.stringContaining('too little to pay with'),
  });
  chain.fee = before;
  scene.pass(300_000);
  expect(await scene.finish(outgoing, step(1))).toMatchObject({ state: 'confirmed', amount: 10n ** 18n - before });
});
