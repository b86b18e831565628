import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTurn } from '../../testing/in-turn.ts';
import { PASSWORD, type TestClient, TestExchange, type TestResponse } from '../../testing/test-exchange.ts';
import { MOST_PER_PERSON, type SessionStore } from '../session/session-store.ts';

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await TestExchange.open({ TRUSTED_PROXIES: '1' });
});
afterAll(() => exchange.close());

const signIn = ({ email }: TestClient, userAgent: string, address = '192.0.2.1'): Promise<TestResponse> =>
  exchange.visitor.post(
    '/api/v3/login',
    { username: email, password: PASSWORD },
    { 'user-agent': userAgent, 'x-forwarded-for': address },
  );
const personOf = async ({ owner }: TestClient): Promise<string> => {
  const [row] = await exchange.query('select person_id as id from client where owner = $1', [owner]);
  return String(row?.id);
};
const countOf = async (sql: string, parameters: unknown[]): Promise<number> =>
  Number((await exchange.query(`select count(*)::int as n ${sql}`, parameters))[0]?.n);

test('queued sign-ins of one client do not use up the database connections', async () => {
  const [client, other] = [await exchange.client(), await exchange.client()];
  const { signIns, connections } = exchange.services.access;
  const wallet = { provider: 'wallet', subject: `eip155:1:${client.email}`, label: '0x1' } as const;
  await connections.add(await personOf(client), wallet);
  const proved = await connections.provedBy(wallet);
  if (proved === undefined) throw new Error('provedBy did not find the connected wallet');
  const lock = new pg.Client({ connectionString: exchange.databaseUrl });
  await lock.connect();
  await lock.query('begin');
  await lock.query('select from client where owner = $1 for no key update', [client.owner]);
  const entering = Array.from({ length: 25 }, (_, count) =>
    signIns.admit(proved, 'wallet', { ip: '192.0.2.2', userAgent: `Browser ${count}` }),
  );
  for (let read = 0; read < 5; read += 1) expect((await other.get('/api/v3/security')).status).toBe(200);
  await lock.query('rollback');
  await lock.end();
  expect(new Set((await Promise.all(entering)).map(({ kind }) => kind))).toEqual(new Set(['signed_in']));
});

test('sign-ins without a password are also counted by IP address', async () => {
  const client = await exchange.client();
  await exchange.query(
    `insert into attempt_window (subject, window_start, attempts)
     values ('sign_in_address:192.0.2.99', to_timestamp(floor(extract(epoch from now()) / 900) * 900), 300)`,
    [],
  );
  const proved = { personId: await personOf(client), accountPasswordAt: '' };
  const device = { ip: '192.0.2.99', userAgent: 'A browser' };
  const entering = exchange.services.access.signIns.admit(proved, 'wallet', device);
  await expect(entering).rejects.toMatchObject({ code: 'too_many_requests' });
});

test('if a person has more sessions than allowed, the oldest ones end', async () => {
  const client = await exchange.client();
  const person = await personOf(client);
  await exchange.query(
    `insert into session (id, person_id, token, expires_at, created_at, updated_at)
     select 's' || n || $1, $1, 't' || n || $1, now() + interval '1 hour', now() - interval '1 day', now()
     from generate_series(1, 150) n`,
    [person],
  );
  const { token } = (await signIn(client, 'A browser')).body;
  expect(token).toBeDefined();
  expect(await countOf('from session where person_id = $1', [person])).toBe(MOST_PER_PERSON);
  const { sessions } = (await client.get('/api/v3/sessions')).body;
  expect(sessions).toHaveLength(MOST_PER_PERSON);
  expect(sessions[0].is_current).toBe(true);
});

test('sessions that ended more than a day ago are removed', async () => {
  const client = await exchange.client();
  const person = await personOf(client);
  await exchange.query(
    `insert into session (id, person_id, token, expires_at, created_at, updated_at)
     select 'old' || n || $1, $1, 'old' || n || $1, now() - interval '25 hours', now() - interval '3 days', now()
     from generate_series(1, 3) n`,
    [person],
  );
  await (exchange.services.sessions as SessionStore).prune();
  expect(await countOf('from session where person_id = $1', [person])).toBe(1);
});

