import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../../testing/browser.ts';
import { PASSWORD, type TestClient, TestExchange } from '../../testing/test-exchange.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { totpCode } from '../testing/totp-code.ts';

let exchange: TestExchange;

beforeAll(async () => {
  exchange = await TestExchange.open();
});
afterAll(() => exchange.close());

async function enrolled() {
  const client = await exchange.client();
  const { key } = (await client.post('/api/v3/totp/offer', { password: PASSWORD })).body;
  const enrol = async () => (await client.post('/api/v3/totp/enrol', { code: await totpCode(key, -1) })).body;
  let body = await enrol();
  // On a slow machine, the code of the previous step may be outdated when it arrives.
  if (body.code === 'code_mismatch') body = await enrol();
  expect(body.recovery_codes, JSON.stringify(body)).toHaveLength(10);
  return { client, key: key as string, codes: body.recovery_codes as string[] };
}

async function challengeOf({ email }: TestClient): Promise<string> {
  const { body } = await exchange.visitor.post('/api/v3/login', { username: email, password: PASSWORD });
  expect(body).toEqual({ message: 'SECOND_FACTOR', challenge: expect.any(String) });
  return body.challenge;
}

const finish = (challenge: string, code: string) =>
  exchange.visitor.post('/api/v3/login/second-factor', { challenge, code });

const otherThan = (code: string) => (code === '000000' ? '000001' : '000000');

const kindsOf = async ({ owner }: TestClient) =>
  (await exchange.services.securityEvents.of(owner, { limit: 20 })).map(({ kind }) => kind);

