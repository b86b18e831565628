import { setTimeout as sleep } from 'node:timers/promises';
import { CommandBatch, Core, EventBuffer } from '@vitrine/core';
import { timeMs } from '@vitrine/money';
import type { TestDatabase } from '@vitrine/tools/test-database';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Session, SessionEnd } from '../http/session.ts';
import { SessionMemory } from '../http/session-memory.ts';
import { MailQueue } from '../notifications/mail/mail-queue.ts';
import { OutboxMail } from '../providers/mail/outbox-mail.ts';
import { OutboxSms } from '../providers/sms/outbox-sms.ts';
import { earlyInWindow } from '../testing/early-in-window.ts';
import { createMigratedDatabase } from '../wiring/database/testing/migrated-database.ts';
import { createIdentity, type Identity } from './identity.ts';
import { NewPasswords } from './passwords/new-passwords.ts';
import { hashPassword } from './passwords/passwords.ts';
import { SecurityEvents } from './security/security-events.ts';
import { SESSION_COOKIE } from './session/session-cookie.ts';
import { signInWithPassword } from './testing/sign-in.ts';

const password = 'seven blue herons';
const device = { ip: '127.0.0.1', userAgent: 'test' };
const core = new Core();
let database: TestDatabase;
let pool: pg.Pool;
let outbox: OutboxMail;
let identity: Identity;

const connectListener = async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  return client;
};

const secret = 'a secret of the tests that is long enough';
const open = (connect = connectListener, now = Date.now) =>
  createIdentity({
    log: { error: () => {} },
    pool,
    connect,
    secret,
    baseUrl: 'http://127.0.0.1',
    smsPerCountryHour: 100,
    times: { sessionHours: 12, sessionIdleHours: 4 },
    now,
    mail: outbox,
    mailQueue: new MailQueue({ pool, mail: outbox, secret, log: { error: () => {}, warn: () => {} } }),
    sms: new OutboxSms(pool),
    core: () => core,
    brand: () => 'Vitrine',
    newPasswords: new NewPasswords({ pool, brand: () => 'Vitrine' }),
  });

beforeAll(async () => {
  database = await createMigratedDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  outbox = new OutboxMail(pool);
  identity = await open();
});

afterAll(async () => {
  await identity.close();
  beforeEach(earlyInWindow);
  await pool.end();
  await database.drop();
});

const codeFor = async (email: string) => (await outbox.messages(email))[0]?.code ?? '';
const form = (username: string, code: string) => ({ username, code, password, password_confirmation: password });

const signUp = async (email: string, more = {}) => {
  await identity.access.registrations.sendCode(email, device);
  return identity.access.registrations.register({ ...form(email, await codeFor(email)), ...more }, device);
};

const signIn = async (email: string): Promise<Session> => {
  const { token } = await signInWithPassword(identity.access, email, password);
  const session = await identity.sessions.authenticate({ authorization: `Bearer ${token}` });
  if (typeof session === 'string') throw new Error(session);
  return session;
};

