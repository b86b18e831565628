import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtServer } from '@vitrine/tools/server-build';
import { serverFlags } from '@vitrine/tools/server-flags';

/** The server that `npm start` runs. */
export const serverFile = await builtServer();

/** The number of open orders for which the core has room from the start, as in production. */
const ROOM_FOR_ORDERS = '2097152';

export interface ServerProcess {
  readonly pid: number;
  readonly url: string;
  readonly dataDir: string;
  /** The CPU seconds that the process has used so far, all threads included. */
  cpuSeconds(): number;
  /** The same for the main thread only, on which the core runs. */
  mainThreadSeconds(): number;
  stop(): Promise<void>;
}

/** Starts a server file on a free PORT, with the flags of `npm start`; resolves when `path` responds. */
export async function startServer(
  file: string,
  path: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<ServerProcess> {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-bench-'));
  const child = spawn(process.execPath, [...serverFlags, file], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error', ROOM_FOR_ORDERS, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await untilResponding(child, url + path);
  return {
    pid: Number(child.pid),
    url,
    dataDir,
    cpuSeconds: () => cpuSecondsOf(child),
    mainThreadSeconds: () => mainThreadSecondsOf(child),
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      if (child.exitCode === null && child.kill('SIGTERM')) await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function untilResponding(child: ChildProcess, url: string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server exited with code ${child.exitCode}`);
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const CLOCK_TICKS_PER_SECOND = 100;

/** The process's time in user and in kernel mode: fields 14 and 15 of proc_pid_stat(5). */
function cpuSecondsOf({ pid }: ChildProcess): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_SECOND;
}

/** The main thread's time on a CPU: the first field of its schedstat, in nanoseconds. */
const mainThreadSecondsOf = ({ pid }: ChildProcess): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e9;

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
