import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Kyc } from '../kyc/kyc.ts';
import { ExchangeSettingsStore } from '../settings/exchange-settings.ts';
import { connectTo } from './database/database.ts';
import { type MigratedDatabase, openMigratedDatabase } from './database/testing/migrated-database.ts';

const LINES = 'lines of the test';
let database: MigratedDatabase;
let kyc: Kyc;
let settings: ExchangeSettingsStore;
let owner: number;
let isAway = false;
let failures = 0;

beforeAll(async () => {
  database = await openMigratedDatabase();
  const pool = {
    query: (text: string, values?: unknown[]) => {
      if (!isAway) return database.pool.query(text, values);
      failures += 1;
      return Promise.reject(new Error('the database does not respond'));
    },
  } as unknown as pg.Pool;
  const connect = connectTo(database.url, LINES);
  settings = new ExchangeSettingsStore({ pool, connect });
  await settings.open();
  kyc = await Kyc.open({ pool, connect } as unknown as Parameters<typeof Kyc.open>[0]);
  await database.pool.query(
    `insert into person (id, name, email, email_verified, created_at, updated_at)
     values ('p', 'Ada', 'ada@test.example', true, now(), now())`,
  );
  const { rows } = await database.pool.query<{ owner: string }>('select owner from client');
  owner = Number(rows[0]?.owner);
});
afterAll(async () => {
  await Promise.all([kyc.close(), settings.close()]);
  await database.close();
});

/**
 * Changes the settings and the client's verification while reads of both fail. Reads succeed again once a read of each
 * has failed.
 */
async function changeUnseen(version: number, isVerified: boolean, before: string): Promise<void> {
  failures = 0;
  isAway = true;
  await database.pool.query(before);
  await database.pool.query('update client set verified_at = case when $1 then now() end', [isVerified]);
  await database.pool.query(
    `insert into exchange_settings_version (version, settings, changed_by, reason) values ($1, '{}', '', '')`,
    [version],
  );
  await expect.poll(() => failures, { timeout: 30_000 }).toBeGreaterThan(1);
  isAway = false;
}
const seen = () => [settings.version(), kyc.isVerified(owner)];

test.each([
  [
    'a lost connection',
    1,
    true,
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = '${LINES}'`,
  ],
  ['a notification', 2, false, 'select 1'],
] as const)(
  'a failed read of settings and verifications after %s is retried until it succeeds',
  async (_, version, isVerified, before) => {
    await changeUnseen(version, isVerified, before);
    await expect.poll(seen, { timeout: 30_000 }).toEqual([version, isVerified]);
  },
);

test('a market’s slippage stored by another server applies here within a moment', async () => {
  expect(settings.slippagePpm(7)).toBe(10_000);
  await database.pool.query(
    `insert into market_slippage (market, slippage_ppm, changed_by, approved_by, reason) values (7, 2500, '', '', '')`,
  );
  await expect.poll(() => settings.slippagePpm(7), { timeout: 10_000 }).toBe(2_500);
  expect(settings.slippagePpm(8)).toBe(10_000);
});