describe('signing up', () => {
  test('an emailed code opens an account, regardless of the case of the address', async () => {
    expect(await signUp('Ada@Example.com', { mobile_number: '(415) 555-2671' })).toEqual({ message: 'SUCCESS' });
    const { client } = await signInWithPassword(identity.access, 'ADA@example.com', password);
    expect(client).toMatchObject({ email: 'ada@example.com', mobile_number: '+14155552671', status: 'ACTIVE' });
    expect(client.user.user_unique_id).toMatch(/^[0-9]{9}$/);
  });

  test('the password is stored as Argon2id', async () => {
    const { rows } = await pool.query('select password from credential limit 1');
    expect(rows[0].password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('sign-ups hold no database connection while their passwords are queued for hashing', async () => {
    const before = Array.from({ length: 24 }, () => hashPassword(password));
    const opening = Array.from({ length: 8 }, (_, count) =>
      identity.accounts.open({ username: `waiting${count}@example.com`, password }),
    );
    await sleep(100);
    expect(pool.totalCount - pool.idleCount).toBe(0);
    await Promise.all(before);
    expect(new Set(await Promise.all(opening)).size).toBe(8);
  });

  test('an account is opened completely or not at all', async () => {
    const client = { username: 'half@example.com', password, referral: 'what no database takes: \0' };
    await expect(identity.accounts.open(client)).rejects.toThrow('invalid byte sequence');
    expect((await pool.query(`select from person where email = 'half@example.com'`)).rowCount).toBe(0);
  });

  test('a wrong code opens nothing, and five wrong tries void the code', async () => {
    const email = 'guess@example.com';
    await identity.access.registrations.sendCode(email, device);
    const code = await codeFor(email);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 5; tries += 1)
      expect(await identity.access.registrations.register(form(email, wrong), device)).toEqual({
        message: 'CODE_DOES_NOT_MATCH',
      });
    expect(await identity.access.registrations.register(form(email, code), device)).toEqual({
      message: 'CODE_DOES_NOT_MATCH',
    });
    expect(await identity.accounts.exists(email)).toBe(false);
  });

  test('64 concurrent registrations with one code open only one account', async () => {
    const email = 'race@example.com';
    await identity.access.registrations.sendCode(email, device);
    const code = await codeFor(email);
    // The registrations use up the attempts that the code allows, so the code is checked for the first few of them
    // only; the exact number depends on timing.
    const answers = await Promise.allSettled(
      Array.from({ length: 64 }, () => identity.access.registrations.register(form(email, code), device)),
    );
    const said = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.message : answer.reason.code));
    expect(said.filter((message) => message === 'SUCCESS')).toHaveLength(1);
    const losers = ['USER_ALREADY_EXIST', 'CODE_DOES_NOT_MATCH', 'too_many_requests'];
    expect(['SUCCESS', ...losers]).toEqual(expect.arrayContaining([...new Set(said)]));
    const { rows } = await pool.query('select count(*)::int as n from person where email = $1', [email]);
    expect(rows[0].n).toBe(1);
  });

  test('a new code invalidates the previous one', async () => {
    const email = 'twice@example.com';
    await identity.access.registrations.sendCode(email, device);
    const first = await codeFor(email);
    await identity.access.registrations.sendCode(email, device);
    const second = await codeFor(email);
    if (first !== second)
      expect(await identity.access.registrations.register(form(email, first), device)).toEqual({
        message: 'CODE_DOES_NOT_MATCH',
      });
    expect(await identity.access.registrations.register(form(email, second), device)).toEqual({ message: 'SUCCESS' });
  });

  test.each([
    ['email_invalid', { username: 'nobody' }],
    ['phone_invalid', { mobile_number: '12' }],
    ['password_too_short', { password: 'eight888', password_confirmation: 'eight888' }],
    ['password_too_common', { password: 'password123', password_confirmation: 'password123' }],
    ['password_guessable', { password: 'form-example-form', password_confirmation: 'form-example-form' }],
    ['password_mismatch', { password_confirmation: 'seven blue egrets' }],
    ['password_too_short', { transaction_password: 'short' }],
  ])('%s is reported before the code is used up', async (code, wrong) => {
    const email = 'form@example.com';
    const form_ = { ...form(email, '123456'), ...wrong };
    await expect(identity.access.registrations.register(form_, device)).rejects.toMatchObject({ code });
  });

  test('no code is emailed to an address that has an account', async () => {
    await expect(identity.access.registrations.sendCode('ada@example.com', device)).rejects.toMatchObject({
      code: 'email_taken',
    });
  });

  test('the sixth code within ten minutes is refused', async () => {
    const send = () => identity.access.registrations.sendCode('many@example.com', device);
    for (let sent = 0; sent < 5; sent += 1) await send();
    await expect(send()).rejects.toMatchObject({ code: 'too_many_requests' });
  });
});