test('a client’s devices are remembered up to a limit, and those seen more than once are kept', async () => {
  const client = await exchange.client();
  await signIn(client, 'Browser of the owner');
  await signIn(client, 'Browser of the owner');
  await exchange.query(`update known_device set first_seen_at = now() - interval '90 days' where owner = $1`, [
    client.owner,
  ]);
  await exchange.query(
    `insert into known_device (owner, device_hash) select $1, sha256(n::text::bytea) from generate_series(1, 700) n`,
    [client.owner],
  );
  await signIn(client, 'One more browser');
  expect(await countOf('from known_device where owner = $1', [client.owner])).toBe(500);
  const isNews = async (userAgent: string) => {
    const before = await countOf(`from notice where owner = $1 and kind = 'new_sign_in'`, [client.owner]);
    expect((await signIn(client, userAgent)).status).toBe(200);
    return (await countOf(`from notice where owner = $1 and kind = 'new_sign_in'`, [client.owner])) > before;
  };
  expect(await isNews('Browser of the owner')).toBe(false);
  expect(await isNews(`Another ${randomBytes(4).toString('hex')}`)).toBe(true);
});

test('a new browser is remembered even if a program keeps signing in from new devices', async () => {
  const client = await exchange.client();
  const known = () => countOf('from known_device where owner = $1', [client.owner]);
  const login = (headers: Record<string, string>, password = PASSWORD) =>
    exchange.visitor.post('/api/v3/login', { username: client.email, password }, headers);
  const program = () => login({ 'user-agent': 'bot/1', 'x-forwarded-for': '192.0.2.1' });
  await program();
  const before = await known();
  for (let n = 0; n < 3; n += 1) await program();
  expect(await known()).toBe(before);
  await exchange.query(
    `insert into known_device (owner, device_hash, first_seen_at)
     select $1, sha256(n::text::bytea), now() - interval '1 hour' * n from generate_series(1, $2::int) n`,
    [client.owner, 500 - before],
  );
  const name = randomBytes(16).toString('base64url');
  const phone = { 'user-agent': 'New phone', cookie: `__Host-vitrine-device=${name}` };
  const at = (address: string) => login({ ...phone, 'x-forwarded-for': address });
  expect((await at('198.51.100.7')).status).toBe(200);
  for (let n = 0; n < 3; n += 1)
    expect((await login({ 'user-agent': `bot/${n}`, 'x-forwarded-for': '192.0.2.1' })).status).toBe(200);
  expect(await known()).toBe(500);
  for (let n = 0; n < 11; n += 1) await login({ 'x-forwarded-for': `203.0.113.${n}` }, 'wrong');
  expect((await at('198.51.100.8')).status).toBe(200);
});

test('a sign-in overtaken by a password reset opens no session, and its browser stays unknown', async () => {
  const client = await exchange.client();
  await exchange.visitor.post('/api/v3/forgot-password/send-code', { email: client.email });
  const { code } = (await exchange.visitor.get(`/sandbox/messages?to=${client.email}`)).body[0];
  const verified = await exchange.visitor.post('/api/v3/forget-password-code/verify', { email: client.email, code });
  const form = { email: client.email, token: verified.body.token, password: 'brand new horse 8' };
  const known = () => countOf('from known_device where owner = $1', [client.owner]);
  const before = await known();
  const lock = `select from client where owner = ${client.owner} for no key update`;
  const [reset, entered] = await inTurn<[TestResponse, TestResponse]>(exchange, lock, [
    () => exchange.visitor.post('/api/v3/reset-password', form),
    () => signIn(client, 'Browser of a thief', '192.0.2.66'),
  ]);
  expect([reset.status, entered.body.code]).toEqual([200, 'login_failed']);
  expect(await known()).toBeLessThanOrEqual(before + 1);
  const [event] = (await exchange.services.securityEvents.of(client.owner, { limit: 1 })).map(({ kind }) => kind);
  expect(event).toBe('account_password_reset');
});

test('a repeated change always creates a notification, but at most ten emails an hour; a different change is still emailed', async () => {
  const client = await exchange.client();
  const mails = async () => {
    await exchange.sendQueuedMail();
    return (await exchange.visitor.get(`/sandbox/messages?to=${client.email}`)).body.length;
  };
  await exchange.query(
    `insert into attempt_window (subject, window_start, attempts)
     values ($1, to_timestamp(floor(extract(epoch from now()) / 3600) * 3600), 10)`,
    [`account_mails:${client.owner} only_saved_off`],
  );
  const choose = (is_on: boolean) =>
    client.post('/api/v3/withdrawal-choices/only-saved', { is_on, transaction_password: PASSWORD });
  await choose(true);
  expect((await choose(false)).status).toBe(200);
  expect(await mails()).toBe(0);
  const { notifications } = (await client.get('/api/v3/notifications')).body;
  expect(notifications[0]).toMatchObject({ kind: 'security_changed', parameters: { kind: 'only_saved_off' } });
  const raise = { withdraw_limit: '1500', password: PASSWORD };
  await client.post('/api/v3/update-withdraw-limit', raise);
  expect(await mails()).toBe(1);
});
