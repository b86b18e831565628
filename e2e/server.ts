import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { builtServer } from '@vitrine/tools/server-build';
import { serverFlags } from '@vitrine/tools/server-flags';

const repository = resolve(import.meta.dirname, '..');
const readyWithinMs = 90_000;
const stopWithinMs = 20_000;

export interface RunningServer {
  readonly baseUrl: string;
  /** Stops the server as an operator would and removes its data. */
  stop(): Promise<void>;
}

/** Starts the real server in sandbox mode on a free port with an empty data folder, and waits until it is ready. */
export async function startServer(): Promise<RunningServer> {
  const port = await freePort();
  const dataFolder = mkdtempSync(join(tmpdir(), 'vitrine-e2e-'));
  const logFolder = join(repository, '.cache/reports');
  mkdirSync(logFolder, { recursive: true });
  const logFile = join(logFolder, 'e2e-server.log');
  const log = openSync(logFile, 'w');
  const child = spawn(process.execPath, [...serverFlags, await builtServer()], {
    cwd: repository,
    env: {
      ...process.env,
      MODE: 'sandbox',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataFolder,
      EXPLORER_BEP20: 'https://explorer.example/tx/{txid}',
      EXPLORER_TRC20: 'https://explorer.example/tx/{txid}',
    },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const baseUrl = `http://127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    await stopProcess(child);
    rmSync(dataFolder, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(baseUrl, child);
  } catch (error) {
    await stop();
    throw new Error(`${error instanceof Error ? error.message : error}\n${readFileSync(logFile, 'utf8').slice(-4000)}`);
  }
  return { baseUrl, stop };
}

async function waitUntilReady(baseUrl: string, child: ChildProcess): Promise<void> {
  const deadlineMs = performance.now() + readyWithinMs;
  while (performance.now() < deadlineMs) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('The server exited during startup:');
    const answer = await fetch(`${baseUrl}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(200);
  }
  throw new Error(`The server was not ready within ${readyWithinMs / 1000} s:`);
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const inTime = await Promise.race([ended.then(() => true), sleep(stopWithinMs, false, { ref: false })]);
  if (inTime) return;
  child.kill('SIGKILL');
  throw new Error(`The server did not stop within ${stopWithinMs / 1000} s of SIGTERM`);
}

function freePort(): Promise<number> {
  return new Promise((resolvePort, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address
          ? resolvePort(address.port)
          : reject(new Error('no free port was found')),
      );
    });
  });
}
