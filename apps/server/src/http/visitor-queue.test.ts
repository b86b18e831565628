import { EventEmitter, once } from 'node:events';
import { Agent, type ClientRequest, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@vitrine/tools/eventually';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '../auth/passwords/passwords.ts';
import { PasswordLine } from '../kit/password-line.ts';
import { withConnection } from '../kit/postgres/connect.ts';
import { PASSWORD, TestExchange } from '../testing/test-exchange.ts';
import { VisitorQueue } from './visitor-queue.ts';

let exchange: TestExchange;
let port: number;

beforeAll(async () => {
  // Twelve connections, because in some tests four of them wait for a lock.
  exchange = await TestExchange.open({ TRUSTED_PROXIES: '1', DATABASE_CONNECTIONS: '12' });
  const { app } = exchange.exchange;
  await app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.server.address() as AddressInfo);
});
afterAll(() => exchange.close());

const agent = new Agent({ maxSockets: 500 });
afterAll(() => agent.destroy());

let strangers = 0;

/** Signs in, by default to an account that does not exist. */
function signIn(
  address: string,
  password: string,
  username = `nobody${++strangers}@test.example`,
  agentName = 'test',
): ClientRequest {
  const body = JSON.stringify({ username, password });
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': agentName,
    'x-forwarded-for': address,
  };
  const sent = request({ port, host: '127.0.0.1', agent, method: 'POST', path: '/api/v3/login', headers });
  sent.on('error', () => undefined);
  sent.end(body);
  return sent;
}

async function statusOf(sent: ClientRequest): Promise<number> {
  const [answer] = await once(sent, 'response');
  answer.resume();
  return answer.statusCode;
}

const addresses = (count: number) => Array.from({ length: count }, (_, i) => `192.0.2.${i + 1}`);

test('800 wrong sign-ins from 20 addresses: many are refused immediately, and a sign-in after that succeeds', async () => {
  const { email } = await exchange.client();
  const tries = Array.from({ length: 40 }, () => addresses(20)).flat();
  const flood = tries.map((address) => statusOf(signIn(address, 'wrong')));
  // After this time, all requests have been either queued or refused.
  await sleep(500);
  const status = await (async () => {
    for (;;) {
      const status = await statusOf(signIn('198.51.100.7', PASSWORD, email));
      if (status !== 503) return status;
      await sleep(20);
    }
  })();
  expect(status).toBe(200);
  const counts = Map.groupBy(await Promise.all(flood), (status) => status);
  expect([...counts.keys()].sort()).toEqual([401, 503]);
  expect(counts.get(503)?.length).toBeGreaterThan(50);
});

test('sign-ins from one address are limited to the configured rate', async () => {
  const slow = await TestExchange.open({ RATE_SIGN_INS: '1' });
  const { email } = await slow.client();
  const tries = Array.from({ length: 12 }, () =>
    slow.visitor.post('/api/v3/login', { username: email, password: 'wrong' }),
  );
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  await slow.close();
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(6);
  expect(statuses.slice(0, 3)).not.toContain(429);
});

test('state for a later sign-in step is stored at most a few times a second per address', async () => {
  const slow = await TestExchange.open({ RATE_SIGN_INS: '1' });
  const paths = Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? 'web3-nonce' : 'passkeys/challenge'));
  const answers = await Promise.all(paths.map((path) => slow.visitor.post(`/api/v3/${path}`)));
  const kept = await slow.query('select from one_time_token');
  await slow.close();
  const taken = answers.filter(({ status }) => status === 200).length;
  expect(taken).toBeLessThanOrEqual(6);
  expect(kept).toHaveLength(taken);
});

test('at most four sign-ins from one address run at once, and refused ones use up no attempts', async () => {
  const { email } = await exchange.client();
  const statuses = await Promise.all(Array.from({ length: 40 }, () => statusOf(signIn('203.0.113.9', 'wrong', email))));
  const refused = statuses.filter((status) => status === 503).length;
  expect(refused).toBeGreaterThan(0);
  const [row] = await exchange.query(`select sum(attempts) from attempt_window where subject like 'sign_in:%' || $1`, [
    email,
  ]);
  expect(Number(row?.sum)).toBe(statuses.length - refused);
});

