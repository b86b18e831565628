import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPasskey, HOST } from '../../testing/factors.ts';
import { PASSWORD, type TestClient, TestExchange, type TestResponse } from '../../testing/test-exchange.ts';
import { totpCode } from '../testing/totp-code.ts';

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await TestExchange.open({ TRUSTED_PROXIES: '1' });
});
afterAll(() => exchange.close());

type Headers = Readonly<Record<string, string>>;

const PAGE = { origin: 'http://exchange.localhost', host: 'exchange.localhost' };
const HOUR_MS = 3_600_000;
const DEVICE_COOKIE = '__Host-vitrine-device';

const post = (path: string, body: object, address: string, headers: Headers = {}): Promise<TestResponse> =>
  exchange.visitor.post(path, body, { 'x-forwarded-for': address, ...headers });
const messagesTo = async (email: string) => (await exchange.visitor.get(`/sandbox/messages?to=${email}`)).body;
const askForReset = (email: string, address: string, headers: Headers = {}) =>
  post('/api/v3/forgot-password/send-code', { email }, address, headers);

/** Resets the password with an emailed code; returns the last call's status. */
async function reset(email: string, address: string, headers: Headers = {}): Promise<number> {
  await askForReset(email, address, headers);
  const [{ code }] = await messagesTo(email);
  const verified = await post('/api/v3/forget-password-code/verify', { email, code }, address, headers);
  const form = { email, token: verified.body.token, password: 'brand new horse 8' };
  return (await post('/api/v3/reset-password', form, address, headers)).status;
}

/**
 * Replaces a method of a service, so that each call runs `meanwhile` before its result is returned. Returns a function
 * that restores the method.
 */
function interpose<Service extends object, Name extends keyof Service>(
  service: Service,
  name: Name,
  meanwhile: () => Promise<unknown>,
): () => void {
  const method = (service[name] as (...values: unknown[]) => Promise<unknown>).bind(service);
  const interposed = async (...values: unknown[]) => {
    const found = await method(...values);
    await meanwhile();
    return found;
  };
  Object.assign(service, { [name]: interposed });
  return () => void Reflect.deleteProperty(service, name);
}

test('a passkey that a password reset removed opens no session, however late the sign-in completes', async () => {
  const client = await exchange.client();
  const passkey = await addPasskey(client);
  const asked = await exchange.visitor.post('/api/v3/passkeys/challenge', {}, HOST);
  const response = passkey.used(asked.body.options, { verified: true });
  const statuses: number[] = [];
  const restore = interpose(exchange.services.access.passkeys, 'verify', async () => {
    statuses.push(await reset(client.email, '192.0.2.7'));
  });
  const answer = await exchange.visitor.post('/api/v3/passkey-login', { token: asked.body.token, response }, HOST);
  restore();
  expect(statuses).toEqual([200]);
  expect(answer.body.code).toBe('login_failed');
});

test('a sign-in with a wallet is refused if a password reset has disconnected the wallet meanwhile', async () => {
  const client = await exchange.client();
  const { connections, signIns } = exchange.services.access;
  const wallet = { provider: 'wallet', subject: `eip155:1:${client.email}`, label: '0x1' } as const;
  const [person] = await exchange.query('select person_id as id from client where owner = $1', [client.owner]);
  await connections.add(String(person?.id), wallet);
  const proved = await connections.provedBy(wallet);
  expect(await reset(client.email, '192.0.2.8')).toBe(200);
  expect(await connections.provedBy(wallet)).toBeUndefined();
  if (proved === undefined) throw new Error('provedBy did not find the connected wallet');
  const device = { ip: '192.0.2.9', userAgent: 'a thief' };
  await expect(signIns.admit(proved, 'wallet', device)).rejects.toMatchObject({ code: 'login_failed' });
});

test('if two browsers sign up with the same mailbox, one opens the account and the other learns that it exists', async () => {
  const email = 'twice@test.example';
  const forms: [Headers, string][] = [];
  for (const id of ['A', 'B']) {
    const cookie = { cookie: `${DEVICE_COOKIE}=${id.repeat(22)}` };
    await post('/api/v2/send-code', { email }, '192.0.2.5', cookie);
    forms.push([cookie, (await messagesTo(email))[0].code]);
  }
  const answers = await Promise.all(
    forms.map(([cookie, code]) => {
      const form = { username: email, code, password: PASSWORD, password_confirmation: PASSWORD };
      return post('/api/v2/register', form, '192.0.2.5', cookie);
    }),
  );
  expect(answers.map(({ status, body }) => `${status} ${body.message}`).toSorted()).toEqual([
    '200 SUCCESS',
    '200 USER_ALREADY_EXIST',
  ]);
});

