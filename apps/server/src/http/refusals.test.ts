import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Writable } from 'node:stream';
import { eventually } from '@vitrine/tools/eventually';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PASSWORD, TestExchange } from '../testing/test-exchange.ts';
import { openServerLog } from '../wiring/process/server-log.ts';

let exchange: TestExchange;
let lines: string[] = [];
const log = openServerLog(
  'warn',
  new Writable({
    write: (chunk, _, done) => {
      lines.push(String(chunk));
      done();
    },
  }),
);

beforeAll(async () => {
  exchange = await TestExchange.open({ MODE: 'sandbox' }, log);
});
afterAll(() => exchange.close());
beforeEach(() => {
  lines = [];
});

async function counted(code: string, reason = ''): Promise<number> {
  const { body } = await exchange.visitor.get('/metrics');
  const line = String(body)
    .split('\n')
    .find((each) => each.startsWith(`vitrine_refused_requests_total{code="${code}",reason="${reason}"}`));
  return Number(line?.split(' ').at(-1) ?? 0);
}

/** The number of refusals with this code and reason that `work` adds to the count. */
async function countedBy(work: () => Promise<unknown>, code: string, reason = ''): Promise<number> {
  const before = await counted(code, reason);
  await work();
  return (await counted(code, reason)) - before;
}

const logged = (code: string) =>
  lines.map((line) => JSON.parse(line)).filter((line) => line.msg === `request refused: ${code}`);

describe('refusals are counted by error and reason', () => {
  const signIn = (username: string, password: string) => exchange.visitor.post('/api/v3/login', { username, password });

  test('signing in to an unknown account or with a wrong password, with identical responses', async () => {
    const { email } = await exchange.client();
    expect(await countedBy(() => signIn('nobody@test.example', 'x'), 'login_failed', 'unknown_account')).toBe(1);
    expect(await countedBy(() => signIn(email, 'x'), 'login_failed', 'wrong_password')).toBe(1);
    expect(await countedBy(() => signIn(email, PASSWORD), 'login_failed', 'wrong_password')).toBe(0);
    const staff = () => exchange.visitor.post('/api/v3/console/login', { email: 'nobody@test.example', password: 'x' });
    expect(await countedBy(staff, 'login_failed', 'unknown_staff')).toBe(1);
  });

  test('a page of another site, an unsigned webhook message, another client’s order', async () => {
    const client = await exchange.client({ BTC: '1' });
    const foreign = () => exchange.visitor.post('/api/v3/login', {}, { origin: 'https://elsewhere.test' });
    expect(await countedBy(foreign, 'foreign_origin')).toBe(1);
    expect(await countedBy(() => exchange.visitor.post('/api/v3/paypal/webhook', { id: 'x' }), 'message_refused')).toBe(
      1,
    );
    const limit = { delegate_type: 'SELL', trade_type: 'limit', order_per_unit: '70000.0', number_of_order: '0.01' };
    const { order_id } = (await client.order(limit)).body;
    const other = await exchange.client();
    const amend = { order_id, order_per_unit: '70001.0' };
    const code = (await other.post('/api/v3/orders/amend', amend)).body.code;
    expect(await countedBy(() => other.post('/api/v3/orders/amend', amend), code)).toBe(1);
  });

  test('more requests than allowed', async () => {
    const tight = await TestExchange.open({ RATE_PER_ADDRESS: '1' });
    for (let count = 0; count < 6; count += 1) await tight.visitor.get('/api/v3/system');
    // Reads of /metrics count toward the rate limit too, so some of them may be refused.
    await expect
      .poll(async () => (await tight.visitor.get('/metrics')).body)
      .toMatch(/vitrine_refused_requests_total\{code="too_many_requests",reason=""\} [1-9]/);
    await tight.close();
  });
});

