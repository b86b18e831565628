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

test('a network fee that was booked but not recorded before a kill stays booked after a reorg, and the next payment’s fee is booked too', async () => {
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
      { owner: custodyOwner.ERC20, wallet: 'spot', asset: 1, units: assetUnits(-100_000) },
      { owner: systemOwners.treasury, wallet: 'spot', asset: 1, units: assetUnits(100_000) },
    ],
  });
  const fees = new NetworkFees({
    pool,
    network: 'ERC20',
    coins: [{ coin: 'ETH', decimals: 18 }],
    assetByCode: () => log.core.assets()[0],
    submit: async (command) => log.submit(command),
  });
  const ends = (id: string, fee: string) =>
    pool.query(
      `insert into outgoing_payments (id, network, purpose, source, coin, to_address, amount, state, fee, ended_at)
       values ($1, 'ERC20', 'withdrawal', 'hot', 'ETH', 'somebody', 1, 'confirmed', $2, now())
       on conflict (id) do update set fee = excluded.fee, fee_booked = false`,
      [id, fee],
    );
  await ends('withdrawal:1', '20000000000000');
  await fees.book();
  await ends('withdrawal:1', '30000000000000');
  await ends('withdrawal:2', '50000000000000');
  await fees.book();
  expect(log.core.balance(systemOwners.treasury, 'spot', 1).availableUnits).toBe(100_000 - 2_000 - 5_000);
  expect((await pool.query('select from outgoing_payments where not fee_booked')).rowCount).toBe(0);
});
