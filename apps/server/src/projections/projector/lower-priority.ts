import { readFileSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';
import type pg from 'pg';

/**
 * While the CPU is busy, the projector gets a third as much CPU time as order processing; otherwise, it may use all
 * free CPU time.
 */
const NICENESS = 5;

/**
 * Gives orders precedence when the CPU cannot serve both: lowers the priority of this thread and, if it runs on this
 * machine, of the Postgres process that serves its connection. Best effort: only Linux has priorities for single
 * threads.
 */
export async function lowerPriority(client: pg.ClientBase): Promise<void> {
  if (process.platform !== 'linux') return;
  lower(Number(basename(readlinkSync('/proc/thread-self'))));
  const { rows } = await client.query<{ pid: number; port: number | null }>(
    'select pg_backend_pid() as pid, inet_client_port() as port',
  );
  const backend = rows[0];
  if (backend !== undefined && isBackendHere(backend.pid, backend.port)) lower(backend.pid);
}

/**
 * Whether the Postgres process with this pid runs on this machine. A local process may have the same pid as a remote
 * Postgres process, but not its title: 'postgres: user database host(port)'.
 */
function isBackendHere(pid: number, port: number | null): boolean {
  try {
    const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return port !== null && title.startsWith('postgres:') && title.includes(`(${port})`);
  } catch {
    return false;
  }
}

function lower(id: number): void {
  try {
    setPriority(id, NICENESS);
  } catch {
    // The process belongs to another user, so it keeps its priority: everything works, but orders are processed a
    // little more slowly.
  }
}
