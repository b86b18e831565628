import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { ServerProcess } from './server-process.ts';

/** CPU seconds used so far, by thread or process. */
export type ProcessorTime = ReadonlyMap<string, number>;

/** The user and database of the embedded Postgres of `npm start`. */
const [USER, DATABASE] = ['vitrine', 'postgres'];

/** A connection to the server's embedded Postgres. */
export async function connectToDatabase({ dataDir }: ServerProcess): Promise<pg.Client> {
  const [password, port] = ['postgres.password', 'postgres.port'].map((name) =>
    readFileSync(join(dataDir, name), 'utf8').trim(),
  );
  const client = new pg.Client({
    connectionString: `postgres://${USER}:${password}@127.0.0.1:${port}/${DATABASE}`,
    application_name: 'bench',
  });
  await client.connect();
  return client;
}

/** A server whose threads and Postgres sessions are measured separately. */
export class WatchedServer {
  readonly #server: ServerProcess;
  readonly #client: pg.Client;

  static async watch(server: ServerProcess): Promise<WatchedServer> {
    return new WatchedServer(server, await connectToDatabase(server));
  }

  private constructor(server: ServerProcess, client: pg.Client) {
    this.#server = server;
    this.#client = client;
  }

  /** CPU time of the server's threads by name, of Postgres' processes by purpose, and of this process. */
  async processorTime(): Promise<ProcessorTime> {
    const { rows } = await this.#client.query<{ pid: number; purpose: string }>(
      `select pid, coalesce(nullif(application_name, ''), backend_type) as purpose from pg_stat_activity
       where pid <> pg_backend_pid()`,
    );
    const { user, system } = process.cpuUsage();
    return new Map([
      ...threadSeconds(this.#server.pid),
      ...rows.map(({ pid, purpose }): [string, number] => [`postgres ${purpose} ${pid}`, secondsOf(`/proc/${pid}`)]),
      ['the client 0', (user + system) / 1e6],
    ]);
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}

function threadSeconds(pid: number): [name: string, seconds: number][] {
  const tasks = `/proc/${pid}/task`;
  return readdirSync(tasks).map((id) => {
    const name = readFileSync(join(tasks, id, 'comm'), 'utf8').trim();
    return [`thread ${name} ${id}`, secondsOf(join(tasks, id))];
  });
}

/** A process's or thread's time on a CPU: the first field of its schedstat, in nanoseconds. */
const secondsOf = (folder: string): number =>
  Number(readFileSync(join(folder, 'schedstat'), 'utf8').split(' ')[0]) / 1e9;

/**
 * CPU seconds used between the two measurements, summed by name, highest first. Threads and processes that ended in
 * between are not included.
 */
export function usedBetween(before: ProcessorTime, after: ProcessorTime): [name: string, seconds: number][] {
  const used = new Map<string, number>();
  for (const [key, seconds] of after) {
    const name = key.slice(0, key.lastIndexOf(' '));
    used.set(name, (used.get(name) ?? 0) + seconds - (before.get(key) ?? 0));
  }
  return [...used].sort(([, a], [, b]) => b - a);
}
