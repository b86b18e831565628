import { type ChildProcess, spawn } from 'node:child_process';
import { builtServer } from '@vitrine/tools/server-build';

const program = await builtServer();

export interface TestResponse {
  readonly status: number;
  readonly position: number;
  readonly retryAfter?: string | undefined;
  /** Cookies that the response sets, as `name=value`. */
  readonly cookies: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
  readonly body: any;
}

type Headers = Readonly<Record<string, string>>;

/** A server in its own process, as an operator starts it. */
export class ServerProcess {
  readonly url: string;
  /** Everything that the server has printed. */
  readonly said: () => string;
  readonly #child: ChildProcess;

  /** Starts a server and resolves once it is up. If it exits before that, throws its output. */
  static start(environment: Headers): Promise<ServerProcess> {
    return ServerProcess.begin(environment).serving;
  }

  /** Like `start`, but gives access to the server's output in the meantime. */
  static begin(environment: Headers): { readonly said: () => string; readonly serving: Promise<ServerProcess> } {
    const { child, said } = run({ PORT: '0', ...environment });
    const address = new Promise<string>((resolve, reject) => {
      child.stdout?.on('data', () => {
        const found = /is serving at (\S+)/.exec(said())?.[1];
        if (found !== undefined) resolve(found);
      });
      child.once('exit', () => reject(new Error(`the server exited unexpectedly: ${said()}`)));
    });
    return { said, serving: address.then((url) => new ServerProcess(child, url, said)) };
  }

  /**
   * The output of a server that refuses to start. `file`: the server file of a different release; by default, that of
   * this release.
   */
  static async refusal(environment: Headers, file?: string): Promise<string> {
    const { child, said } = run({ PORT: '0', ...environment }, file);
    await ended(child);
    return said();
  }

  private constructor(child: ChildProcess, url: string, said: () => string) {
    this.#child = child;
    this.url = url;
    this.said = said;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  get streamUrl(): string {
    return `${this.url.replace('http', 'ws')}/stream`;
  }

  get(path: string, headers: Headers = {}): Promise<TestResponse> {
    return this.#ask(path, { headers });
  }

  post(path: string, body: object, headers: Headers = {}): Promise<TestResponse> {
    return this.#ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  }

  async #ask(path: string, request: RequestInit): Promise<TestResponse> {
    const answer = await fetch(this.url + path, request);
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
    return {
      status: answer.status,
      position: Number(answer.headers.get('x-log-position')),
      retryAfter: answer.headers.get('retry-after') ?? undefined,
      cookies: answer.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? ''),
      body: isJson ? JSON.parse(text) : text,
    };
  }

  /** Suspends the process until it is resumed. */
  pause(): void {
    this.#child.kill('SIGSTOP');
  }

  goOn(): void {
    this.#child.kill('SIGCONT');
  }

  /** Resolves once the process has exited on its own. */
  async ended(): Promise<void> {
    if (this.isRunning) await ended(this.#child);
  }

  async kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (!this.isRunning) return;
    this.#child.kill(signal);
    await ended(this.#child);
  }
}

/** Servers that a failed test left running are ended together with the test process. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/**
 * Settings that make a start cheap. A server opens all of its connections at startup, and each costs the server and
 * Postgres 50 ms of CPU time.
 */
const CHEAP_START = { ROOM_FOR_ORDERS: '1024', DEMO: 'off', DATABASE_CONNECTIONS: '4' };

function run(environment: Headers, file = program): { child: ChildProcess; said: () => string } {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [file], {
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...CHEAP_START, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let output = '';
  const hear = (data: unknown) => {
    output += String(data);
  };
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  return { child, said: () => output };
}

const ended = (child: ChildProcess): Promise<unknown> => new Promise((resolve) => child.once('exit', resolve));
