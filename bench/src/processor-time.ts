import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { ServerProcess } from './server-process.ts';

/** Seconds on a processor so far, by who had them. */
export type ProcessorTime = ReadonlyMap<string, number>;

/** Of the embedded Postgres of `npm start`. */
const [USER, DATABASE] = ['vitrine', 'postgres'];

/** A server whose threads and Postgres sessions are told apart. */
export class WatchedServer {
  readonly #server: ServerProcess;
  readonly #client: pg.Client;

  static async watch(server: ServerProcess): Promise<WatchedServer> {
    const [password, port] = ['postgres.password', 'postgres.port'].map((name) =>
      readFileSync(join(server.dataDir, name), 'utf8').trim(),
    );
    const client = new pg.Client({
      connectionString: `postgres://${USER}:${password}@127.0.0.1:${port}/${DATABASE}`,
      application_name: 'bench',
    });
    await client.connect();
    return new WatchedServer(server, client);
  }

  private constructor(server: ServerProcess, client: pg.Client) {
    this.#server = server;
    this.#client = client;
  }

  /** Of its threads by their names, of Postgres' processes by what they are for, and of this process. */
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

/** The first field of schedstat: nanoseconds on a processor. */
const secondsOf = (folder: string): number =>
  Number(readFileSync(join(folder, 'schedstat'), 'utf8').split(' ')[0]) / 1e9;

/** Seconds that went by between, added up over those of one name, most first; what has ended meanwhile is not known. */
export function usedBetween(before: ProcessorTime, after: ProcessorTime): [name: string, seconds: number][] {
  const used = new Map<string, number>();
  for (const [key, seconds] of after) {
    const name = key.slice(0, key.lastIndexOf(' '));
    used.set(name, (used.get(name) ?? 0) + seconds - (before.get(key) ?? 0));
  }
  return [...used].sort(([, a], [, b]) => b - a);
}
