import { accountPath } from '@vitrine/chains';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Sweeps } from './sweeps.ts';
import { OutgoingScene, usdt } from './testing/outgoing-scene.ts';

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
