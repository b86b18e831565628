import { readFileSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';
import type pg from 'pg';

/** A third of the processor's time that an order's work gets, where both want it at once; all that is free otherwise. */
const NICENESS = 5;

/**
 * Histories give way to orders where the processors do not suffice for both: this thread, and the process of Postgres
 * that serves its connection if that runs on this machine. Does what the system lets it do; only Linux has priorities of
 * single threads.
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

/** A process here may have the number of one on another machine, but not its title: 'postgres: user database host(port)'. */
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
    // Another user's process keeps its priority; everything works as well, orders a little slower.
  }
}
