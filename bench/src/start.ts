import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printFigure } from './figures.ts';
import { get, openClient, unlock } from './http-clients.ts';
import { freePort } from './server-process.ts';

const PAGE_GOAL_SECONDS = 30;
const TRADE_GOAL_SECONDS = 60;

/** `npm start` on an empty folder: seconds to the first page, and until a new client has traded with the house. */
async function run(): Promise<void> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-bench-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  const server = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  try {
    await until(async () => (await fetch(url)).headers.get('content-type')?.startsWith('text/html') === true);
    const page = seconds();
    await until(async () => (await fetch(`${url}/readyz`)).ok);
    const client = await openClient(url, 'first@bench.example', { USDT: '1000' });
    const order = { name: 'BTCUSDT', delegate_type: 'BUY', trade_type: 'market', total: '100' };
    const { position } = await unlock(url, client, order);
    const { trades } = await get(url, '/api/v3/trades/trade-histories', client.token, position);
    if ((trades as unknown[]).length === 0) throw new Error('the order was accepted but did not trade');
    const trade = seconds();
    printFigure('start-page', page, 's', 'limit', PAGE_GOAL_SECONDS);
    printFigure('start-trade', trade, 's', 'limit', TRADE_GOAL_SECONDS);
  } finally {
    if (server.exitCode === null && server.pid !== undefined) process.kill(-server.pid, 'SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Retries until `succeeds` returns true, because the server is still starting. */
async function until(succeeds: () => Promise<boolean>): Promise<void> {
  while (!(await succeeds().catch(() => false))) await new Promise((resolve) => setTimeout(resolve, 50));
}

await run();
