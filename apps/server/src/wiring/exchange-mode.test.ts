import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@vitrine/tools/test-database';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate, readMigrations } from './migrate.ts';
import { productionSettings } from './testing/production-settings.ts';
import { ServerProcess } from './testing/server-process.ts';

const MINUTES = 300_000;
let database: TestDatabase;
let dataDir: string;

beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
});
afterEach(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const common = () => ({ DATABASE_URL: database.url, DATA_DIR: dataDir });
const production = () => ({ ...productionSettings, ...common() });

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  return (await client.query(sql).finally(() => client.end())).rows;
}

/** One start that serves, and its stop. */
async function serveOnce(environment: Readonly<Record<string, string>>): Promise<void> {
  const server = await ServerProcess.start(environment);
  await server.kill('SIGTERM');
}

const people = () =>
  query(`select (select count(*)::int from staff_member) as staff, (select count(*)::int from person) as people,
                (select count(*)::int from markets) as markets, (select mode from exchange_mode) as mode`);

test(
  'a production that lost its MODE does not become a sandbox, and goes on once MODE is back',
  async () => {
    await serveOnce(production());
    const { MODE, ...lost } = production();
    const said = await ServerProcess.refusal(lost);
    expect(said).toContain(
      'MODE is sandbox, but SMTP_URL, SMS_URL, KYC_KEY, PUBLIC_ORIGIN would connect it to the outside',
    );
    // Nor where somebody says so, or only the database is the same.
    expect(await ServerProcess.refusal({ ...lost, SANDBOX_IN_PUBLIC: 'on' })).toMatch(
      /^DATA_DIR \S+ belongs to production: set MODE=production/,
    );
    const otherFolder = join(dataDir, 'other');
    expect(await ServerProcess.refusal({ ...common(), DATA_DIR: otherFolder })).toBe(
      'This database belongs to production: set MODE=production, or choose another database.\n',
    );
    expect(await people()).toEqual([{ staff: 0, people: 0, markets: 0, mode: 'production' }]);
    await serveOnce(production());
  },
  MINUTES,
);

test(
  'a sandbox never becomes production, also one from before modes were recorded',
  async () => {
    await serveOnce({ ...common(), HOUSE: 'off' });
    expect(await ServerProcess.refusal(production())).toMatch(/^DATA_DIR \S+ belongs to a sandbox/);
    const otherFolder = join(dataDir, 'other');
    const refused = 'This database belongs to a sandbox: choose an empty database for production.\n';
    expect(await ServerProcess.refusal({ ...production(), DATA_DIR: otherFolder })).toBe(refused);
    await query(`drop table exchange_mode; delete from schema_version where name = 'exchange_mode'`);
    const before = await query('select version from schema_version order by version');
    expect(await ServerProcess.refusal({ ...production(), DATA_DIR: otherFolder })).toBe(refused);
    expect(await query('select version from schema_version order by version')).toEqual(before);
    await serveOnce({ ...common(), HOUSE: 'off' });
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
    await expect(start()).rejects.toThrow(`This production database contains ${what} of a sandbox`);
    await query(`truncate ${table} cascade`);
    await start();
  }
});

test('a production database from before modes were recorded is production by its people', async () => {
  const migrations = (await readMigrations()).filter(({ name }) => name !== 'exchange_mode');
  await migrate(database.url, { migrations });
  await query(`insert into staff_member (id, email, name, roles, created_by)
    values ('1', 'ada@exchange.example', '', '{}', '')`);
  await expect(migrate(database.url, { mode: 'sandbox' })).rejects.toThrow('belongs to production');
  expect(await query(`select to_regclass('exchange_mode') as t`)).toEqual([{ t: null }]);
  await migrate(database.url, { mode: 'production' });
  expect(await query('select mode from exchange_mode')).toEqual([{ mode: 'production' }]);
});
