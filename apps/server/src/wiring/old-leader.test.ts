import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { demoAccounts } from '../sandbox/demo-accounts.ts';
import { createMigratedDatabase } from './database/testing/migrated-database.ts';
import { ServerProcess } from './process/testing/server-process.ts';

const EACH = 5;
const READS = ['trades/funds', 'trades/open-orders', 'recent-trades?name=BTCUSDT', 'all-pairs', 'ledger-sums'];

/**
 * Sends a request over a separate connection. Resolves once the operating system has accepted it; `answer` is
 * everything received in return, and empty if the connection was reset because the server ended first.
 */
async function send(url: string, head: string, token: string, body?: object): Promise<{ answer: Promise<string> }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const answer = text(socket).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNRESET') return '';
    throw error;
  });
  answer.catch(() => {});
  const content = body === undefined ? '' : JSON.stringify(body);
  const headers = [
    `host: ${hostname}:${port}`,
    `authorization: Bearer ${token}`,
    ...(body === undefined ? [] : ['content-type: application/json', `content-length: ${content.length}`]),
  ];
  const request = `${head} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${content}`;
  await new Promise<void>((resolve) => socket.write(request, () => resolve()));
  return { answer };
}

test('a leader that was paused and replaced answers requests as unavailable until it restarts', async () => {
  const database = await createMigratedDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
  const settings = {
    DATABASE_URL: database.url,
    HOUSE: 'off',
    DEMO: 'on',
    RATE_PER_ADDRESS: '10000',
    // The old leader gets all requests at once and stops soon after it is replaced: none should wait for a connection.
    DATABASE_CONNECTIONS: '12',
  };
  const old = await ServerProcess.start({ ...settings, DATA_DIR: join(folder, 'old') });
  const [{ username, password, transactionPassword } = { username: '' }] = demoAccounts;
  const { body: session } = await old.post('/api/v3/login', { username, password });
  const bid = { delegate_type: 'BUY', trade_type: 'limit', order_per_unit: '60000.0', number_of_order: '0.001' };
  const order = { name: 'BTCUSDT', ...bid, transaction_password: transactionPassword };
  const headers = { authorization: `Bearer ${session.token}` };
  expect((await old.post('/api/v2/my-order', order, headers)).body.message).toBe('success');

  old.pause();
  const leader = await ServerProcess.start({ ...settings, DATA_DIR: join(folder, 'new') });
  expect((await leader.post('/api/v3/login', { username, password })).status).toBe(200);
  const sending = Array.from({ length: EACH }, () => [
    ...READS.map((path) => send(old.url, `GET /api/v3/${path}`, session.token)),
    send(old.url, 'POST /api/v2/my-order', session.token, order),
  ]).flat();
  const sent = await Promise.all(sending);
  old.goOn();
  const answers = (await Promise.all(sent.map((one) => one.answer))).filter((answer) => answer !== '');
  expect(answers.length).toBeGreaterThan(sent.length / 2);
  for (const answer of answers) {
    expect(answer).toMatch(/^HTTP\/1.1 503 /);
    expect(answer).toMatch(/^retry-after: \d+\r$/m);
    expect(answer).toContain('"code":"unavailable"');
  }

  await old.ended();
  expect(old.said()).toContain('The log is being written by process');
  await leader.kill('SIGTERM');
  await database.drop();
  rmSync(folder, { recursive: true });
}, 240_000);