describe('setting up an authenticator', () => {
  test('requires the account password and a correct code, and returns ten recovery codes', async () => {
    const client = await exchange.client();
    expect((await client.post('/api/v3/totp/offer', { password: 'not mine at all' })).body.code).toBe('wrong_password');
    expect((await client.post('/api/v3/totp/enrol', { code: '123456' })).body.code).toBe('authenticator_missing');
    const { uri, key } = (await client.post('/api/v3/totp/offer', { password: PASSWORD })).body;
    expect(uri).toMatch(/^otpauth:\/\/totp\/Vitrine:client/);
    const right = await totpCode(key);
    expect((await client.post('/api/v3/totp/enrol', { code: otherThan(right) })).body.code).toBe('code_mismatch');
    expect((await client.get('/api/v3/totp')).body).toEqual({ is_enrolled: false, recovery_codes_left: 0 });
    const { body } = await client.post('/api/v3/totp/enrol', { code: right });
    expect(new Set(body.recovery_codes).size).toBe(10);
    expect((await client.get('/api/v3/totp')).body).toEqual({ is_enrolled: true, recovery_codes_left: 10 });
    expect((await client.post('/api/v3/totp/offer', { password: PASSWORD })).body.code).toBe('authenticator_enrolled');
  });

  test('if the recovery codes cannot be stored, no authenticator is set up, and no notification is sent', async () => {
    const client = await exchange.client();
    const { key } = (await client.post('/api/v3/totp/offer', { password: PASSWORD })).body;
    await exchange.query('alter table recovery_code rename to recovery_code_away');
    const failed = await client.post('/api/v3/totp/enrol', { code: await totpCode(key, -1) });
    await exchange.query('alter table recovery_code_away rename to recovery_code');
    expect(failed.status).toBe(500);
    expect((await client.get('/api/v3/totp')).body).toEqual({ is_enrolled: false, recovery_codes_left: 0 });
    expect(await kindsOf(client)).not.toContain('authenticator_enrolled');
    expect((await client.post('/api/v3/totp/enrol', { code: await totpCode(key) })).status).toBe(200);
  });

  test('of three concurrent requests, only one enrolls the authenticator', async () => {
    const client = await exchange.client();
    const { key } = (await client.post('/api/v3/totp/offer', { password: PASSWORD })).body;
    const code = await totpCode(key);
    const answers = await Promise.all([1, 2, 3].map(() => client.post('/api/v3/totp/enrol', { code })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('a code enrolls only its own secret, not another secret issued at the same moment', async () => {
    const client = await exchange.client();
    const { key } = (await client.post('/api/v3/totp/offer', { password: PASSWORD })).body;
    await exchange.query(`
      create function offer_another() returns trigger language plpgsql as $$ begin
        new.secret = 'another'; return new;
      end $$;
      create trigger meanwhile before update of last_step on authenticator for each row execute function offer_another()`);
    const { body } = await client.post('/api/v3/totp/enrol', { code: await totpCode(key) });
    await exchange.query('drop trigger meanwhile on authenticator');
    expect(body.code).toBe('code_mismatch');
    expect((await client.get('/api/v3/totp')).body.is_enrolled).toBe(false);
  });

  test('neither the secret nor recovery codes can be read in the tables', async () => {
    const { key, codes } = await enrolled();
    const rows = JSON.stringify([
      await exchange.query('select * from authenticator'),
      await exchange.query(`select name, slow_hash from recovery_code`),
    ]);
    for (const secret of [key, ...codes, ...codes.map((code) => code.replaceAll('-', '').slice(2))])
      expect(rows).not.toContain(secret);
  });
});

describe('signing in with an authenticator', () => {
  test('asks for a code; the correct code opens a session with its own cookie', async () => {
    const { client, key } = await enrolled();
    const browser = new Browser(exchange);
    const first = await browser.post('/api/v3/login', { username: client.email, password: PASSWORD });
    expect(browser.cookies.has('__Host-vitrine')).toBe(false);
    const { challenge } = first.body;
    const done = await browser.post('/api/v3/login/second-factor', { challenge, code: await totpCode(key) });
    expect(done.body.client.email).toBe(client.email);
    expect(browser.cookies.has('__Host-vitrine')).toBe(true);
  });

  test('a code works once, and a completed challenge cannot be reused', async () => {
    const { client, key } = await enrolled();
    const code = await totpCode(key);
    const challenge = await challengeOf(client);
    expect((await finish(challenge, code)).status).toBe(200);
    expect((await finish(challenge, await totpCode(key, 1))).body.code).toBe('sign_in_expired');
    expect((await finish(await challengeOf(client), code)).body.code).toBe('code_mismatch');
  });

  test('a code that cannot be compared because the queue is full uses up no attempt of the challenge', async () => {
    const { client, codes } = await enrolled();
    const challenge = await challengeOf(client);
    const before = Array.from({ length: 120 }, () => hashPassword(PASSWORD));
    const device = { ip: '192.0.2.1', userAgent: 'test' };
    const { signIns } = exchange.services.access;
    const tries = codes.slice(0, 5).map((code) => signIns.withSecondFactor(challenge, code, device));
    for (const tried of await Promise.allSettled(tries))
      expect(tried).toMatchObject({ status: 'rejected', reason: { code: 'busy' } });
    await Promise.all(before);
    expect((await finish(challenge, codes[0] ?? '')).status).toBe(200);
  });

  test('two concurrent correct codes open only one session', async () => {
    const { client, key } = await enrolled();
    const challenge = await challengeOf(client);
    const code = await totpCode(key);
    const answers = await Promise.all([1, 2, 3, 4].map(() => finish(challenge, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('five wrong codes end the challenge, ten block further attempts for the account, and each is a security event', async () => {
    const { client, key } = await enrolled();
    const challenge = await challengeOf(client);
    for (let guess = 0; guess < 5; guess += 1)
      expect((await finish(challenge, '00000x')).body.code).toBe('code_mismatch');
    expect((await finish(challenge, await totpCode(key))).body.code).toBe('sign_in_expired');
    const second = await challengeOf(client);
    for (let guess = 0; guess < 5; guess += 1) await finish(second, '00000x');
    expect((await finish(await challengeOf(client), await totpCode(key))).body.code).toBe('too_many_requests');
    expect(await kindsOf(client)).toContain('sign_in_failed');
  });

  test('a challenge that has expired or had too many wrong codes is refused', async () => {
    const { client, key } = await enrolled();
    const challenge = await challengeOf(client);
    await exchange.query(`update one_time_token set expires_at = now() - interval '1 second'`);
    expect((await finish(challenge, await totpCode(key))).body.code).toBe('sign_in_expired');
    expect((await finish('x'.repeat(43), await totpCode(key))).body.code).toBe('sign_in_expired');
  });

  test('another client’s code is refused as wrong', async () => {
    const [one, other] = [await enrolled(), await enrolled()];
    expect((await finish(await challengeOf(one.client), await totpCode(other.key))).body.code).toBe('code_mismatch');
  });

  test('a recovery code works once and holds withdrawals', async () => {
    const { client, codes } = await enrolled();
    const [code = ''] = codes;
    const { body } = await finish(await challengeOf(client), code.toUpperCase());
    expect(body.client).toMatchObject({
      withdraw_transfer_status: 'NOT_ALLOWED',
      withdraw_restriction: 'recovery_code_used',
    });
    expect((await finish(await challengeOf(client), code)).body.code).toBe('code_mismatch');
    expect((await client.get('/api/v3/totp')).body.recovery_codes_left).toBe(9);
    expect(await kindsOf(client)).toContain('recovery_code_used');
  });

  test('a client who is frozen between the two steps is refused', async () => {
    const { client, key } = await enrolled();
    const challenge = await challengeOf(client);
    await exchange.submit({ kind: 'FreezeOwner', owner: client.owner });
    expect((await finish(challenge, await totpCode(key))).body.code).toBe('account_frozen');
  });
});

describe('removing an authenticator', () => {
  test('requires the password and a code, and holds withdrawals; sign-in no longer requires a code', async () => {
    const { client, key, codes } = await enrolled();
    const remove = (password: string, code: string) => client.post('/api/v3/totp/remove', { password, code });
    expect((await remove('not mine at all', codes[0] ?? '')).body.code).toBe('wrong_password');
    expect((await remove(PASSWORD, '00000x')).body.code).toBe('code_mismatch');
    expect((await remove(PASSWORD, await totpCode(key))).status).toBe(200);
    const { body } = await exchange.visitor.post('/api/v3/login', { username: client.email, password: PASSWORD });
    expect(body.client.withdraw_restriction).toBe('authenticator_removed');
    expect(await kindsOf(client)).toEqual(expect.arrayContaining(['authenticator_enrolled', 'authenticator_removed']));
  });

  test('any use of a recovery code is recorded and holds withdrawals', async () => {
    const uses: readonly (readonly [string, (code: string) => object])[] = [
      ['passkeys/options', (code) => ({ password: PASSWORD, code })],
      ['totp/recovery-codes', (code) => ({ password: PASSWORD, code })],
      ['update-withdraw-limit', (code) => ({ withdraw_limit: '1500', password: PASSWORD, code })],
    ];
    for (const [path, body] of uses) {
      const { client, codes } = await enrolled();
      const isHeld = async () => (await client.get('/api/v3/withdrawal-limits')).body.hold?.reason;
      expect(await isHeld()).toBeUndefined();
      expect([path, (await client.post(`/api/v3/${path}`, body(codes[0] ?? ''))).status]).toEqual([path, 200]);
      expect([path, await isHeld()]).toEqual([path, 'recovery_code_used']);
      expect(await kindsOf(client)).toContain('recovery_code_used');
    }
  });

  test('new recovery codes invalidate the old ones', async () => {
    const { client, key, codes } = await enrolled();
    const answer = await client.post('/api/v3/totp/recovery-codes', { password: PASSWORD, code: await totpCode(key) });
    expect(answer.body.recovery_codes).toHaveLength(10);
    expect((await finish(await challengeOf(client), codes[0] ?? '')).body.code).toBe('code_mismatch');
    expect((await finish(await challengeOf(client), answer.body.recovery_codes[0])).status).toBe(200);
  });
});
