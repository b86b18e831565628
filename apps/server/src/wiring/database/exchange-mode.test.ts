import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@vitrine/tools/test-database';
import pg from 'pg';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openExchange } from '../exchange.ts';
import { ServerProcess } from '../process/testing/server-process.ts';
import { readSettings } from '../settings/settings.ts';
import { productionSettings } from '../settings/testing/production-settings.ts';
import { migrate, readMigrations } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { createServerRole, type ServerRole } from './testing/server-role.ts';

const MINUTES = 300_000;
let database: TestDatabase;
let role: ServerRole;
let dataDir: string;

beforeEach(async () => {
  database = await createTestDatabase();
  role = await createServerRole(database.url);
  dataDir = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
});
afterEach(async () => {
  await role.drop();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const common = () => ({ DATABASE_URL: database.url, DATA_DIR: dataDir });
const production = () => ({
  ...productionSettings,
  ...common(),
  DATABASE_URL: role.url,
  DATABASE_OWNER_URL: database.url,
});

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  return (await client.query(sql).finally(() => client.end())).rows;
}

/** Starts the exchange as the server's process does, until it is ready to serve, and stops it. Throws StartError. */
async function startOnce(environment: Readonly<Record<string, string>>): Promise<void> {
  const settings = readSettings(environment);
  const log = pino({ level: 'silent' });
  const opened = await openDatabase(settings, log);
  const exchange = await openExchange(settings, opened.url, log, opened.ownerUrl);
  await exchange.close();
  await opened.close();
}

const people = () =>
  query(`select (select count(*)::int from staff_member) as staff, (select count(*)::int from person) as people,
                (select count(*)::int from markets) as markets, (select mode from exchange_mode) as mode`);

test(
  'a production started without MODE does not become a sandbox, and starts once MODE is set again',
  async () => {
    await startOnce(production());
    const { MODE, ...lost } = production();
    const said = await ServerProcess.refusal(lost);
    expect(said).toContain(
      'MODE is sandbox, but SMTP_URL, SMS_URL, KYC_KEY, PUBLIC_ORIGIN would connect it to the outside',
    );
    // A sandbox does not start on production's data, even with the setting that allows it to be public, nor on
    // production's database with a separate folder.
    await expect(startOnce({ ...lost, SANDBOX_IN_PUBLIC: 'on' })).rejects.toThrow(
      /^DATA_DIR \S+ belongs to production: set MODE=production/,
    );
    await expect(startOnce({ ...common(), DATA_DIR: join(dataDir, 'other') })).rejects.toThrow(
      'This database belongs to production: set MODE=production, or choose another database.',
    );
    expect(await people()).toEqual([{ staff: 0, people: 0, markets: 0, mode: 'production' }]);
    await startOnce(production());
  },
  MINUTES,
);

test(
  'a sandbox never becomes production, not even one from before modes were recorded',
  async () => {
    await startOnce({ ...common(), HOUSE: 'off' });
    await expect(startOnce(production())).rejects.toThrow(/^DATA_DIR \S+ belongs to a sandbox/);
    const elsewhere = { ...production(), DATA_DIR: join(dataDir, 'other') };
    const refused = 'This database belongs to a sandbox: choose an empty database for production.';
    await expect(startOnce(elsewhere)).rejects.toThrow(refused);
    await query(`drop table exchange_mode; delete from schema_version where name = 'exchange_mode'`);
    const before = await query('select version from schema_version order by version');
    await expect(startOnce(elsewhere)).rejects.toThrow(refused);
    expect(await query('select version from schema_version order by version')).toEqual(before);
    await startOnce({ ...common(), HOUSE: 'off' });
    expect(await query('select mode from exchange_mode')).toEqual([{ mode: 'sandbox' }]);
  },
  MINUTES,
);

test('a production database with a demo client, demo staff or a sandbox’s keys in it is refused', async () => {
  await migrate(database.url, { mode: 'production' });
  const start = () => migrate(database.url, { mode: 'production' });
  const person = `insert into person (id, name, email, email_verified, created_at, updated_at)
    values ('1', '', 'alice@example.com', true, now(), now())`;
  const member = `insert into staff_member (id, email, name, roles, created_by)
    values ('1', 'administrator@console.example', '', '{}', '')`;
  for (const [made, table, what] of [
    [person, 'person', 'a demo client'],
    [member, 'staff_member', 'a demo member of staff'],
    [`insert into sandbox_seed (seed) values ('07')`, 'sandbox_seed', 'the keys'],
  ] as const) {
    await query(made);
    await expect(start()).rejects.toThrow(`This production database contains ${what} from a sandbox`);
    await query(`truncate ${table} cascade`);
    await start();
  }
});

test('a database from before modes were recorded is production if it has staff but no sandbox data', async () => {
  const migrations = (await readMigrations()).filter(({ name }) => name !== 'exchange_mode');
  await migrate(database.url, { migrations });
  await query(`insert into staff_member (id, email, name, roles, created_by)
    values ('1', 'ada@exchange.example', '', '{}', '')`);
  await expect(migrate(database.url, { mode: 'sandbox' })).rejects.toThrow('belongs to production');
  expect(await query(`select to_regclass('exchange_mode') as t`)).toEqual([{ t: null }]);
  await migrate(database.url, { mode: 'production' });
  expect(await query('select mode from exchange_mode')).toEqual([{ mode: 'production' }]);
});
