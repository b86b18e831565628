import type { Network } from '@vitrine/chains';
import { systemOwners } from '@vitrine/core';
import { assetUnits } from '@vitrine/money';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MigratedDatabase, openMigratedDatabase } from '../../wiring/database/testing/migrated-database.ts';
import { custodyOwner } from '../custody-accounts.ts';
import { MemoryLog } from '../testing/simulation/memory-log.ts';
import { NetworkFees } from './network-fees.ts';

let database: MigratedDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await openMigratedDatabase();
  pool = database.pool;
});
afterAll(() => database.close());

/**
 * A ledger in which ETH is asset 1 and the treasury has 100,000 units of it, and the network fees of a network of the
 * given name, which are booked there once `isListed` returns true.
 */
function feesOf(network: Network, isListed = () => true) {
  const log = new MemoryLog(
    () => 0,
    () => 0,
  );
  log.submit({ kind: 'RegisterAsset', asset: 1, code: 'ETH', scale: 8 });
  log.submit({
    kind: 'Transfer',
    by: systemOwners.treasury,
    purpose: 'house_funding',
    legs: [
      { owner: custodyOwner[network], wallet: 'spot', asset: 1, units: assetUnits(-100_000) },
      { owner: systemOwners.treasury, wallet: 'spot', asset: 1, units: assetUnits(100_000) },
    ],
  });
  const fees = new NetworkFees({
    pool,
    network,
    coins: [{ coin: 'ETH', decimals: 18 }],
    assetByCode: () => (isListed() ? log.core.assets()[0] : undefined),
    submit: async (command) => log.submit(command),
  });
  const ends = (id: string, fee: string) =>
    pool.query(
      `insert into outgoing_payments (id, network, purpose, source, coin, to_address, amount, state, fee, ended_at)
       values ($1, $2, 'withdrawal', 'hot', 'ETH', 'somebody', 1, 'confirmed', $3, now())
       on conflict (id) do update set fee = excluded.fee, fee_booked = false`,
      [id, network, fee],
    );
  const treasury = () => log.core.balance(systemOwners.treasury, 'spot', 1).availableUnits;
  const outstanding = async () =>
    (await pool.query('select from outgoing_payments where network = $1 and not fee_booked', [network])).rowCount;
  return { fees, ends, treasury, outstanding };
}

test('a network fee that was booked but not recorded before a kill stays booked after a reorg, and the next payment’s fee is booked too', async () => {
  const { fees, ends, treasury, outstanding } = feesOf('ERC20');
  await ends('withdrawal:1', '20000000000000');
  await fees.book();
  await ends('withdrawal:1', '30000000000000');
  await ends('withdrawal:2', '50000000000000');
  await fees.book();
  expect(treasury()).toBe(100_000 - 2_000 - 5_000);
  expect(await outstanding()).toBe(0);
});

test('fees paid while their coin is not listed are booked once it is listed, some per cycle', async () => {
  let isListed = false;
  const { fees, ends, treasury, outstanding } = feesOf('BEP20', () => isListed);
  for (let number = 1; number <= 250; number++) await ends(`sweep:${number}`, '1000000000000');
  await fees.book();
  expect([treasury(), await outstanding()]).toEqual([100_000, 250]);
  isListed = true;
  await fees.book();
  expect([treasury(), await outstanding()]).toEqual([100_000 - 20_000, 50]);
  await fees.book();
  expect([treasury(), await outstanding()]).toEqual([100_000 - 25_000, 0]);
});