describe('sessions', () => {
  test('a session is identified by a token of 32 letters and digits, as bearer or cookie; a modified token is refused', async () => {
    const { token } = await signInWithPassword(identity.access, 'ada@example.com', password);
    expect(token).toMatch(/^[A-Za-z0-9]{32}\./);
    const cookie = `theme=dark; ${SESSION_COOKIE}=${encodeURIComponent(token)}`;
    expect(await identity.sessions.authenticate({ cookie })).toMatchObject({ email: 'ada@example.com', by: 'cookie' });
    expect(await identity.sessions.authenticate({ authorization: `Bearer ${token}` })).toMatchObject({ by: 'bearer' });
    const forged = `${token.slice(0, 4)}${token[4] === 'a' ? 'b' : 'a'}${token.slice(5)}`;
    expect(await identity.sessions.authenticate({ authorization: `Bearer ${forged}` })).toBe('expired');
    expect(await identity.sessions.authenticate({})).toBe('none');
  });

  test('a request in a cached session is authenticated without a query', async () => {
    const { token } = await signInWithPassword(identity.access, 'ada@example.com', password);
    const headers = { authorization: `Bearer ${token}` };
    await identity.sessions.authenticate(headers);
    expect(identity.sessions.authenticate(headers)).not.toBeInstanceOf(Promise);
  });

  test('concurrent requests with a new token share one lookup', async () => {
    const { token } = await signInWithPassword(identity.access, 'ada@example.com', password);
    const queries = vi.spyOn(pool, 'query');
    const headers = { authorization: `Bearer ${token}` };
    const found = await Promise.all(Array.from({ length: 50 }, () => identity.sessions.authenticate(headers)));
    const lookups = queries.mock.calls.filter(([text]) => String(text).includes('from client where person_id'));
    queries.mockRestore();
    expect(lookups).toHaveLength(1);
    expect(new Set(found).size).toBe(1);
    expect(found[0]).toMatchObject({ email: 'ada@example.com' });
  });

  test('a token that was never issued costs no query', async () => {
    const asked = [vi.spyOn(pool, 'query'), vi.spyOn(pool, 'connect')];
    const token = `${'a'.repeat(32)}.${'b'.repeat(43)}=`;
    const cookie = `${SESSION_COOKIE}=${encodeURIComponent(token)}`;
    expect(await identity.sessions.authenticate({ authorization: `Bearer ${token}` })).toBe('expired');
    expect(await identity.sessions.authenticate({ cookie })).toBe('expired');
    const calls = asked.map(({ mock }) => mock.calls.length);
    for (const spy of asked) spy.mockRestore();
    expect(calls).toEqual([0, 0]);
  });

  test('logout ends a session immediately, here and on another server', async () => {
    const { token } = await signInWithPassword(identity.access, 'ada@example.com', password);
    const headers = { authorization: `Bearer ${token}` };
    const other = await open();
    const ends: SessionEnd[] = [];
    other.sessions.onEnd((_, end) => ends.push(end));
    const session = await identity.sessions.authenticate(headers);
    expect(await other.sessions.authenticate(headers)).toMatchObject({ email: 'ada@example.com' });
    await identity.accounts.logout(session as Session);
    expect(await identity.sessions.authenticate(headers)).toBe('expired');
    await expect.poll(() => ends).toEqual(['revoked']);
    expect(await other.sessions.authenticate(headers)).toBe('expired');
    await other.close();
  });

  test('after a database outage the session store receives notifications again and answers from its cache', async () => {
    let refused = 0;
    const connect = async () => {
      if (listeners > 0 && refused < 2) {
        refused += 1;
        throw new Error('the database does not respond');
      }
      listeners += 1;
      const client = new pg.Client({ connectionString: database.url, application_name: 'listener of the test' });
      await client.connect();
      return client;
    };
    let listeners = 0;
    const other = await open(connect);
    const { token } = await signInWithPassword(identity.access, 'ada@example.com', password);
    const headers = { authorization: `Bearer ${token}` };
    const session = (await other.sessions.authenticate(headers)) as Session;
    session.beginUnlock()(1_000);
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listener of the test'`,
    );
    await expect.poll(() => listeners).toBe(2);
    await expect
      .poll(async () => {
        await other.sessions.authenticate(headers);
        return other.sessions.authenticate(headers) instanceof Promise;
      })
      .toBe(false);
    expect(await other.sessions.authenticate(headers)).toMatchObject({ tradingUnlockedUntilMs: 1_000 });
    await other.close();
  });

  test('ten wrong passwords block sign-ins to the account for a while, even with the right password', async () => {
    await signUp('tries@example.com');
    for (let tries = 0; tries < 10; tries += 1)
      await expect(signInWithPassword(identity.access, 'tries@example.com', 'wrong password')).rejects.toMatchObject({
        code: 'login_failed',
      });
    await expect(signInWithPassword(identity.access, 'tries@example.com', password)).rejects.toMatchObject({
      code: 'too_many_requests',
    });
  });

  test('a frozen client cannot sign in, and their sessions end', async () => {
    await signUp('frozen@example.com');
    const session = await signIn('frozen@example.com');
    const ends: [string, SessionEnd][] = [];
    identity.sessions.onEnd(({ id }, end) => ends.push([id, end]));
    const batch = new CommandBatch();
    batch.push({ kind: 'FreezeOwner', owner: session.owner });
    core.applyBatch(batch, timeMs(1), new EventBuffer());
    await expect(signIn('frozen@example.com')).rejects.toMatchObject({ code: 'account_frozen' });
    expect(ends).toContainEqual([session.id, 'frozen']);
  });
});

