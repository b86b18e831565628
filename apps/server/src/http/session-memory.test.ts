import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestClient, TestExchange } from '../testing/test-exchange.ts';
import type { Session, SessionEnd, Sessions } from './session.ts';
import { SessionMemory } from './session-memory.ts';

let exchange: TestExchange;
let port: number;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

beforeAll(async () => {
  exchange = await TestExchange.open();
  const { app } = exchange.exchange;
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  agent.destroy();
  await exchange.close();
});

interface Answer {
  readonly status: number | undefined;
  readonly isSameConnection: boolean;
}

/** Sends a request over the one connection that all requests share. */
function ask({ token }: TestClient): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    const asked = request({ agent, port, path: '/api/v3/fee-rate', headers }, (answer) => {
      answer.resume().on('end', () => resolve({ status: answer.statusCode, isSameConnection: asked.reusedSocket }));
    });
    asked.on('error', reject).end();
  });
}

/** A client whose session is cached under its Authorization header, so that no lookup is needed. */
async function remembered(): Promise<TestClient> {
  const client = await exchange.client();
  for (let i = 0; i < 3; i += 1) expect((await ask(client)).status).toBe(200);
  return client;
}

test.each<[string, (client: TestClient) => Promise<unknown>]>([
  ['signed out', (client) => client.post('/api/v3/logout', {})],
  ['frozen', ({ owner }) => exchange.submit({ kind: 'FreezeOwner', owner })],
  [
    'signed out elsewhere',
    ({ owner }) =>
      exchange.query(
        `delete from session using client where session.person_id = client.person_id and client.owner = ${owner}`,
      ),
  ],
])('a client who is %s no longer has a session, even on the same connection with the same header', async (_, end) => {
  const client = await remembered();
  await end(client);
  await expect.poll(() => ask(client)).toEqual({ status: 401, isSameConnection: true });
});

test('a request of another client over the same connection uses that client’s session', async () => {
  const [one, other] = [await remembered(), await remembered()];
  expect((await ask(one)).status).toBe(200);
  await one.post('/api/v3/logout', {});
  expect((await ask(one)).status).toBe(401);
  expect((await ask(other)).status).toBe(200);
});

/** Sessions that are valid until the test ends them. Each token names an owner and a session. */
function openSessions() {
  const ended = new Set<string>();
  const listeners: ((session: Session, end: SessionEnd) => void)[] = [];
  let lookups = 0;
  const sessions: Sessions = {
    authenticate: ({ authorization, cookie }) => {
      lookups += 1;
      const [owner = '', id = ''] = (authorization ?? cookie ?? '').replace(/;.*/, '').split(' ');
      return ended.has(id) ? 'expired' : ({ id, owner: Number(owner) } as Session);
    },
    goesOn: ({ id }) => !ended.has(id),
    onEnd: (listener) => listeners.push(listener),
    endAll: async () => {},
    endOf: async () => false,
  };
  const end = (owner: number, id: string) => {
    ended.add(id);
    for (const listener of listeners) listener({ id, owner } as Session, 'revoked');
  };
  return { sessions, end, lookups: () => lookups };
}

const by = (cookie: string) => ({ authorization: undefined, cookie });

test('twenty headers per client are cached, however many the client sends, and no other client’s headers are dropped', () => {
  const { sessions, lookups } = openSessions();
  const memory = new SessionMemory(sessions);
  memory.authenticate(by('7 other'));
  for (let n = 0; n < 60_000; n += 1) memory.authenticate(by(`8 own; n=${n}`));
  expect(memory.size).toBe(21);
  const before = lookups();
  memory.authenticate(by('7 other'));
  for (let n = 59_980; n < 60_000; n += 1) memory.authenticate(by(`8 own; n=${n}`));
  expect(lookups()).toBe(before);
  memory.authenticate({ authorization: '8 own', cookie: undefined });
  expect(memory.size).toBe(21);
});

test('a session that ends is removed from the cache', () => {
  const { sessions, end } = openSessions();
  const memory = new SessionMemory(sessions);
  for (let n = 0; n < 5; n += 1) memory.authenticate(by(`8 first; n=${n}`));
  memory.authenticate({ authorization: '8 first', cookie: undefined });
  memory.authenticate(by('8 second'));
  end(8, 'first');
  expect(memory.size).toBe(1);
  end(8, 'second');
  expect(memory.size).toBe(0);
});

test('a full cache drops its oldest header for a new one', () => {
  const { sessions, lookups } = openSessions();
  const memory = new SessionMemory(sessions);
  for (let owner = 0; owner < 50_001; owner += 1) memory.authenticate(by(`${owner} own`));
  expect(memory.size).toBe(50_000);
  const before = lookups();
  memory.authenticate(by('1 own'));
  expect(lookups()).toBe(before);
  memory.authenticate(by('0 own'));
  expect(lookups()).toBe(before + 1);
});

test.each(['authorization', 'cookie'] as const)('a very long %s header is not cached', (name) => {
  let lookups = 0;
  const session = {} as Session;
  const memory = new SessionMemory({
    authenticate: () => {
      lookups += 1;
      return session;
    },
    goesOn: () => true,
    onEnd: () => {},
    endAll: async () => {},
    endOf: async () => false,
  });
  const lookupsOf = (length: number) => {
    lookups = 0;
    const headers = { authorization: undefined, cookie: undefined, [name]: 'x'.repeat(length) };
    for (let i = 0; i < 3; i += 1) expect(memory.authenticate(headers)).toBe(session);
    return lookups;
  };
  expect(lookupsOf(1_024)).toBe(1);
  expect(lookupsOf(1_025)).toBe(3);
});

test('a bearer token is not accepted as a cookie, nor a cookie as a bearer token', async () => {
  const found = new Map<string, Session>();
  const memory = new SessionMemory({
    authenticate: ({ authorization, cookie }) => found.get(`${authorization} ${cookie}`) ?? 'none',
    goesOn: () => true,
    onEnd: () => {},
    endAll: async () => {},
    endOf: async () => false,
  });
  const [bearer, cookie] = [{} as Session, {} as Session];
  found.set('Bearer x undefined', bearer).set('undefined Bearer y', cookie);
  for (let i = 0; i < 2; i += 1) {
    expect(memory.authenticate({ authorization: 'Bearer x', cookie: undefined })).toBe(bearer);
    expect(memory.authenticate({ authorization: undefined, cookie: 'Bearer y' })).toBe(cookie);
    expect(memory.authenticate({ authorization: undefined, cookie: 'Bearer x' })).toBe('none');
    expect(memory.authenticate({ authorization: 'Bearer y', cookie: undefined })).toBe('none');
    expect(memory.authenticate({ authorization: 'Bearer x', cookie: 'Bearer y' })).toBe('none');
  }
});
