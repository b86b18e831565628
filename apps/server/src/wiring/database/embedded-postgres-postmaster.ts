import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { connect } from '../../kit/postgres/connect.ts';
import { writeDurablySync } from '../../providers/files/durable-file.ts';
import { isAlive, sleep } from '../process/process-life.ts';
import { StartError } from '../process/start-error.ts';
import { type Cluster, DATABASE_USER, folderName, postgresEnv, reasonIn } from './embedded-postgres-cluster.ts';

const HOST = '127.0.0.1';
const DATABASE = 'postgres';
/**
 * How long Postgres may take to start. A healthy start takes a fraction of a second, but crash recovery after a long
 * run under load may take this long.
 */
const START_TIMEOUT_MS = 60_000;
const PROBE_MS = 2_000;
/** How long the child processes of a killed postmaster may keep using its shared memory. */
const LEFTOVER_TIMEOUT_MS = 15_000;
const STOP_TIMEOUT_MS = 20_000;

/**
 * A leader opens up to 18 connections and each follower up to 16: there is room for a leader, four followers, and 18
 * connections for operators.
 */
const MAX_CONNECTIONS = 100;

/**
 * Settings for a database that is durable (fsync and synchronous_commit stay on), quiet when idle, and small: about 150
 * MB for a dozen connections.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: HOST,
  unix_socket_directories: '',
  max_connections: String(MAX_CONNECTIONS),
  shared_buffers: '64MB',
  work_mem: '4MB',
  maintenance_work_mem: '32MB',
  effective_cache_size: '256MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  wal_buffers: '4MB',
  wal_compression: 'on',
  min_wal_size: '64MB',
  max_wal_size: '512MB',
  checkpoint_timeout: '10min',
  fsync: 'on',
  synchronous_commit: 'on',
  io_method: 'sync',
  jit: 'off',
  max_worker_processes: '2',
  max_parallel_workers: '0',
  max_parallel_workers_per_gather: '0',
  max_logical_replication_workers: '0',
  autovacuum_max_workers: '2',
  log_checkpoints: 'off',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  log_line_prefix: '%m [%p] ',
  log_timezone: 'UTC',
  timezone: 'UTC',
};

export interface PostgresConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** The running server process of a cluster. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly status: string;
}

/**
 * Reads postmaster.pid, whose lines are process id, data folder, start time, port, socket folder, address, memory key
 * and status.
 */
function readPostmaster(cluster: Cluster): Postmaster | undefined {
  try {
    const lines = readFileSync(join(cluster.folder, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), status: (lines[7] ?? '').trim() };
  } catch {
    return undefined;
  }
}

/** The Postgres that is already running on this folder, once it accepts our password; undefined if there is none. */
export async function adoptable(cluster: Cluster): Promise<Postmaster | undefined> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    const postmaster = readPostmaster(cluster);
    if (postmaster === undefined) return undefined;
    if (!isAlive(postmaster.pid) || !worksIn(cluster, postmaster.pid)) {
      // Postgres removes the pid file of a dead process itself, but not if a different process or a zombie has the same
      // id.
      if (isPresent(postmaster.pid)) await clearPidFile(cluster);
      return undefined;
    }
    const answer = await tryConnect(cluster, postmaster.port);
    if (answer === 'ours') {
      writeDurablySync(cluster.portFile, `${postmaster.port}\n`);
      return postmaster;
    }
    if (answer === 'password_refused')
      throw new StartError(
        `The PostgreSQL server running on ${cluster.folder} (process ${postmaster.pid}) does not accept the password in postgres.password: stop that process and start again.`,
      );
    if (performance.now() > deadline)
      throw new StartError(
        `The PostgreSQL server running on ${cluster.folder} (process ${postmaster.pid}) does not respond: stop that process and start again.`,
      );
    await sleep(50);
  }
}

/**
 * Removes the pid file once all processes that have outlived their postmaster have ended: until then, the file also
 * protects the data from being used by a second Postgres.
 */
async function clearPidFile(cluster: Cluster): Promise<void> {
  const deadline = performance.now() + LEFTOVER_TIMEOUT_MS;
  while (workersOf(cluster).length > 0) {
    if (performance.now() > deadline)
      throw new StartError(
        `Processes of an earlier PostgreSQL (such as ${workersOf(cluster)[0]}) are still running in ${cluster.folder}: stop them and start again.`,
      );
    await sleep(50);
  }
  rmSync(join(cluster.folder, 'postmaster.pid'), { force: true });
}

/** Ids of the processes whose working directory is the data folder; none if the system does not reveal them. */
function workersOf(cluster: Cluster): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => worksIn(cluster, pid));
}

const isPresent = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/**
 * Whether the process runs Postgres with the data folder as its working directory, as a postmaster and its children do.
 * True on systems other than Linux: there, the later check of the password decides.
 */
