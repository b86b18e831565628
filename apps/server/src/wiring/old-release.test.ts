import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { zstdDecompressSync } from 'node:zlib';
import { prepareLog } from '@vitrine/sequencer';
import { createTestDatabase } from '@vitrine/tools/test-database';
import pg from 'pg';
import { expect, test } from 'vitest';
import { migrate, readMigrations } from './database/migrate.ts';
import { ServerProcess } from './process/testing/server-process.ts';

/**
 * The last migration of the release whose stopped sandbox was recorded. The recording consists of the sandbox's tables,
 * the files of its data folder, and its responses to two clients. The clients had traded, converted, transferred and
 * withdrawn, and had open orders.
 */
const RELEASE = 311;

interface Recorded {
  /** By table: its columns, and its rows as JSON. */
  readonly tables: Readonly<Record<string, { readonly columns: readonly string[]; readonly rows: readonly object[] }>>;
  readonly sequences: Readonly<Record<string, number>>;
  /** The files of the data folder by path, in base64. */
  readonly files: Readonly<Record<string, string>>;
  /** Responses by the client's email address and by path. */
  readonly answers: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

const PASSWORD = 'nine quiet lanterns';
const TRANSACTION_PASSWORD = 'four amber kettles';
/** Fields that change over time: values at current prices, log positions and confirmations. */
const MOVING = new Set(['usdt_value', 'rates', 'as_of', 'position', 'confirmations']);

function read(): Recorded {
  const packed = readFileSync(join(import.meta.dirname, `../../test/release-${RELEASE}.json.zst`));
  return JSON.parse(zstdDecompressSync(packed).toString());
}

/** Restores the database as the old release left it. */
async function restore(url: string, { tables, sequences }: Recorded): Promise<void> {
  await migrate(url, { migrations: (await readMigrations()).filter(({ version }) => version <= RELEASE) });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await prepareLog(client);
  // Disable foreign keys and triggers, because rows refer to each other and some tables refuse changes.
  await client.query('set session_replication_role = replica');
  for (const [table, { columns, rows }] of Object.entries(tables)) {
    const names = columns.map((column) => `"${column}"`).join(', ');
    await client.query(`delete from "${table}"`);
    await client.query(
      `insert into "${table}" (${names}) overriding system value
       select ${names} from json_populate_recordset(null::"${table}", $1)`,
      [JSON.stringify(rows)],
    );
  }
  for (const [name, value] of Object.entries(sequences)) await client.query('select setval($1, $2)', [name, value]);
  await client.end();
}

/** Returns the value without fields that change over time. */
function still(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(still);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (MOVING.has(key) ? [] : [[key, still(inner)]])),
  );
}

async function signIn(server: ServerProcess, username: string): Promise<{ readonly authorization: string }> {
  const { status, body } = await server.post('/api/v3/login', { username, password: PASSWORD });
  expect(status, JSON.stringify(body)).toBe(200);
  return { authorization: `Bearer ${body.token}` };
}

test('a sandbox of an earlier release is upgraded: its clients find everything unchanged and can trade', async () => {
  const database = await createTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
  const recorded = read();
  await restore(database.url, recorded);
  for (const [name, bytes] of Object.entries(recorded.files)) writeFileSync(join(folder, name), bytes, 'base64');
  const environment = { DATABASE_URL: database.url, DATA_DIR: folder, HOUSE: 'off' };

  const server = await ServerProcess.start(environment);
  await expect.poll(async () => (await server.get('/readyz')).status).toBe(200);
  const clients = Object.entries(recorded.answers);
  expect(clients).toHaveLength(2);
  for (const [address, answers] of clients) {
    const headers = await signIn(server, address);
    for (const [path, then] of Object.entries(answers)) {
      const now = await server.get(path, headers);
      expect(now.status, path).toBe(200);
      expect(still(now.body), `${address} ${path}`).toMatchObject(still(then) as object);
    }
  }

  // Orders that were resting when the old release was stopped can still be traded.
  const [[seller = ''] = []] = clients;
  const headers = await signIn(server, seller);
  const ask = { delegate_type: 'SELL', trade_type: 'limit', number_of_order: '0.010', order_per_unit: '60000.0' };
  const sold = await server.post(
    '/api/v2/my-order',
    { name: 'BTCUSDT', ...ask, transaction_password: TRANSACTION_PASSWORD },
    headers,
  );
  expect(sold.body).toMatchObject({ message: 'success' });
  await expect
    .poll(async () => (await server.get('/api/v3/trades/trade-histories', headers)).body.trades[0])
    .toMatchObject({ delegate_type: 'SELL', role: 'taker' });

  await server.kill('SIGTERM');
  const verified = execFileSync(process.execPath, [join(import.meta.dirname, '../verify-log.ts')], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DATABASE_URL: database.url },
  });
  expect(verified).toMatch(/^The log is intact: batches 1 to \d+/m);
  rmSync(folder, { recursive: true });
  await database.drop();
}, 240_000);
