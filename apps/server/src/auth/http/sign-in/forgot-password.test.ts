import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { earlyInWindow } from '../../../testing/early-in-window.ts';
import { HOST } from '../../../testing/factors.ts';
import { inTurn } from '../../../testing/in-turn.ts';
import { PASSWORD, type TestClient, TestExchange, type TestResponse } from '../../../testing/test-exchange.ts';
import { totpCode } from '../../testing/totp-code.ts';

const NEW_PASSWORD = 'nine brown bears';
let exchange: TestExchange;

beforeAll(async () => {
  exchange = await TestExchange.open();
});
afterAll(() => exchange.close());
beforeEach(earlyInWindow);

const post = (path: string, body: object) => exchange.visitor.post(`/api/v3/${path}`, body);
const sendCode = (email: string) => post('forgot-password/send-code', { email });
const verify = (email: string, code: string) => post('forget-password-code/verify', { email, code });
const reset = (email: string, token: string, password = NEW_PASSWORD) =>
  post('reset-password', { email, token, password });

async function codeFor(email: string): Promise<string> {
  return (await exchange.visitor.get(`/sandbox/messages?to=${email}`)).body[0].code;
}

async function tokenFor(email: string): Promise<string> {
  await sendCode(email);
  return (await verify(email, await codeFor(email))).body.token;
}

const loginStatus = async ({ email }: TestClient, password: string) =>
  (await post('login', { username: email, password })).status;