describe('how long a session lasts', () => {
  const HOUR_MS = 3_600_000;
  const MINUTE_MS = 60_000;

  /** A separate server with an adjustable clock, and a new session of this client on it. */
  async function server(email: string) {
    let aheadMs = 0;
    const here = await open(connectListener, () => Date.now() + aheadMs);
    const ends: SessionEnd[] = [];
    here.sessions.onEnd((_, end) => ends.push(end));
    const { token, maxAgeSeconds } = await signInWithPassword(here.access, email, password);
    const headers = { authorization: `Bearer ${token}` };
    const clockTo = (ms: number) => {
      aheadMs = ms;
    };
    const after = (ms: number) => {
      clockTo(ms);
      return here.sessions.authenticate(headers);
    };
    return { here, ends, after, clockTo, headers, maxAgeSeconds };
  }
  const writtenEnd = async (session: Session): Promise<number> => {
    const { rows } = await pool.query('select expires_at from session where id = $1', [session.id]);
    return rows[0].expires_at.getTime();
  };
  const live = { email: 'ada@example.com' };

  test('a session ends after four hours without use; use extends it, without a query', async () => {
    const { here, ends, after } = await server('ada@example.com');
    expect(await after(0)).toMatchObject(live);
    expect(after(3 * HOUR_MS)).not.toBeInstanceOf(Promise);
    expect(after(6 * HOUR_MS)).toMatchObject(live);
    expect(await after(10 * HOUR_MS + 1)).toBe('expired');
    expect(ends).toEqual(['expired']);
    expect(await after(10 * HOUR_MS + 1)).toBe('expired');
    await here.close();
  });

  test('a session cached by its Authorization header is extended by use, and expires on time', async () => {
    const { here, headers, after, clockTo, ends } = await server('ada@example.com');
    const memory = new SessionMemory(here.sessions);
    const sent = { ...headers, cookie: undefined };
    const session = (await after(0)) as Session;
    expect(memory.authenticate(sent)).toBe(session);
    clockTo(3 * HOUR_MS);
    expect(memory.authenticate(sent)).toBe(session);
    clockTo(6 * HOUR_MS);
    expect(memory.authenticate(sent)).toBe(session);
    clockTo(10 * HOUR_MS + 1);
    expect(await memory.authenticate(sent)).toBe('expired');
    expect(ends).toEqual(['expired']);
    await here.close();
  });

  test('a session that was never used expires too', async () => {
    const { here, after } = await server('ada@example.com');
    expect(await after(4 * HOUR_MS + MINUTE_MS)).toBe('expired');
    await here.close();
  });

  test('a session ends after twelve hours, however often it is used, and so does its cookie', async () => {
    const { here, after, maxAgeSeconds } = await server('ada@example.com');
    for (let hours = 0; hours < 12; hours += 1) expect(await after(hours * HOUR_MS)).toMatchObject(live);
    expect(await after(12 * HOUR_MS)).toBe('expired');
    expect(Math.round(maxAgeSeconds / 60)).toBe(12 * 60);
    await here.close();
  });

  test('the last use of a session is written at most once an hour', async () => {
    const { here, after } = await server('ada@example.com');
    const session = (await after(0)) as Session;
    const first = await writtenEnd(session);
    for (let minutes = 1; minutes < 60; minutes += 1) await after(minutes * MINUTE_MS);
    expect(await writtenEnd(session)).toBe(first);
    await after(61 * MINUTE_MS);
    await expect.poll(() => writtenEnd(session)).toBeGreaterThan(first + 60 * MINUTE_MS);
    const second = await writtenEnd(session);
    for (let minutes = 62; minutes < 121; minutes += 1) await after(minutes * MINUTE_MS);
    expect(await writtenEnd(session)).toBe(second);
    await here.close();
  });

  test('before a server ends an idle session, it checks whether the session was used on another server', async () => {
    const { here, after, headers } = await server('ada@example.com');
    let aheadMs = 0;
    const other = await open(connectListener, () => Date.now() + aheadMs);
    const ends: SessionEnd[] = [];
    other.sessions.onEnd((_, end) => ends.push(end));
    const session = (await other.sessions.authenticate(headers)) as Session;
    const first = await writtenEnd(session);
    await after(0);
    await after(3 * HOUR_MS);
    await expect.poll(() => writtenEnd(session)).toBeGreaterThan(first);
    aheadMs = 5 * HOUR_MS;
    expect(await other.sessions.authenticate(headers)).toMatchObject(live);
    expect(ends).toEqual([]);
    aheadMs = 9 * HOUR_MS + MINUTE_MS;
    expect(await other.sessions.authenticate(headers)).toBe('expired');
    expect(ends).toEqual(['expired']);
    await other.close();
    await here.close();
  });
});

