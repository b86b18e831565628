import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const START_TIMEOUT_MS = 240_000;

/** The real server in a separate process. Its data is in a folder that outlives the process. */
export class ExchangeProcess {
  readonly url: string;
  readonly #server: string;
  readonly #dataDir: string;
  readonly #port: number;
  #child: ChildProcess | undefined;
  #output = '';

  private constructor(server: string, dataDir: string, port: number) {
    this.#server = server;
    this.#dataDir = dataDir;
    this.#port = port;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** @param server the file of the server to start */
  static async on(dataDir: string, server: string): Promise<ExchangeProcess> {
    return new ExchangeProcess(server, dataDir, await freePort());
  }

  /** Starts the server. Returns how many milliseconds passed until it accepted orders. */
  async start(): Promise<number> {
    const from = performance.now();
    const child = spawn(process.execPath, [this.#server], {
      env: {
        ...process.env,
        MODE: 'sandbox',
        DATA_DIR: this.#dataDir,
        PORT: String(this.#port),
        RATE_PER_ADDRESS: '1000000',
        RATE_ORDERS_PER_SESSION: '1000000',
        LOG_LEVEL: 'error',
        // The server is started many times, and each connection that it opens takes 50 ms of processor time.
        DATABASE_CONNECTIONS: '4',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.#output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        this.#output = (this.#output + chunk).slice(-20_000);
      });
    await this.untilReady(from);
    return performance.now() - from;
  }

  /** Waits until /readyz reports that commands are accepted. */
  async untilReady(sinceMs = performance.now()): Promise<number> {
    for (;;) {
      if (this.#child === undefined || this.#child.exitCode !== null)
        throw new Error(`the server exited unexpectedly: ${this.#output}`);
      const ready = await fetch(`${this.url}/readyz`).catch(() => undefined);
      if (ready?.ok) return performance.now() - sinceMs;
      if (performance.now() - sinceMs > START_TIMEOUT_MS)
        throw new Error(`the server did not become ready in time: ${this.#output}`);
      // One address may send at most twenty probes per second.
      await sleep(50);
    }
  }

  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  /** Kills the server and its database if they are running. */
  async end(): Promise<void> {
    await this.kill();
    if (existsSync(this.#postmasterFile)) this.killPostgres();
  }

  /** Kills the database's main process; its children end with it. */
  killPostgres(): void {
    const pid = Number(readFileSync(this.#postmasterFile, 'utf8').split('\n')[0]);
    process.kill(pid, 'SIGKILL');
  }

  get #postmasterFile(): string {
    return join(this.#dataDir, 'postgres/postmaster.pid');
  }

  /** The URL of the running server's database. */
  get databaseUrl(): string {
    const read = (name: string) => readFileSync(join(this.#dataDir, name), 'utf8').trim();
    return `postgres://vitrine:${read('postgres.password')}@127.0.0.1:${read('postgres.port')}/postgres`;
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  return port;
}
