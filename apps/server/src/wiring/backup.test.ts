import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { createTestDatabase } from '@vitrine/tools/test-database';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoAccounts } from '../sandbox/demo-accounts.ts';
import { ServerProcess } from './process/testing/server-process.ts';

const page = join(import.meta.dirname, '../../../../docs/operating/backup.md');
const verifyLog = join(import.meta.dirname, '../verify-log.ts');
/** Every line of the shell code blocks in the documentation page, in order. */
const commands = [...readFileSync(page, 'utf8').matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block = '']) =>
  block.trim().split('\n'),
);
const [dump, restore, verify, copy, verifyCopy, startCopy] = commands;

/** Finds a pg_dump that is new enough, since one that is older than the server refuses to run. */
const pgDump = [process.env.VITRINE_PG_DUMP, 'pg_dump'].find(
  (program) => program !== undefined && majorOf(program) >= 18,
);

function majorOf(program: string): number {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return Number(/\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1] ?? 0);
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Runs a command in the folder that contains `.data`, as an operator does; instead of `npm run log:verify`, its file is
 * run directly.
 */
function type(command = '', environment: Readonly<Record<string, string>> = {}): string {
  const line = command.replace('npm run log:verify', `"${process.execPath}" "${verifyLog}"`);
  const PATH = [dirname(pgDump ?? ''), process.env.PATH].join(':');
  return execFileSync('sh', ['-ec', line], { cwd: folder, encoding: 'utf8', env: { PATH, ...environment } });
}

const SANDBOX = { HOUSE: 'off', DEMO: 'on' };

interface Looked {
  readonly headers: { readonly authorization: string };
  readonly wallet: unknown;
  readonly orders: unknown;
}

/** Places one order and returns what its client then sees. */
async function trade(server: ServerProcess): Promise<Looked> {
  const [{ username, password, transactionPassword } = { username: '' }] = demoAccounts;
  const { body } = await server.post('/api/v3/login', { username, password });
  const headers = { authorization: `Bearer ${body.token}` };
  const bid = { delegate_type: 'BUY', trade_type: 'limit', order_per_unit: '60000.0', number_of_order: '0.001' };
  const order = { name: 'BTCUSDT', ...bid, transaction_password: transactionPassword };
  expect((await server.post('/api/v2/my-order', order, headers)).body.message).toBe('success');
  return { headers, ...(await look(server, headers)) };
}

async function look(server: ServerProcess, headers: Looked['headers']): Promise<Omit<Looked, 'headers'>> {
  const { wallet } = (await server.get('/api/v3/wallets/spot', headers)).body;
  const { orders } = (await server.get('/api/v3/trades/open-orders', headers)).body;
  expect(orders).toHaveLength(1);
  return { wallet, orders };
}

test('the commands of docs/operating/backup.md back up a sandbox and start it from the copy', async () => {
  const original = await ServerProcess.start({ ...SANDBOX, DATA_DIR: join(folder, '.data') });
  const { headers, ...before } = await trade(original);
  await original.kill('SIGTERM');
  type(copy);
  expect(type(verifyCopy)).toMatch(/^The log is intact: batches 1 to \d+/m);
  expect(startCopy).toBe('DATA_DIR=backup PORT=4001 npm start');
  const restored = await ServerProcess.start({ ...SANDBOX, DATA_DIR: join(folder, 'backup') });
  // The client's session is still valid, because the secrets were restored too.
  expect(await look(restored, headers)).toEqual(before);
  await restored.kill('SIGTERM');
}, 240_000);

const title = 'a database is dumped beside its server and restored by the commands of docs/operating/backup.md';
test.skipIf(pgDump === undefined)(
  pgDump === undefined ? `${title} (skipped: no pg_dump 18; name one in VITRINE_PG_DUMP)` : title,
  async () => {
    const [database, empty] = [await createTestDatabase(), await createTestDatabase()];
    const SESSION_SECRET = 'a secret that both of them know, long enough';
    const start = (url: string, name: string) =>
      ServerProcess.start({ ...SANDBOX, SESSION_SECRET, DATABASE_URL: url, DATA_DIR: join(folder, name) });
    const server = await start(database.url, 'original');
    const { headers, ...before } = await trade(server);
    type(dump, { DATABASE_URL: database.url });
    await server.kill('SIGTERM');
    type(restore, { DATABASE_URL: empty.url });
    expect(type(verify, { DATABASE_URL: empty.url })).toMatch(/^The log is intact: batches 1 to \d+/m);
    const restored = await start(empty.url, 'restored');
    expect(await look(restored, headers)).toEqual(before);
    await restored.kill('SIGTERM');
    await Promise.all([database.drop(), empty.drop()]);
  },
  240_000,
);