test('queued changes by one client do not use up the database connections', async () => {
  const [client, other] = [await exchange.client(), await exchange.client()];
  const lock = new pg.Client({ connectionString: exchange.databaseUrl });
  await lock.connect();
  await lock.query('begin');
  await lock.query('select from client where owner = $1 for update', [client.owner]);
  let answered = 0;
  const changes = Array.from({ length: 30 }, async () => {
    const { status } = await client.post('/api/v3/update-withdraw-limit', { withdraw_limit: '500' });
    answered += 1;
    return status;
  });
  for (let read = 0; read < 5; read += 1) expect((await other.get('/api/v3/security')).status).toBe(200);
  // At most twenty changes of one session can be queued, so that a stolen session cannot delay the owner's changes for
  // long. The other ten are refused immediately.
  await expect.poll(() => answered).toBe(10);
  await lock.query('rollback');
  await lock.end();
  const statuses = await Promise.all(changes);
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  expect(statuses.filter((status) => status === 503)).toHaveLength(10);
});

test('at most sixty changes by one person can be queued across all sessions, so that a password reset waits for at most sixty', async () => {
  const client = await exchange.client();
  const sessions: TestClient[] = [client];
  while (sessions.length < 5) {
    const form = { username: client.email, password: PASSWORD };
    const { token } = (await post('/api/v3/login', form, '192.0.2.140')).body;
    sessions.push(exchange.clientFrom({ ...client, token } as TestClient));
  }
  const lock = new pg.Client({ connectionString: exchange.databaseUrl });
  await lock.connect();
  await lock.query('begin');
  await lock.query('select from client where owner = $1 for update', [client.owner]);
  let refused = 0;
  const changes = sessions.flatMap((session) =>
    Array.from({ length: 15 }, async () => {
      const { status } = await session.post('/api/v3/update-withdraw-limit', { withdraw_limit: '500' });
      if (status === 503) refused += 1;
      return status;
    }),
  );
  await expect.poll(() => refused).toBe(15);
  await lock.query('rollback');
  await lock.end();
  expect((await Promise.all(changes)).filter((status) => status === 200)).toHaveLength(60);
});

test('the limit on sets of recovery codes also applies while an authenticator is being enrolled', async () => {
  const client = await exchange.client();
  const { authenticators } = exchange.services.access;
  /**
   * Requests a secret and enrolls it with a correct code. Until `restore` is called, the secret is replaced after the
   * code is accepted, so that the attempt fails after the recovery codes have been hashed with a slow hash. An attacker
   * could cause load with such attempts.
   */
  const enrol = async () => {
    const { body } = await client.post('/api/v3/totp/offer', { password: PASSWORD });
    return client.post('/api/v3/totp/enrol', { code: await totpCode(body.key) });
  };
  const restore = interpose(authenticators, 'drawRecoveryCodes', () =>
    client.post('/api/v3/totp/offer', { password: PASSWORD }),
  );
  const codes: string[] = [];
  for (let tries = 0; tries < 6; tries += 1) codes.push((await enrol()).body.code);
  restore();
  expect(codes).toEqual([...Array(5).fill('code_mismatch'), 'too_many_requests']);
});

test('a password reset does not forget a browser that its owner has used for a long time', async () => {
  const { email, owner } = await exchange.client();
  const login = await post('/api/v3/login', { username: email, password: PASSWORD }, '192.0.2.1', PAGE);
  const cookie = new RegExp(`${DEVICE_COOKIE}=[\\w-]{22}`).exec(String(login.headers['set-cookie']))?.[0] ?? '';
  await exchange.query(`update known_device set first_seen_at = now() - interval '31 days' where owner = $1`, [owner]);
  const thief = { ...PAGE, cookie: `${DEVICE_COOKIE}=${'T'.repeat(22)}` };
  expect(await reset(email, '192.0.2.66', thief)).toBe(200);
  // Reset requests without the owner's cookie use up the limit that all unknown browsers share.
  let refused: TestResponse | undefined;
  for (let mails = 0; refused === undefined && mails < 20; mails += 1) {
    const answer = await askForReset(email, '192.0.2.67');
    if (answer.status !== 200) refused = answer;
  }
  expect(refused?.body.code).toBe('too_many_requests');
  expect((await askForReset(email, '192.0.2.1', { ...PAGE, cookie })).status).toBe(200);
});

test('sign-ins from new devices always create a notification, but at most ten emails an hour', async () => {
  const client: TestClient = await exchange.client();
  // The limit counts emails per clock hour, so if the current hour is about to end, wait for the next one.
  const leftMs = HOUR_MS - (Date.now() % HOUR_MS);
  if (leftMs < 30_000) await sleep(leftMs);
  for (let count = 0; count < 14; count += 1) {
    const form = { username: client.email, password: PASSWORD };
    await post('/api/v3/login', form, '192.0.2.120', { 'user-agent': `Browser ${count}` });
  }
  await exchange.sendQueuedMail();
  expect(await messagesTo(client.email)).toHaveLength(10);
  const { notifications } = (await client.get('/api/v3/notifications?limit=100')).body;
  expect(notifications.filter(({ kind }: { kind: string }) => kind === 'new_sign_in').length).toBeGreaterThan(10);
});