function worksIn(cluster: Cluster, pid: number): boolean {
  if (process.platform !== 'linux') return true;
  try {
    const folder = statSync(cluster.folder);
    const itsFolder = statSync(`/proc/${pid}/cwd`);
    return (
      folder.ino === itsFolder.ino &&
      folder.dev === itsFolder.dev &&
      readlinkSync(`/proc/${pid}/exe`).includes('postgres')
    );
  } catch {
    return false;
  }
}

/**
 * Starts the postmaster detached, so that neither a signal to our process group nor the end of this process affects it.
 */
export async function launch(cluster: Cluster, mayMovePort: boolean): Promise<Postmaster> {
  const startedAt = performance.now();
  let port = keptPort(cluster) ?? (await freePort());
  for (;;) {
    const logStart = existsSync(cluster.logFile) ? statSync(cluster.logFile).size : 0;
    const child = spawnPostmaster(cluster, port);
    const postmaster = await untilServing(cluster, child);
    if (postmaster) {
      writeDurablySync(cluster.portFile, `${postmaster.port}\n`);
      return postmaster;
    }
    const said = readFileSync(cluster.logFile, 'utf8').slice(logStart);
    const waitedMs = performance.now() - startedAt;
    if (/shared memory block|lock file "postmaster.pid"/.test(said) && waitedMs < LEFTOVER_TIMEOUT_MS) await sleep(100);
    else if (/could not (bind|create any TCP)/.test(said) && mayMovePort && waitedMs < LEFTOVER_TIMEOUT_MS)
      port = await freePort();
    else if (/No space left on device/.test(said))
      throw new StartError(`The disk that holds ${cluster.folder} is full: free some space.`, {
        cause: Object.assign(new Error(reasonIn(said)), { code: 'ENOSPC' }),
      });
    else throw new StartError(`PostgreSQL did not start: ${reasonIn(said)}; see ${cluster.logFile}.`);
  }
}

interface LaunchedProcess {
  readonly pid: number;
  hasEnded(): boolean;
}

function spawnPostmaster(cluster: Cluster, port: number): LaunchedProcess {
  const log = openSync(cluster.logFile, 'a', 0o600);
  try {
    const settings = Object.entries({ ...SETTINGS, port: String(port) }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]);
    const child = spawn(cluster.binaries.postgres, ['-D', folderName(cluster), ...settings], {
      cwd: cluster.folder,
      detached: true,
      stdio: ['ignore', log, log],
      env: postgresEnv(),
      ...cluster.runAs,
    });
    let failed = false;
    child.on('error', () => {
      failed = true;
    });
    child.unref();
    return { pid: child.pid ?? 0, hasEnded: () => failed || child.exitCode !== null || child.signalCode !== null };
  } finally {
    closeSync(log);
  }
}

/** Waits until the postmaster accepts connections; undefined if the process exited before that. */
async function untilServing(cluster: Cluster, child: LaunchedProcess): Promise<Postmaster | undefined> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    await sleep(10);
    if (child.hasEnded()) return undefined;
    const postmaster = readPostmaster(cluster);
    if (postmaster?.pid === child.pid && postmaster.status === 'ready') {
      const answer = await tryConnect(cluster, postmaster.port);
      if (answer === 'ours') return postmaster;
      if (answer === 'password_refused') {
        await stopPostmaster(child.pid);
        throw new StartError(
          `The database in ${cluster.folder} does not accept the password in postgres.password: restore this file from a backup and keep the rest of the folder; docs/operating/data-folder.md says what to do without a backup.`,
        );
      }
    }
    if (performance.now() > deadline) {
      await stopPostmaster(child.pid);
      throw new StartError(
        `PostgreSQL was not ready within ${START_TIMEOUT_MS / 1000} seconds: see ${cluster.logFile}.`,
      );
    }
  }
}

/**
 * Tries to connect. SCRAM authenticates both sides: a server that completes the authentication knows this folder's
 * password.
 */
async function tryConnect(cluster: Cluster, port: number): Promise<'ours' | 'password_refused' | 'not_yet'> {
  try {
    const client = await connect(connectionTo(cluster, port), 'vitrine start', PROBE_MS);
    await client.end().catch(() => {});
    return 'ours';
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    // The driver's own errors begin with SASL if the server does not have this password.
    return code === '28P01' || code === '28000' || message.startsWith('SASL') ? 'password_refused' : 'not_yet';
  }
}

/** Stops Postgres: SIGINT is its fast shutdown, SIGQUIT the immediate one. */
export async function stopPostmaster(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!isAlive(pid)) return;
    process.kill(pid, signal);
    const deadline = performance.now() + STOP_TIMEOUT_MS;
    while (isAlive(pid) && performance.now() < deadline) await sleep(10);
  }
}

export const connectionTo = (cluster: Cluster, port: number): PostgresConnection => ({
  host: HOST,
  port,
  user: DATABASE_USER,
  password: cluster.password,
  database: DATABASE,
});

function keptPort(cluster: Cluster): number | undefined {
  const port = existsSync(cluster.portFile) ? Number(readFileSync(cluster.portFile, 'utf8')) : 0;
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, HOST, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