describe('a forgotten password', () => {
  test('can be replaced by entering an emailed code; sessions end and withdrawals are held', async () => {
    const client = await exchange.client();
    const token = await tokenFor(client.email);
    expect(await reset(client.email, token)).toMatchObject({ status: 200, body: { message: 'success' } });
    expect((await client.get('/api/v3/account-client')).body.code).toBe('session_expired');
    expect(await loginStatus(client, PASSWORD)).toBe(401);
    const { body } = await post('login', { username: client.email, password: NEW_PASSWORD });
    expect(body.client).toMatchObject({
      withdraw_transfer_status: 'NOT_ALLOWED',
      withdraw_restriction: 'account_password_reset',
    });
    const [{ held } = { held: 0 }] = await exchange.query(
      `select extract(epoch from withdrawals_held_until - now())::int as held from client where owner = $1`,
      [client.owner],
    );
    expect(held).toBeGreaterThan(86_000);
    const kinds = (await exchange.services.securityEvents.of(client.owner, { limit: 9 })).map(({ kind }) => kind);
    expect(kinds).toContain('account_password_reset');
  });

  test('blocks new factors and higher limits for a day after its reset, even if no factor was removed', async () => {
    const client = await exchange.client();
    await reset(client.email, await tokenFor(client.email));
    const { token } = (await post('login', { username: client.email, password: NEW_PASSWORD })).body;
    const codes = ['passkeys/options', 'totp/offer', 'update-withdraw-limit'].map(async (path) => {
      const form = { password: NEW_PASSWORD, ...(path.endsWith('limit') ? { withdraw_limit: '1500' } : {}) };
      const headers = { ...HOST, authorization: `Bearer ${token}` };
      return (await exchange.visitor.post(`/api/v3/${path}`, form, headers)).body.code;
    });
    expect(await Promise.all(codes)).toEqual(['factors_held', 'factors_held', 'factors_held']);
  });

  test('removes sign-in methods added in the last 30 days, and lists the remaining ones', async () => {
    const client = await exchange.client();
    const [person] = await exchange.query('select person_id as id from client where owner = $1', [client.owner]);
    const add = (label: string, days: number) =>
      exchange.query(
        `with wallet as (insert into connection (provider, subject, person_id, label, connected_at)
           values ('wallet', $1 || ' wallet', $2, $1 || ' wallet', now() - make_interval(days => $3)))
         insert into passkey (credential_id, person_id, name, public_key, counter, transports, created_at)
         values ($1 || $2, $2, $1 || ' phone', '', 0, '{}', now() - make_interval(days => $3))`,
        [label, person?.id, days],
      );
    await add('owner', 31);
    expect((await reset(client.email, await tokenFor(client.email))).status).toBe(200);
    await add('thief', 29);
    expect((await reset(client.email, await tokenFor(client.email), 'another horse 8')).status).toBe(200);
    const names = await exchange.query(
      'select name from passkey where person_id = $1 union select label from connection where person_id = $1 order by 1',
      [person?.id],
    );
    expect(names).toEqual([{ name: 'owner phone' }, { name: 'owner wallet' }]);
    const events = await exchange.services.securityEvents.of(client.owner, { limit: 9 });
    expect(events).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'passkey_removed', details: { name: 'thief phone' } }),
        expect.objectContaining({ kind: 'wallet_disconnected', details: { label: 'thief wallet' } }),
      ]),
    );
    const [message] = (await exchange.visitor.get(`/sandbox/messages?to=${client.email}`)).body;
    expect(message.text).toMatch(/removed as well: the passkey “thief phone”, the wallet thief wallet\./);
    expect(message.text).toMatch(
      /These sign-in methods still work: the passkey “owner phone”, the wallet owner wallet\./,
    );
  });

  test('a passkey name chosen by a thief stays on one line of the email', async () => {
    const client = await exchange.client();
    const name = 'Phone”.\n\nWe will call you:\u2028 tell\u202e us the code';
    await exchange.query(
      `insert into passkey (credential_id, person_id, name, public_key, counter, transports)
       select 'of ' || person_id, person_id, $2, '', 0, '{}' from client where owner = $1`,
      [client.owner, name],
    );
    await reset(client.email, await tokenFor(client.email));
    const [message] = (await exchange.visitor.get(`/sandbox/messages?to=${client.email}`)).body;
    expect(message.text).toContain('removed as well: the passkey “Phone”. We will call you: tell us the code”.');
  });

  test('no code goes to an address without an account', async () => {
    expect(await sendCode('nobody@test.example')).toMatchObject({
      status: 404,
      body: { code: 'email_not_found', message: 'Email not found' },
    });
  });

  test('wrong codes are refused and recorded as security events; five of them void the code that was sent', async () => {
    const { email, owner } = await exchange.client();
    await sendCode(email);
    const code = await codeFor(email);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 5; tries += 1)
      expect(await verify(email, wrong)).toMatchObject({ status: 422, body: { message: 'Code do not Match' } });
    expect((await verify(email, code)).body.code).toBe('code_mismatch');
    const newest = async () => (await exchange.services.securityEvents.of(owner, { limit: 1 }))[0]?.kind;
    await expect.poll(newest).toBe('wrong_code');
  });

  test('a code yields one token, even if it is sent several times concurrently', async () => {
    const { email } = await exchange.client();
    await sendCode(email);
    const code = await codeFor(email);
    const answers = await Promise.all([1, 2, 3, 4].map(() => verify(email, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('the token works only for its own account, once, and until it expires', async () => {
    const [one, other] = [await exchange.client(), await exchange.client()];
    const token = await tokenFor(one.email);
    expect((await reset(other.email, token)).body.code).toBe('reset_expired');
    expect((await reset(one.email, 'x'.repeat(43))).body.code).toBe('reset_expired');
    const answers = await Promise.all([1, 2, 3].map((n) => reset(one.email, token, `${NEW_PASSWORD} ${n}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const late = await tokenFor(other.email);
    await exchange.query(`update one_time_token set expires_at = now() - interval '1 second'`);
    expect((await reset(other.email, late)).body.code).toBe('reset_expired');
    expect(await loginStatus(other, PASSWORD)).toBe(200);
  });

  test('a refused password leaves the token valid', async () => {
    const client = await exchange.client();
    const token = await tokenFor(client.email);
    expect((await reset(client.email, token, 'short')).body.code).toBe('password_too_short');
    expect((await reset(client.email, token, PASSWORD)).body).toMatchObject({
      code: 'password_reused',
      message: 'Recently used password. Please make another.',
    });
    expect((await reset(client.email, token)).status).toBe(200);
  });

  test('can be replaced even if another session has used up the owner’s limit of password comparisons', async () => {
    const client = await exchange.client();
    const token = await tokenFor(client.email);
    // Store five earlier passwords, so that the new password must be compared with five more hashes.
    await exchange.query(
      `insert into password_history (person_id, kind, hash)
       select person_id, 'account', credential.password from credential join client using (person_id), generate_series(1, 5)
       where owner = $1 and provider_id = 'credential'`,
      [client.owner],
    );
    const form = { address_id: 99_999, label: 'x', transaction_password: PASSWORD };
    const ask = async () => (await client.post('/api/v3/saved-addresses/rename', form)).body.code;
    await expect.poll(ask, { timeout: 30_000, interval: 1 }).toBe('too_many_requests');
    expect((await reset(client.email, token)).body).toEqual({ message: 'success' });
  });

  test('the sixth code within ten minutes is refused', async () => {
    const { email } = await exchange.client();
    for (let sent = 0; sent < 5; sent += 1) expect((await sendCode(email)).status).toBe(200);
    expect((await sendCode(email)).body.code).toBe('too_many_requests');
  });
});

describe('a forgotten password of a client with an authenticator', () => {
  const login = ({ email }: TestClient, password: string) => post('login', { username: email, password });
  const finish = (challenge: string, code: string) => post('login/second-factor', { challenge, code });

  async function enrolled() {
    const client = await exchange.client();
    const { key } = (await client.post('/api/v3/totp/offer', { password: PASSWORD })).body;
    await client.post('/api/v3/totp/enrol', { code: await totpCode(key, -1) });
    return { client, key: key as string };
  }

  test('after the reset, sign-in still asks for the second factor, and accepts nothing else', async () => {
    const { client, key } = await enrolled();
    await sendCode(client.email);
    const mailed = await codeFor(client.email);
    const { token } = (await verify(client.email, mailed)).body;
    const done = await reset(client.email, token);
    expect(done.headers['set-cookie']).toBeUndefined();
    expect(done.body).toEqual({ message: 'success' });
    const first = await login(client, NEW_PASSWORD);
    expect(first.body).toEqual({ message: 'SECOND_FACTOR', challenge: expect.any(String) });
    expect(String(first.headers['set-cookie'])).not.toContain('__Host-vitrine=');
    const { challenge } = first.body;
    expect((await finish(challenge, mailed)).body.code).toBe('code_mismatch');
    expect((await finish(challenge, token)).status).toBe(400);
    const { body } = await finish(challenge, await totpCode(key));
    expect(body.client).toMatchObject({ email: client.email, withdraw_restriction: 'account_password_reset' });
    const again = await exchange.query(
      'select (select count(*)::int from recovery_code where person_id = a.person_id) as codes, enrolled_at is not null as enrolled from authenticator a join client using (person_id) where owner = $1',
      [client.owner],
    );
    expect(again).toEqual([{ codes: 10, enrolled: true }]);
  });

  test('a sign-in started with the old password is void after the reset', async () => {
    const { client, key } = await enrolled();
    const { challenge } = (await login(client, PASSWORD)).body;
    await reset(client.email, await tokenFor(client.email));
    expect((await finish(challenge, await totpCode(key))).body.code).toBe('sign_in_expired');
  });
});

describe('finding out who has an account', () => {
  test('is limited by IP address, for email and phone together', async () => {
    await exchange.query(
      `insert into attempt_window (subject, window_start, attempts)
       values ('account_check:127.0.0.1', to_timestamp(floor(extract(epoch from now()) / 600) * 600), 200)
       on conflict (subject, window_start) do update set attempts = 200`,
    );
    for (const path of ['/api/v2/username-check', '/api/v2/mobile-check'])
      expect((await exchange.visitor.get(`${path}?username=a@b.example`)).body.code).toBe('too_many_requests');
  });

  test('a wrong password and an unknown account give the same sign-in response in the same time', async () => {
    const { email } = await exchange.client();
    const attempt = async (username: string) => {
      const before = performance.now();
      const { status, body } = await post('login', { username, password: 'not the password' });
      return { status, message: body.message, ms: performance.now() - before };
    };
    await attempt(email);
    const [known, unknown] = [await attempt(email), await attempt('nobody-here@test.example')];
    expect([unknown.status, unknown.message]).toEqual([known.status, known.message]);
    // A known and an unknown address each cost one Argon2id hash, which dominates the time. The attempts alternate
    // between the two, because other load may slow down some attempts.
    let [knownMs, unknownMs] = [known.ms, unknown.ms];
    for (let round = 0; round < 3; round += 1) {
      knownMs = Math.min(knownMs, (await attempt(email)).ms);
      unknownMs = Math.min(unknownMs, (await attempt('nobody-here@test.example')).ms);
    }
    expect(unknownMs).toBeGreaterThan(knownMs / 6);
  });
});

describe('signing in again', () => {
  test('issues a new token and ends the browser’s previous session, so that no session can be planted', async () => {
    const client = await exchange.client();
    const planted = client.token;
    const origin = 'http://localhost:80';
    const headers = { cookie: `__Host-vitrine=${encodeURIComponent(planted)}`, origin, host: 'localhost:80' };
    const answer = await exchange.visitor.post(
      '/api/v3/login',
      { username: client.email, password: PASSWORD },
      headers,
    );
    expect(String(answer.headers['set-cookie'])).toMatch(/__Host-vitrine=[^;]{20}/);
    expect(String(answer.headers['set-cookie'])).not.toContain(encodeURIComponent(planted));
    expect((await client.get('/api/v3/account-client')).body.code).toBe('session_expired');
  });

  test('from another device causes a notification and an email; from the same device it does not', async () => {
    const client = await exchange.client();
    const login = (userAgent: string) =>
      exchange.visitor.post(
        '/api/v3/login',
        { username: client.email, password: PASSWORD },
        { 'user-agent': userAgent },
      );
    const news = async () =>
      (await exchange.services.notices.of(client.owner, { limit: 9 })).filter(({ kind }) => kind === 'new_sign_in');
    await login('another browser');
    expect(await news()).toHaveLength(1);
    await login('another browser');
    expect(await news()).toHaveLength(1);
    const [mail] = (await exchange.visitor.get(`/sandbox/messages?to=${client.email}`)).body;
    expect(mail.subject).toBe('New sign-in to your Vitrine account');
  });

  describe('from another device, while that device is being stored,', () => {
    const userAgent = { 'user-agent': 'another browser' };
    const login = ({ email }: TestClient) =>
      exchange.visitor.post('/api/v3/login', { username: email, password: PASSWORD }, userAgent);
    /** Makes both calls concurrently, while a lock delays storing the device. */
    const atOnce = ({ owner }: TestClient, calls: [() => Promise<TestResponse>, () => Promise<TestResponse>]) => {
      const mark = createHash('sha256').update(`127.0.0.1\n${userAgent['user-agent']}`).digest('hex');
      const row = `owner = ${owner} and device_hash = '\\x${mark}'`;
      const lock = `insert into known_device (owner, device_hash) values (${owner}, '\\x${mark}')`;
      return inTurn<[TestResponse, TestResponse]>(exchange, lock, calls, `delete from known_device where ${row}`);
    };

    test('concurrently with another sign-in causes one notification', async () => {
      const client = await exchange.client();
      const answers = await atOnce(client, [() => login(client), () => login(client)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const notices = await exchange.services.notices.of(client.owner, { limit: 9 });
      expect(notices.filter(({ kind }) => kind === 'new_sign_in')).toHaveLength(1);
    });

    test('concurrently with a password change lets the change succeed', async () => {
      const client = await exchange.client();
      await client.post('/api/v2/get-code-for-password');
      const verification_code = await codeFor(client.email);
      const form = { oldLoginPassword: PASSWORD, password: NEW_PASSWORD, verification_code };
      const change = () => client.post('/api/v2/update-password', form, userAgent);
      const answers = await atOnce(client, [() => login(client), change]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    });
  });

  test('from another device opens no session if its owner cannot be notified', async () => {
    const client = await exchange.client();
    const sessions = () =>
      exchange.query('select from session join client using (person_id) where owner = $1', [client.owner]);
    const login = async () => {
      const form = { username: client.email, password: PASSWORD };
      return (await exchange.visitor.post('/api/v3/login', form, { 'user-agent': 'another browser' })).status;
    };
    await exchange.query('alter table mail_queue rename to away');
    expect(await login()).toBe(500);
    await exchange.query('alter table away rename to mail_queue');
    expect(await sessions()).toHaveLength(1);
    expect(await login()).toBe(200);
  });
});
