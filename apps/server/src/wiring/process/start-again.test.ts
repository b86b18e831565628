import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TestExchange } from '../../testing/test-exchange.ts';
import { claimDataDir } from '../database/data-dir.ts';
import { startEmbeddedPostgres } from '../database/embedded-postgres.ts';
import { sleep } from './process-life.ts';
import { ServerProcess } from './testing/server-process.ts';

const AGAIN =
  /"err":"The connection to the database was lost during startup \(.+?\)\.","msg":"startup failed, will retry"/g;

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const environment = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: join(parent, 'data'),
  HOUSE: 'off',
  DEMO: 'off',
  NETWORKS: 'none',
});

/**
 * Locks the table. The returned function waits until the database session with this name waits for the lock, ends that
 * session, and unlocks the table.
 */
async function holdTable(table: string, url: string): Promise<(applicationName: string) => Promise<void>> {
  const [holder, ender] = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })];
  await Promise.all([holder.connect(), ender.connect()]);
  await holder.query(`begin; lock table ${table}`);
  const end = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1
               and datname = current_database() and wait_event_type = 'Lock'`;
  return async (applicationName) => {
    while ((await ender.query(end, [applicationName])).rowCount === 0) await sleep(10);
    await Promise.all([holder.end(), ender.end()]);
  };
}

test('a start whose database connections are closed logs this and is retried until the server is up', async () => {
  const database = await TestExchange.installation();
  const endProjector = await holdTable('projector_position', database.url);
  const endSequencer = await holdTable('log_lease', database.url);
  const starting = ServerProcess.begin(environment(database.url));
  await endProjector('vitrine projector');
  await endSequencer('vitrine sequencer');
  const server = await starting.serving;
  // At least two retries are logged, one for each ended connection; more if a part of the server had already opened a
  // second connection when its first was ended.
  expect(starting.said().match(AGAIN)?.length).toBeGreaterThanOrEqual(2);
  expect(starting.said()).not.toContain('    at ');
  await expect.poll(async () => (await server.get('/readyz')).status).toBe(200);
  await server.kill('SIGTERM');
  await database.drop();
}, 240_000);

test('a start on a full disk logs this and is retried until there is space', async () => {
  const database = await TestExchange.installation();
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query(`
    create function disk_full() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
    create trigger disk_full before update on log_lease for each row execute function disk_full();`);
  const starting = ServerProcess.begin(environment(database.url));
  await expect
    .poll(() => starting.said().match(AGAIN) ?? [], { timeout: 120_000 })
    .toContain(
      '"err":"The connection to the database was lost during startup (could not extend file: No space left on device).","msg":"startup failed, will retry"',
    );
  await owner.query('drop trigger disk_full on log_lease');
  const server = await starting.serving;
  expect(starting.said()).not.toContain('    at ');
  await expect.poll(async () => (await server.get('/readyz')).status).toBe(200);
  await server.kill('SIGTERM');
  await owner.end();
  await database.drop();
}, 240_000);

test('a start fails on a database that was never reached before, and waits for one that was', async () => {
  const folder = claimDataDir(join(parent, 'database'), 'sandbox');
  const startPostgres = () => startEmbeddedPostgres({ dataDir: folder.path });
  const first = await startPostgres();
  await first.stop();
  const settings = environment(first.url);
  const refusal = 'cannot be used (nothing is listening there): check DATABASE_URL and that the database is running.';
  expect(await ServerProcess.refusal(settings)).toMatch(new RegExp(`^The database at \\S+ ${escaped(refusal)}\n$`));

  const second = await startPostgres();
  await (await ServerProcess.start(settings)).kill('SIGKILL');
  await second.stop();
  const starting = ServerProcess.begin(settings);
  await expect
    .poll(() => starting.said(), { timeout: 60_000 })
    .toContain(`${refusal}","msg":"startup failed, will retry"`);
  const third = await startPostgres();
  const server = await starting.serving;
  await expect.poll(async () => (await server.get('/readyz')).status).toBe(200);
  await server.kill('SIGTERM');
  await third.stop();
}, 240_000);

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