describe('a refusal that may indicate an attack', () => {
  test('is logged with sender and address, without what was sent', async () => {
    const secret = 'a secret that was typed';
    await exchange.visitor.post(`/api/v3/login?x=${encodeURIComponent(secret)}`, {
      username: 'a@b.example',
      password: secret,
    });
    await exchange.visitor.post('/api/v3/login', { username: 'a@b.example', password: secret });
    // If the previous test caused the same refusal, this one is logged only with the next summary.
    await eventually(() => expect(logged('login_failed').length).toBeGreaterThan(0));
    expect(logged('login_failed')[0]).toMatchObject({
      level: 40,
      code: 'login_failed',
      reason: 'unknown_account',
      method: 'POST',
      route: '/api/v3/login',
      ip: '127.0.0.1',
    });
    expect(lines.join('')).not.toContain('secret');
  });

  test('includes a wrong password or code from a signed-in client, and a wallet’s wrong signature', async () => {
    const client = await exchange.client();
    await client.post('/api/v3/totp/offer', { password: 'not the password' });
    await eventually(() => expect(logged('wrong_password')).toHaveLength(1));
    expect(logged('wrong_password')[0]).toMatchObject({ client: client.owner, route: '/api/v3/totp/offer' });
    const wallet = {
      username: `0x${'11'.repeat(20)}`,
      message: 'no message of ours',
      signature: `0x${'00'.repeat(65)}`,
    };
    const { code } = (await exchange.visitor.post('/api/v3/web3-login', wallet)).body;
    expect(code).toMatch(/^wallet_/);
    await eventually(() => expect(logged(code)).toHaveLength(1));
  });

  test('is summarized if repeated', async () => {
    for (let count = 0; count < 30; count += 1) {
      await exchange.visitor.post('/api/v3/logout', {}, { origin: 'https://elsewhere.test' });
    }
    expect(logged('foreign_origin').length).toBeLessThan(10);
  });
});

describe('a call that the staff member’s role does not allow', () => {
  test('is recorded in the audit trail, once every ten minutes for each call, and in the log', async () => {
    const lister = await exchange.staff('listing');
    for (let round = 0; round < 3; round += 1) {
      expect((await lister.get('/api/v3/console/support/threads')).body.code).toBe('not_permitted');
      expect((await lister.post('/api/v3/console/staff/disable', {})).body.code).toBe('not_permitted');
    }
    const rows = await exchange.query(
      'select action, phase, details, ip from audit_trail where staff_id = $1 order by id',
      [lister.id],
    );
    expect(rows).toMatchObject([
      { action: 'consoleSupportThreads', phase: 'refused', details: '{"code":"not_permitted"}' },
      { action: 'consoleDisableStaff', phase: 'refused', details: '{"code":"not_permitted"}' },
    ]);
    expect(logged('not_permitted')[0]).toMatchObject({ staff: lister.id, route: '/api/v3/console/support/threads' });
  });
});

describe('an invalid request', () => {
  const headers = {
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  };

  test('is reported like any other if its URL cannot be decoded', async () => {
    const answer = await exchange.visitor.get('/%ff');
    expect(answer).toMatchObject({ status: 404, headers, body: { code: 'not_found', retryable: false } });
  });

  test.each([
    ['data that is not HTTP', 'HELLO\r\n\r\n', 400, 'invalid_request'],
    ['headers without end', `GET / HTTP/1.1\r\nx: ${'x'.repeat(20_000)}`, 413, 'too_large'],
    ['more than 100 header lines', `GET / HTTP/1.1\r\nhost: a\r\n${'x: 1\r\n'.repeat(100)}\r\n`, 413, 'too_large'],
  ])('%s gets an error with the standard headers', async (_, text, status, code) => {
    const answer = await answerTo(text);
    expect(answer).toContain(`HTTP/1.1 ${status} `);
    expect(answer).toContain('x-content-type-options: nosniff');
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code });
  });

  test('gets a timeout error if its headers are incomplete after ten seconds', async () => {
    const answer = await answerTo('GET / HTTP/1.1\r\nhost: x\r\n');
    expect(answer).toContain('HTTP/1.1 408 ');
    expect(answer).toContain('"code":"request_timeout"');
  }, 20_000);
});

/** Sends text; returns everything received until the server closes the connection. */
async function answerTo(text: string): Promise<string> {
  const { app } = exchange.exchange;
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.on('data', (data) => {
    answer += String(data);
  });
  socket.write(text);
  await once(socket, 'close');
  return answer;
}
