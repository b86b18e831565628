import { accountPath } from '@vitrine/chains';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Sweeps } from './sweeps.ts';
import { CONFIRMATIONS, OutgoingScene, usdt } from './testing/outgoing-scene.ts';

let scene: OutgoingScene;
beforeAll(async () => {
  scene = await OutgoingScene.open();
});
afterAll(() => scene.close());

test('a sweep whose gas does not do any more, as fees have risen, gets more of it, and operators are told meanwhile', async () => {
  const { pool, chain, maxFee } = scene;
  const address = chain.addresses.derive(await scene.keys.accountXpub(accountPath('evm', 'deposit')), 0);
  chain.pay([{ coin: 'USDT', to: address, amount: String(100n * usdt) }]);
  chain.mine();
  const outgoing = scene.outgoing();
  const sweeps = new Sweeps({ pool, chain, outgoing, row: () => undefined, maxFee });
  const { rows } = await pool.query(
    `insert into sweeps (network, address_index, coin) values ('ERC20', 0, 'USDT') returning sweep_id`,
  );
  const step = (number: number): string => `sweep:${rows[0].sweep_id}:${number}`;
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

test('a sweep that fails on its network is made anew, and its alarm is over', async () => {
  const { pool, chain, maxFee } = scene;
  const address = chain.addresses.derive(await scene.keys.accountXpub(accountPath('evm', 'deposit')), 1);
  chain.pay([{ coin: 'ETH', to: address, amount: String(10n ** 18n) }]);
  chain.mine();
  const outgoing = scene.outgoing();
  const sweeps = new Sweeps({ pool, chain, outgoing, row: () => undefined, maxFee });
  const { rows } = await pool.query(
    `insert into sweeps (network, address_index, coin) values ('ERC20', 1, 'ETH') returning sweep_id`,
  );
  const step = (number: number): string => `sweep:${rows[0].sweep_id}:${number}`;
  await sweeps.run();
  await outgoing.step('ERC20');
  chain.fail((await outgoing.payment(step(1)))?.txid ?? '');
  expect(await scene.finish(outgoing, step(1))).toMatchObject({ state: 'failed' });
  expect(await scene.alarms()).toEqual([`withdrawal_failed ${step(1)}`]);
  await sweeps.run();
  expect(await scene.alarms()).toEqual([]);
  expect(await scene.finish(outgoing, step(2))).toMatchObject({ state: 'confirmed' });
});

test('what came last and a fork may take back is not swept before it has its confirmations', async () => {
  const { pool, chain, maxFee } = scene;
  const address = chain.addresses.derive(await scene.keys.accountXpub(accountPath('evm', 'deposit')), 2);
  await pool.query(
    `insert into deposit_addresses (family, address_index, owner_id, address) values ('evm', 2, 1001, $1)`,
    [address],
  );
  const arrives = async (amount: bigint): Promise<void> => {
    const txid = chain.pay([{ coin: 'USDT', to: address, amount: String(amount) }]);
    const { height, hash } = chain.mine();
    await pool.query(
      `insert into chain_deposits (network, txid, output, coin, owner_id, address, chain_amount, units, remainder, height)
       values ('ERC20', $1, 'out:0', 'USDT', 1001, $2, $3, 0, 0, $4)`,
      [txid, address, String(amount), height],
    );
    await pool.query(
      `insert into chain_blocks (network, height, hash, parent_hash, time_ms) values ('ERC20', $1, $2, '', 0)`,
      [height, hash],
    );
  };
  await arrives(40n * usdt);
  for (let block = 0; block < CONFIRMATIONS; block++) chain.mine();
  await arrives(2n * usdt);
  const outgoing = scene.outgoing();
  const row = (coin: string) => scene.coinNetworks().find((one) => one.coin === coin && one.network === 'ERC20');
  const sweeps = new Sweeps({ pool, chain, outgoing, row, maxFee });
  const { rows } = await pool.query(
    `insert into sweeps (network, address_index, coin) values ('ERC20', 2, 'USDT') returning sweep_id`,
  );
  const step = (number: number): string => `sweep:${rows[0].sweep_id}:${number}`;
  await sweeps.run();
  await scene.finish(outgoing, step(1));
  await sweeps.run();
  expect(await scene.finish(outgoing, step(2))).toMatchObject({ state: 'confirmed', amount: 40n * usdt });
  await sweeps.run();
  expect(await outgoing.payment(step(3))).toBeUndefined();
  const { height, hash } = chain.tip;
  await pool.query(
    `insert into chain_blocks (network, height, hash, parent_hash, time_ms) values ('ERC20', $1, $2, '', 0)`,
    [height, hash],
  );
  await sweeps.run();
  await scene.finish(outgoing, step(3));
  await sweeps.run();
  await scene.finish(outgoing, step(4));
  expect(await chain.balance('USDT', address)).toBe(0n);
});