describe('the transaction password', () => {
  test('is set once, with the account password, and then verified', async () => {
    await signUp('grace@example.com');
    const session = await signIn('grace@example.com');
    const { accounts, security } = identity;
    expect(await accounts.verify(session, 'anything at all')).toBe('not_set');
    const set = (accountPassword: string) =>
      security.transactionPassword.set(session, { accountPassword, password: 'three grey owls' }, device);
    await expect(set('not mine')).rejects.toMatchObject({ code: 'login_failed' });
    await set(password);
    await expect(set(password)).rejects.toMatchObject({ code: 'transaction_password_set' });
    // If a transaction password is already set, this endpoint must not allow guesses of the account password.
    await expect(set('not mine')).rejects.toMatchObject({ code: 'transaction_password_set' });
    const events = await new SecurityEvents(pool).of(session.owner, { limit: 9 });
    expect(events.filter(({ kind }) => kind === 'wrong_account_password')).toHaveLength(1);
    expect(await accounts.verify(session, 'three grey owls')).toBe('right');
    expect(await accounts.verify(session, 'three grey hens')).toBe('wrong');
  });

  test('30 concurrent checks of the right password all succeed; concurrent guesses share the attempts', async () => {
    await signUp('joan@example.com', { transaction_password: 'three grey owls' });
    const session = await signIn('joan@example.com');
    const verify = (text: string) =>
      Promise.allSettled(Array.from({ length: 30 }, () => identity.accounts.verify(session, text)));
    const right = await verify('three grey owls');
    expect(right.filter((answer) => answer.status === 'fulfilled' && answer.value === 'right')).toHaveLength(30);
    const guesses = await verify('three grey hens');
    expect(guesses.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  });

  test('is set if it is sent with the registration', async () => {
    await signUp('hedy@example.com', { transaction_password: 'three grey owls' });
    expect(await identity.accounts.verify(await signIn('hedy@example.com'), 'three grey owls')).toBe('right');
  });
});