test('every admitted visitor gets a place in the queue, even if only a few hashes run concurrently', async () => {
  const strangers = new VisitorQueue();
  const line = new PasswordLine(1);
  // A client's hash occupies the password line until the requests of all visitors have arrived.
  const ends = Promise.withResolvers<void>();
  const client = line.run(() => ends.promise, false);
  let tries = 0;
  const all = addresses(60).map((ip) => {
    const raw = Object.assign(new EventEmitter(), { socket: new EventEmitter() });
    const [request, reply] = [{ ip, raw }, { raw }] as unknown as [FastifyRequest, FastifyReply];
    return strangers.run(request, reply, async () => {
      tries += 1;
      await line.run(async () => {}, true);
    });
  });
  ends.resolve();
  const answers = await Promise.allSettled(all);
  await client;
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(tries);
  expect(tries).toBe(50);
});

test('a hanging mail server delays no sign-in: the place in the queue is released once the hash is done', async () => {
  const { email, owner } = await exchange.client();
  const address = '203.0.113.10';
  await withConnection(exchange.databaseUrl, 'test', async (hand) => {
    await hand.query('begin');
    await hand.query('lock table outbox in exclusive mode');
    const statuses = ['A/1', 'B/1', 'C/1', 'D/1'].map((name) => statusOf(signIn(address, PASSWORD, email, name)));
    await eventually(async () => {
      expect(await exchange.query('select from mail_queue where owner = $1', [owner])).toHaveLength(4);
    });
    expect(await statusOf(signIn(address, 'wrong'))).toBe(401);
    expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200]);
    await hand.query('rollback');
  });
  await exchange.sendQueuedMail();
  const { body } = await exchange.visitor.get(`/sandbox/messages?to=${email}`);
  expect(body.filter(({ subject }: { subject: string }) => subject.startsWith('New sign-in'))).toHaveLength(4);
});

test('a password reset releases its place in the queue before the email is sent', async () => {
  const address = '203.0.113.11';
  const clients = await Promise.all(Array.from({ length: 4 }, () => exchange.client()));
  const forms = await Promise.all(
    clients.map(async ({ email }) => ({ email, token: await resetToken(email), password: 'another horse battery 77' })),
  );
  await withConnection(exchange.databaseUrl, 'test', async (hand) => {
    await hand.query('begin');
    await hand.query('lock table outbox in exclusive mode');
    const headers = { 'x-forwarded-for': address };
    const resets = forms.map((form) => exchange.visitor.post('/api/v3/reset-password', form, headers));
    await eventually(async () => {
      const owners = clients.map(({ owner }) => owner);
      expect(await exchange.query('select from mail_queue where owner = any($1)', [owners])).toHaveLength(4);
    });
    expect(await statusOf(signIn(address, 'wrong'))).toBe(401);
    expect((await Promise.all(resets)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
});

async function resetToken(email: string): Promise<string> {
  await exchange.visitor.post('/api/v3/forgot-password/send-code', { email });
  const [{ code }] = (await exchange.visitor.get(`/sandbox/messages?to=${email}`)).body;
  return (await exchange.visitor.post('/api/v3/forget-password-code/verify', { email, code })).body.token;
}

test('a disconnected visitor frees the place in the queue, and nothing is hashed for them', async () => {
  const beforeOne = process.cpuUsage();
  await hashPassword('x');
  const one = process.cpuUsage(beforeOne).user;
  const gone = addresses(50).map((address) => signIn(address, 'wrong'));
  await eventually(async () => {
    const rows = await exchange.query(`select from attempt_window where subject like 'sign_in_address:192.0.2.%'`);
    expect(rows.length).toBeGreaterThan(10);
  });
  const before = process.cpuUsage();
  for (const sent of gone) sent.destroy();
  const next = async () => expect(await statusOf(signIn('198.51.100.9', 'wrong'))).toBe(401);
  await eventually(next);
  expect(process.cpuUsage(before).user).toBeLessThan(30 * one + 500_000);
});
