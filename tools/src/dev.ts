import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from './repository.ts';
import { toolEnvironment } from './run.ts';
import { ensureWebBuild } from './web-build.ts';

/** Changes in these folders restart the server. Vite itself watches the sources of the pages. */
const serverFolders = [
  'apps/server/src',
  'apps/server/migrations',
  'apps/signer/src',
  ...['addresses', 'chains', 'contract', 'core', 'money', 'sequencer'].map((name) => `packages/${name}/src`),
];
/**
 * How long to wait for further changes before a restart: an editor writes a file in several steps, and a checkout
 * writes many files.
 */
const SETTLE_MS = 300;

/**
 * Runs the server, which is restarted when a source changes, and for each app Vite's development server, which reloads
 * pages and proxies API calls to the server. All of these processes stop together, on Ctrl+C or when Vite exits. A
 * server that exits on its own is restarted at the next change. (Node's --watch is not used: it would send its own
 * messages through the channels between the server and its threads.)
 */
await ensureWebBuild();
const serverUrl = `http://${process.env.HOST ?? '127.0.0.1'}:${process.env.PORT ?? '4000'}`;
const pages = ['web', 'console'].map((app) => startChild('vite', [], join(repositoryRoot, 'apps', app)));
let server = startServer();
let restarting = false;
let timer: NodeJS.Timeout | undefined;

const watchers = serverFolders.map((folder) =>
  watch(join(repositoryRoot, folder), { recursive: true }, (_event, name) => {
    if (name === null || /\.test\.ts$/.test(name)) return;
    clearTimeout(timer);
    timer = setTimeout(restart, SETTLE_MS);
  }),
);
for (const page of pages)
  page.on('exit', (code) => {
    process.exitCode ??= code ?? 0;
    endAll('SIGTERM');
  });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => endAll(signal));

/** Only one server may use the data folder at a time, so the next one starts only after the previous one has exited. */
async function restart(): Promise<void> {
  if (restarting) return;
  restarting = true;
  console.log('A source file has changed: restarting the server.');
  if (isRunning(server)) {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
  }
  restarting = false;
  if (pages.every(isRunning)) server = startServer();
}

function startServer(): ChildProcess {
  return startChild(process.execPath, ['apps/server/src/server.ts'], repositoryRoot);
}

function startChild(command: string, commandArguments: readonly string[], folder: string): ChildProcess {
  return spawn(command, commandArguments, {
    cwd: folder,
    env: toolEnvironment({ VITRINE_SERVER: serverUrl }),
    stdio: 'inherit',
  });
}

function endAll(signal: NodeJS.Signals): void {
  clearTimeout(timer);
  for (const watcher of watchers) watcher.close();
  for (const child of [server, ...pages]) if (isRunning(child)) child.kill(signal);
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}
