import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { currentTotpCode } from '../auth/factors/totp.ts';
import { SESSION_COOKIE } from '../auth/session/session-cookie.ts';
import { totpCode } from '../auth/testing/totp-code.ts';
import { addressKey } from '../kit/by-address.ts';
import { earlyInWindow } from '../testing/early-in-window.ts';
import { PASSWORD, TestExchange, type TestResponse } from '../testing/test-exchange.ts';
import { useUp } from '../testing/use-up.ts';
import { STAFF_COOKIE } from './staff-session.ts';

// Guessing at a single endpoint is tested next to that endpoint; these tests cover guessing that combines several
// endpoints.

let exchange: TestExchange;

beforeAll(async () => {
  exchange = await TestExchange.open({ TRUSTED_PROXIES: '1' });
});
afterAll(() => exchange.close());
beforeEach(earlyInWindow);

const HOST = 'exchange.localhost';

/**
 * Sends a request from this address. Each test has its own addresses, so that it does not use up the allowance of other
 * tests.
 */
const post = (path: string, body: object, address: string, headers: Record<string, string> = {}) =>
  exchange.visitor.post(path, body, { 'x-forwarded-for': address, ...headers });

/** Headers of requests sent by a page. */
const BROWSER = { origin: `http://${HOST}`, host: HOST };

const otherThan = (code: string) => (code === '000000' ? '000001' : '000000');

async function mailedCode(email: string): Promise<string> {
  return (await exchange.visitor.get(`/sandbox/messages?to=${email}`)).body[0].code;
}

describe('finding out who has an account', () => {
  test('is limited by IP address across all endpoints that reveal it', async () => {
    const address = '192.0.2.10';
    const { email } = await exchange.client();
    await useUp(exchange, 'account_check', address, { attempts: 198, windowSeconds: 600 });
    const check = (path: string) => exchange.visitor.get(path, { 'x-forwarded-for': address });
    expect((await check('/api/v2/username-check?username=a@b.example')).status).toBe(200);
    expect((await post('/api/v2/send-code', { email }, address)).body.code).toBe('email_taken');
    const verify = '/api/v3/forget-password-code/verify';
    for (const path of ['/api/v2/send-code', '/api/v3/forgot-password/send-code', verify, '/api/v2/verify-code']) {
      const form = path.includes('verify') ? { email, code: '000000' } : { email };
      expect([path, (await post(path, form, address)).body.code]).toEqual([path, 'too_many_requests']);
    }
    for (const path of ['/api/v2/username-check?username=a@b.example', '/api/v2/mobile-check?username=4155552671'])
      expect([path, (await check(path)).body.code]).toEqual([path, 'too_many_requests']);
  });

  test('is not possible by signing up without the emailed code', async () => {
    const { email } = await exchange.client();
    const form = { code: '000000', password: PASSWORD, password_confirmation: PASSWORD };
    const known = await post('/api/v2/register', { ...form, username: email }, '192.0.2.11');
    const unknown = await post('/api/v2/register', { ...form, username: 'nobody@test.example' }, '192.0.2.11');
    expect(known.body).toEqual({ message: 'CODE_DOES_NOT_MATCH' });
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  });

  test('is not possible with a code for a forgotten password', async () => {
    const { email } = await exchange.client();
    const path = '/api/v3/forget-password-code/verify';
    const answers = async (email: string) => {
      const codes = [];
      for (let tries = 0; tries < 12; tries += 1)
        codes.push((await post(path, { email, code: '000000' }, '192.0.2.120')).body.code);
      return codes;
    };
    const [known, unknown] = [await answers(email), await answers('nobody@test.example')];
    expect(known).toEqual(unknown);
    expect(known.slice(9)).toEqual(['code_mismatch', 'too_many_requests', 'too_many_requests']);
  });

  test('is not possible by signing in with a phone number', async () => {
    const { owner } = await exchange.client();
    await exchange.query(
      `update client set mobile_number = '+14155550001', mobile_verified_at = now() where owner = $1`,
      [owner],
    );
    const [known, unknown] = await Promise.all(
      ['(415) 555-0001', '(415) 555-0002'].map((mobile) =>
        post('/api/v3/mobile-login', { mobile, password: 'not the password' }, '192.0.2.13'),
      ),
    );
    expect(known?.status).toBe(401);
    expect([known?.status, known?.body]).toEqual([unknown?.status, unknown?.body]);
  });

  test('is not possible by trying many spellings of a phone number', async () => {
    const client = await exchange.client();
    await exchange.query(
      `update client set mobile_number = '+14155550006', mobile_verified_at = now() where owner = $1`,
      [client.owner],
    );
    const spellings = (n: string) =>
      [`+1415555${n}`, `415555${n}`, `1415555${n}`, `(415) 555-${n}`, `415-555-${n}`, `415 555${n}`].concat([
        `+1 415555${n}`,
        `+1-415555${n}`,
        `+1.415555${n}`,
        `415.555${n}`,
        `+1 (415) 555${n}`,
        `1-415555${n}`,
      ]);
    const codesOf = async (n: string, address: string) => {
      const codes = [];
      for (const mobile of spellings(n))
        codes.push((await post('/api/v3/mobile-login', { mobile, password: 'not the password' }, address)).body.code);
      return codes;
    };
    const expected = [...Array(10).fill('login_failed'), 'too_many_requests', 'too_many_requests'];
    expect(await codesOf('0006', '192.0.2.14')).toEqual(expected);
    expect(await codesOf('0007', '192.0.2.15')).toEqual(expected);
    const login = await post('/api/v3/login', { username: client.email, password: 'not the password' }, '192.0.2.16');
    expect(login.body.code).toBe('login_failed');
  });
});

describe('unsolicited emails', () => {
  test.each([
    ['a suffix after a plus sign', (n: number) => `pestered+${n}@test.example`],
    ['dots that Gmail ignores', (n: number) => `${'pestered'.slice(0, n)}.${'pestered'.slice(n)}@gmail.com`],
    ['the other domain of Gmail', (n: number) => `annoyed@${n % 2 === 0 ? 'gmail' : 'googlemail'}.com`],
  ])('are limited by mailbox: %s does not make it another mailbox', async (_, address) => {
    const answers = [];
    for (let n = 1; n <= 6; n += 1)
      answers.push((await post('/api/v2/send-code', { email: address(n) }, '192.0.2.50')).body);
    expect(answers.slice(0, 5)).toEqual(Array(5).fill({ message: 'success' }));
    expect(answers[5].code).toBe('too_many_requests');
  });
});

describe('guessing passwords', () => {
  test('is blocked after ten tries by email address and ten by phone number', async () => {
    const { email, owner } = await exchange.client();
    await exchange.query(
      `update client set mobile_number = '+14155550003', mobile_verified_at = now() where owner = $1`,
      [owner],
    );
    const byEmail = (password: string) => post('/api/v3/login', { username: email, password }, '192.0.2.20');
    const byPhone = (password: string) =>
      post('/api/v3/mobile-login', { mobile: '(415) 555-0003', password }, '192.0.2.21');
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await byEmail('not the password')).body.code).toBe('login_failed');
      expect((await byPhone('not the password')).body.code).toBe('login_failed');
    }
    for (const attempt of [byEmail, byPhone]) expect((await attempt(PASSWORD)).body.code).toBe('too_many_requests');
  });

  test('an unverified number does not sign anyone in; whoever verifies it can sign in with it', async () => {
    const number = '+14155550005';
    const [first, second] = [await exchange.client(), await exchange.client()];
    await exchange.query('update client set mobile_number = $2 where owner = any($1)', [
      [first.owner, second.owner],
      number,
    ]);
    const byPhone = () => post('/api/v3/mobile-login', { mobile: number, password: PASSWORD }, '192.0.2.24');
    const check = `/api/v2/mobile-check?username=${encodeURIComponent(number)}`;
    expect((await byPhone()).body.code).toBe('login_failed');
    expect((await exchange.visitor.get(check)).body.message).toBe('not_exist');
    await exchange.query('update client set mobile_verified_at = now() where owner = $1', [second.owner]);
    expect((await byPhone()).body.client.email).toBe(second.email);
  });

  test('wrong password reset codes from another browser do not use up the owner’s attempts', async () => {
    const { email } = await exchange.client();
    const path = '/api/v3/forget-password-code/verify';
    const guess = (address: string, code = '000000', cookie = '') =>
      post(path, { email, code }, address, cookie === '' ? {} : { cookie });
    for (let tries = 0; tries < 25; tries += 1)
      expect((await guess('192.0.2.61')).body.code).toBe(tries < 10 ? 'code_mismatch' : 'too_many_requests');
    await post('/api/v3/forgot-password/send-code', { email }, '192.0.2.62');
    expect((await guess('192.0.2.62', await mailedCode(email))).body.token).toEqual(expect.any(String));
    // The guesses come from many addresses concurrently, and the owner uses a browser that has never signed in.
    const device = '__Host-vitrine-device=AAAAAAAAAAAAAAAAAAAAAA';
    for (let tries = 0; tries < 21; tries += 1) await guess(`192.0.2.${140 + tries}`);
    await post('/api/v3/forgot-password/send-code', { email }, '192.0.2.64', { cookie: device });
    const code = await mailedCode(email);
    expect((await guess('192.0.2.64', code)).body.code).toBe('code_mismatch');
    expect((await guess('192.0.2.65', code, device)).body.token).toEqual(expect.any(String));
  });

  test('codes requested from another browser leave the owner’s code valid, and the known browser can request more', async () => {
    const { email } = await exchange.client();
    const send = (address: string, cookie = '') =>
      post('/api/v3/forgot-password/send-code', { email }, address, cookie === '' ? {} : { cookie });
    const verify = (code: string, address: string, cookie = '') =>
      post('/api/v3/forget-password-code/verify', { email, code }, address, cookie === '' ? {} : { cookie });
    const signedIn = await post('/api/v3/login', { username: email, password: PASSWORD }, '192.0.2.210', BROWSER);
    const own = /__Host-vitrine-device=[\w-]{22}/.exec(String(signedIn.headers['set-cookie']))?.[0] ?? '';
    expect((await send('192.0.2.210', own)).status).toBe(200);
    const code = await mailedCode(email);
    for (let tries = 0; tries < 6; tries += 1) expect((await send('192.0.2.211')).status).toBe(tries < 5 ? 200 : 429);
    for (let tries = 0; tries < 5; tries += 1) await verify(otherThan(code), '192.0.2.211');
    expect((await verify(code, '192.0.2.212')).body.code).toBe('code_mismatch');
    expect((await send('192.0.2.210', own)).status).toBe(200);
    const second = await mailedCode(email);
    expect((await verify(second, '192.0.2.210', own)).body.token).toEqual(expect.any(String));
  });

  test('a password reset code works only in the browser that requested it, known or not', async () => {
    const { email } = await exchange.client();
    const asked = await post('/api/v3/forgot-password/send-code', { email }, '192.0.2.220', BROWSER);
    const own = /__Host-vitrine-device=[\w-]{22}/.exec(String(asked.headers['set-cookie']))?.[0] ?? '';
    const code = await mailedCode(email);
    const verify = (digits: string, cookie: string) =>
      post('/api/v3/forget-password-code/verify', { email, code: digits }, '192.0.2.220', { ...BROWSER, cookie });
    for (let tries = 0; tries < 5; tries += 1)
      expect((await verify(code, '__Host-vitrine-device=aaaaaaaaaaaaaaaaaaaaaa')).body.code).toBe('code_mismatch');
    expect((await verify(code, own)).body.token).toEqual(expect.any(String));
  });

  test('attackers who use up the attempts do not lock out a browser that the owner has used', async () => {
    const { email } = await exchange.client();
    const login = (password: string, address: string, cookie = '') =>
      post('/api/v3/login', { username: email, password }, address, { ...BROWSER, 'user-agent': 'Browser', cookie });
    const first = await login(PASSWORD, '192.0.2.22');
    const own = /__Host-vitrine-device=[\w-]{22}/.exec(String(first.headers['set-cookie']))?.[0];
    for (let tries = 0; tries < 10; tries += 1)
      expect((await login('not the password', '192.0.2.23')).body.code).toBe('login_failed');
    expect((await login(PASSWORD, '192.0.2.23')).body.code).toBe('too_many_requests');
    expect((await login(PASSWORD, '192.0.2.24', own)).status).toBe(200);
    // Programs are recognized by IP address and User-Agent. Knowing both does not help an attacker to forge a browser's
    // cookie.
    const madeUp = `__Host-vitrine-device=${encodeURIComponent('192.0.2.22\nBrowser')}`;
    expect((await login(PASSWORD, '192.0.2.24', madeUp)).body.code).toBe('too_many_requests');
    // The known browser's own attempts are limited too.
    for (let tries = 0; tries < 10; tries += 1)
      expect((await login('not the password', '192.0.2.24', own)).body.code).toBe('login_failed');
    expect((await login(PASSWORD, '192.0.2.24', own)).body.code).toBe('too_many_requests');
  });

  test.each(['reset', 'change', 'end of the other sessions'])(
    'a browser is no longer recognized after this was done in another browser: %s',
    async (how) => {
      const { email } = await exchange.client();
      const place = { 'user-agent': 'Browser', origin: `http://${HOST}`, host: HOST };
      const address = { reset: '192.0.2.201', change: '192.0.2.202' }[how] ?? '192.0.2.203';
      const signIn = async (password: string, cookie = '', name = 'Browser') => {
        const headers = { ...place, cookie, 'user-agent': name };
        return post('/api/v3/login', { username: email, password }, address, headers);
      };
      const cookiesOf = ({ headers }: { headers: Record<string, unknown> }) =>
        [headers['set-cookie']].flat().map((cookie) => String(cookie).split(';')[0]);
      const thief = cookiesOf(await signIn(PASSWORD, '', 'Thief')).find((one) => one?.includes('-device')) ?? '';
      const cookie = cookiesOf(await signIn(PASSWORD)).join('; ');
      const call = (path: string, body: object = {}) => post(path, body, address, { ...place, cookie });
      let password = `${PASSWORD} and more`;
      if (how === 'reset') {
        await call('/api/v3/forgot-password/send-code', { email });
        const code = await mailedCode(email);
        const { token } = (await call('/api/v3/forget-password-code/verify', { email, code })).body;
        expect((await call('/api/v3/reset-password', { email, token, password })).status).toBe(200);
      } else if (how === 'change') {
        await call('/api/v2/get-code-for-password');
        const form = { oldLoginPassword: PASSWORD, password, verification_code: await mailedCode(email) };
        expect((await call('/api/v2/update-password', form)).body.message).toBe('saved');
      } else {
        password = PASSWORD;
        expect((await call('/api/v3/sessions/end-others')).status).toBe(200);
      }
      for (let tries = 0; tries < 10; tries += 1) await signIn('not the password');
      expect((await signIn(password, thief, 'Thief')).body.code).toBe('too_many_requests');
      const device = cookie.split('; ').find((one) => one.includes('-device'));
      expect((await signIn(password, device)).status).toBe(200);
    },
  );

  test.each([
    ['known for a month', `update known_device set first_seen_at = now() - interval '31 days' where owner = $1`],
    [
      'the first one known',
      `delete from known_device where owner = $1 and first_seen_at < (select max(first_seen_at) from known_device where owner = $1)`,
    ],
  ])('a session alone cannot make the exchange forget a browser that is %s', async (_, before) => {
    const client = await exchange.client();
    const address = '192.0.2.204';
    const login = (password: string, cookie = '') =>
      post('/api/v3/login', { username: client.email, password }, address, { ...BROWSER, cookie });
    const deviceOf = ({ headers }: TestResponse) =>
      /__Host-vitrine-device=[\w-]{22}/.exec(String(headers['set-cookie']))?.[0];
    const own = deviceOf(await login(PASSWORD));
    await exchange.query(before, [client.owner]);
    const recent = deviceOf(await login(PASSWORD));
    expect((await client.post('/api/v3/sessions/end-others')).status).toBe(200);
    for (let tries = 0; tries < 10; tries += 1) await login('not the password');
    expect((await login(PASSWORD, recent)).body.code).toBe('too_many_requests');
    expect((await login(PASSWORD, own)).status).toBe(200);
  });

  test('a guessed password is useless once replaced, even for a sign-in in progress', async () => {
    const { email, owner } = await exchange.client();
    await exchange.query(`
      create function replace_password() returns trigger language plpgsql as $$ begin
        update client set account_password_changed_at = now() where person_id = new.person_id; return new;
      end $$;
      create trigger meanwhile before insert on session for each row execute function replace_password();
      delete from session where person_id = (select person_id from client where owner = ${owner})`);
    try {
      const answer = await post('/api/v3/login', { username: email, password: PASSWORD }, '192.0.2.25');
      expect(answer.body.code).toBe('login_failed');
    } finally {
      await exchange.query('drop trigger meanwhile on session');
    }
    const left = await exchange.query(
      'select session.id from session join client using (person_id) where client.owner = $1',
      [owner],
    );
    expect(left).toEqual([]);
  });

  test('one IPv6 network counts as one address, however many addresses it has', async () => {
    const { email } = await exchange.client();
    await useUp(exchange, 'sign_in_address', addressKey('2001:db8:0:7::1'), { attempts: 300, windowSeconds: 900 });
    const form = { username: email, password: PASSWORD };
    const fromThere = await post('/api/v3/login', form, '2001:db8:0:7:aaaa::2');
    expect(fromThere.body.code).toBe('too_many_requests');
    expect((await post('/api/v3/login', form, '2001:db8:0:8::1')).status).toBe(200);
  });

  test('the networks of one IPv6 site together have four times the attempts of one address', async () => {
    const { email } = await exchange.client();
    await useUp(exchange, 'sign_in_address', '2001:db8:9/48', { attempts: 1_200, windowSeconds: 900 });
    const form = { username: email, password: PASSWORD };
    const fromThere = await post('/api/v3/login', form, '2001:db8:9:7::1');
    expect(fromThere.body.code).toBe('too_many_requests');
    const counted = await exchange.query(
      `select attempts from attempt_window where subject = 'sign_in_address:2001:db8:9:7'`,
    );
    expect(counted).toEqual([{ attempts: 0 }]);
    expect((await post('/api/v3/login', form, '2001:db8:a:7::1')).status).toBe(200);
  });
});

describe('guessing codes', () => {
  test('forgotten password: new codes allow a browser at most twenty guesses an hour', async () => {
    const { email } = await exchange.client();
    const browser = { cookie: '__Host-vitrine-device=BBBBBBBBBBBBBBBBBBBBBB' };
    let guesses = 0;
    // The guesses come from several addresses, since the limit per address is lower.
    const verify = (code: string) => {
      guesses += 1;
      return post('/api/v3/forget-password-code/verify', { email, code }, `192.0.2.${70 + (guesses % 3)}`, browser);
    };
    const send = () => post('/api/v3/forgot-password/send-code', { email }, '192.0.2.30', browser);
    for (let codes = 0; codes < 4; codes += 1) {
      expect((await send()).status).toBe(200);
      const wrong = otherThan(await mailedCode(email));
      for (let tries = 0; tries < 5; tries += 1) expect((await verify(wrong)).body.code).toBe('code_mismatch');
    }
    expect((await send()).status).toBe(200);
    expect((await verify(await mailedCode(email))).body.code).toBe('too_many_requests');
  });

  test('password reset: new browsers get sixty emails a day for one account, and known browsers still get theirs', async () => {
    const { email } = await exchange.client();
    const send = (address: string, cookie = '') =>
      post('/api/v3/forgot-password/send-code', { email }, address, cookie === '' ? {} : { cookie });
    const signedIn = await post('/api/v3/login', { username: email, password: PASSWORD }, '192.0.2.240', BROWSER);
    const own = /__Host-vitrine-device=[\w-]{22}/.exec(String(signedIn.headers['set-cookie']))?.[0] ?? '';
    await useUp(exchange, 'reset_mails', `reset ${email}`, { attempts: 59, windowSeconds: 86_400 });
    expect((await send('192.0.2.241')).status).toBe(200);
    expect((await send('192.0.2.242')).body.code).toBe('too_many_requests');
    expect((await send('192.0.2.240', own)).status).toBe(200);
  });

  test('password reset: one address gets fifteen emails a day for one account, and other addresses still get theirs', async () => {
    const { email } = await exchange.client();
    const send = (address: string) => post('/api/v3/forgot-password/send-code', { email }, address);
    const day = { attempts: 14, windowSeconds: 86_400 };
    await useUp(exchange, 'reset_mails_address', `reset ${email} 192.0.2.243`, day);
    expect((await send('192.0.2.243')).status).toBe(200);
    for (let tries = 0; tries < 6; tries += 1) expect((await send('192.0.2.243')).body.code).toBe('too_many_requests');
    expect((await send('192.0.2.244')).status).toBe(200);
  });

  test('password reset: requests refused because others used up the limit do not count toward an address’s fifteen', async () => {
    const { email } = await exchange.client();
    const send = () => post('/api/v3/forgot-password/send-code', { email }, '192.0.2.245');
    await useUp(exchange, 'send_code', `reset ${email}`, { attempts: 5, windowSeconds: 600 });
    for (let tries = 0; tries < 15; tries += 1) expect((await send()).body.code).toBe('too_many_requests');
    await exchange.query('delete from attempt_window where subject = $1', [`send_code:reset ${email}`]);
    expect((await send()).status).toBe(200);
  });

  test('sign-up with someone else’s address: new codes allow at most twenty guesses an hour', async () => {
    const email = 'victim@test.example';
    const form = { username: email, password: PASSWORD, password_confirmation: PASSWORD };
    const send = () => post('/api/v2/send-code', { email }, '192.0.2.32');
    const verify = (code: string) => post('/api/v2/verify-code', { email, code }, '192.0.2.32');
    for (let codes = 0; codes < 4; codes += 1) {
      expect((await send()).status).toBe(200);
      const wrong = otherThan(await mailedCode(email));
      for (let tries = 0; tries < 3; tries += 1) expect((await verify(wrong)).body.code).toBe('code_mismatch');
      for (let tries = 0; tries < 2; tries += 1)
        expect((await post('/api/v2/register', { ...form, code: wrong }, '192.0.2.32')).body.message).toBe(
          'CODE_DOES_NOT_MATCH',
        );
    }
    await send();
    const code = await mailedCode(email);
    expect((await verify(code)).body.code).toBe('too_many_requests');
    expect((await post('/api/v2/register', { ...form, code }, '192.0.2.32')).body.code).toBe('too_many_requests');
  });

  test('sign-up: codes and wrong attempts from another browser do not affect the browser that signs up', async () => {
    const email = 'pestered-newcomer@test.example';
    const asked = await post('/api/v2/send-code', { email }, '192.0.2.33', BROWSER);
    const cookie = /__Host-vitrine-device=[\w-]{22}/.exec(String(asked.headers['set-cookie']))?.[0] ?? '';
    const code = await mailedCode(email);
    await post('/api/v2/send-code', { email }, '192.0.2.34');
    for (let tries = 0; tries < 21; tries += 1)
      await post('/api/v2/verify-code', { email, code: otherThan(code) }, '192.0.2.34');
    expect((await post('/api/v2/verify-code', { email, code }, '192.0.2.34')).body.code).toBe('code_mismatch');
    const own = { ...BROWSER, cookie };
    expect((await post('/api/v2/verify-code', { email, code }, '192.0.2.33', own)).status).toBe(200);
    const form = { username: email, code, password: PASSWORD, password_confirmation: PASSWORD };
    expect((await post('/api/v2/register', form, '192.0.2.33', own)).body).toEqual({ message: 'SUCCESS' });
  });

  test('guesses for email addresses to which no code was sent store no row', async () => {
    for (let n = 0; n < 3; n += 1)
      await post('/api/v2/verify-code', { email: `made-up-${n}@test.example`, code: '123456' }, '192.0.2.35');
    expect(await exchange.query(`select subject from attempt_window where subject like '%made-up%'`)).toEqual([]);
  });

  test('a correct code sent to the attacker’s own phone allows no guesses of the emailed codes', async () => {
    const client = await exchange.client();
    const number = '+14155550004';
    const guess = (verification_code: string) =>
      client.post('/api/v3/anti-phishing', { anti_phishing_code: 'Heron7', verification_code });
    for (let tries = 0; tries < 19; tries += 1) expect((await guess('000000')).body.code).toBe('code_mismatch');
    await client.post('/api/v3/sendSMSCode', { type: 'REGISTER', mobile_number: number, password: PASSWORD });
    const { body: messages } = await exchange.visitor.get(`/sandbox/messages?to=${encodeURIComponent(number)}`);
    const form = { verification_code: messages[0].code, mobile_number: number };
    expect((await client.post('/api/v3/verify-mobile', form)).status).toBe(200);
    expect((await guess('000000')).body.code).toBe('code_mismatch');
    expect((await guess('000000')).body.code).toBe('too_many_requests');
  });

  test('text messages are limited per IP address and in total, regardless of the accounts and numbers used', async () => {
    let last = 0;
    const send = async (address: string) => {
      const client = await exchange.client();
      const form = { type: 'REGISTER', mobile_number: `+1415555${1_000 + last++}`, password: PASSWORD };
      return (await client.post('/api/v3/sendSMSCode', form, { 'x-forwarded-for': address })).body;
    };
    await useUp(exchange, 'send_sms_address', '192.0.2.77', { attempts: 19, windowSeconds: 3600 });
    expect(await send('192.0.2.77')).toEqual({ message: 'success' });
    expect((await send('192.0.2.77')).code).toBe('too_many_requests');
    await useUp(exchange, 'send_sms_total', 'all', { attempts: 299, windowSeconds: 3600 });
    expect(await send('192.0.2.78')).toEqual({ message: 'success' });
    expect((await send('192.0.2.79')).code).toBe('too_many_requests');
    const operator = await exchange.staff('support');
    const { text_messages_refused } = (await operator.get('/api/v3/console/health')).body;
    expect(text_messages_refused).toMatchObject([{ country: '', refused: 1 }]);
    await exchange.query(`delete from attempt_window where subject = 'send_sms_total:all'`);
  });

  test('text messages to one country are limited, others are still sent, and an alarm is raised', async () => {
    let last = 0;
    const send = async (number: string, fields: object = {}) => {
      const client = await exchange.client();
      const form = { type: 'REGISTER', mobile_number: number, password: PASSWORD, ...fields };
      const address = `192.0.2.${100 + last++}`;
      return (await client.post('/api/v3/sendSMSCode', form, { 'x-forwarded-for': address })).body;
    };
    await useUp(exchange, 'send_sms_country', 'JM', { attempts: 99, windowSeconds: 3600 });
    expect((await send('+18765550101', { password: 'not mine at all' })).code).toBe('wrong_password');
    expect(await send('+18765550101')).toEqual({ message: 'success' });
    expect((await send('+18765550102')).code).toBe('too_many_requests');
    expect((await send('+18765550103')).code).toBe('too_many_requests');
    expect(await send('+14155550103')).toEqual({ message: 'success' });
    const operator = await exchange.staff('support');
    const { text_messages_refused } = (await operator.get('/api/v3/console/health')).body;
    expect(text_messages_refused).toMatchObject([{ country: 'JM', refused: 2, since: expect.any(Number) }]);
  });

  test('recovery and authenticator codes share ten attempts, across all sign-ins and account pages', async () => {
    const client = await exchange.client();
    const { key } = (await client.post('/api/v3/totp/offer', { password: PASSWORD })).body;
    const code = await totpCode(key, -1);
    const { recovery_codes } = (await client.post('/api/v3/totp/enrol', { code })).body;
    const signIn = async (code: string) => {
      const form = { username: client.email, password: PASSWORD };
      const { challenge } = (await post('/api/v3/login', form, '192.0.2.31')).body;
      return (await post('/api/v3/login/second-factor', { challenge, code }, '192.0.2.31')).body.code;
    };
    for (let tries = 0; tries < 4; tries += 1) {
      expect(await signIn('aaaaa-aaaaa')).toBe('code_mismatch');
      expect((await client.post('/api/v3/totp/remove', { password: PASSWORD, code: 'aaaaa-aaaaa' })).body.code).toBe(
        'code_mismatch',
      );
    }
    for (let tries = 0; tries < 2; tries += 1) expect(await signIn('000000')).toBe('code_mismatch');
    expect(await signIn(recovery_codes[0])).toBe('too_many_requests');
    expect(await signIn(await totpCode(key, 1))).toBe('too_many_requests');
  });
});

describe('a planted session (session fixation)', () => {
  const planted = 'chosen-by-an-attacker.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa=';
  const browser = (name: string) => ({
    host: HOST,
    origin: `https://${HOST}`,
    'x-forwarded-proto': 'https',
    cookie: `${name}=${encodeURIComponent(planted)}`,
  });

  test('is never taken over by a client’s sign-in', async () => {
    const { email } = await exchange.client();
    const form = { username: email, password: PASSWORD };
    const { status, headers } = await post('/api/v3/login', form, '192.0.2.40', browser(SESSION_COOKIE));
    expect(status).toBe(200);
    const cookies = [headers['set-cookie']].flat().filter((cookie) => String(cookie).startsWith(`${SESSION_COOKIE}=`));
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Strict/);
    expect(String(cookies[0])).not.toContain('chosen-by-an-attacker');
    const asPlanted = await exchange.visitor.get('/api/v3/account-client', browser(SESSION_COOKIE));
    expect(asPlanted.body.code).toBe('session_expired');
  });

  test('is never taken over by a sign-in to the console', async () => {
    const member = await exchange.staff('administrator');
    const headers = browser(STAFF_COOKIE);
    const form = { email: member.email, password: PASSWORD };
    const { ticket } = (await post('/api/v3/console/login', form, '192.0.2.41', headers)).body;
    const code = await currentTotpCode(member.totpSecret);
    const answer = await post('/api/v3/console/second-factor', { ticket, code }, '192.0.2.41', headers);
    expect(answer.status).toBe(200);
    expect(String(answer.headers['set-cookie'])).not.toContain('chosen-by-an-attacker');
    expect((await exchange.visitor.get('/api/v3/console/session', headers)).body.code).toBe('session_expired');
  });

  test('is returned only to programs: a page gets a cookie that no script can read', async () => {
    const { email } = await exchange.client();
    const signIn = (headers: Record<string, string>) =>
      post('/api/v3/login', { username: email, password: PASSWORD }, '192.0.2.42', headers);
    const page = await signIn({ host: HOST, origin: `https://${HOST}`, 'x-forwarded-proto': 'https' });
    expect(page.status).toBe(200);
    expect(page.body).not.toHaveProperty('token');
    const program = await signIn({});
    expect(program.body.token).toEqual(expect.any(String));
    expect(String(program.headers['set-cookie'])).toContain(encodeURIComponent(program.body.token));
    const member = await exchange.staff('support');
    const own = { host: HOST, origin: `https://${HOST}`, 'x-forwarded-proto': 'https' };
    const form = { email: member.email, password: PASSWORD };
    const { ticket } = (await post('/api/v3/console/login', form, '192.0.2.42', own)).body;
    const code = await currentTotpCode(member.totpSecret);
    const entered = await post('/api/v3/console/second-factor', { ticket, code }, '192.0.2.42', own);
    expect(entered.status).toBe(200);
    expect(entered.body).not.toHaveProperty('token');
  });

  test('ends with a sign-out, which also clears the browser’s cache for the site', async () => {
    const client = await exchange.client();
    expect((await client.post('/api/v3/logout')).headers['clear-site-data']).toBe('"cache"');
    const member = await exchange.staff('support');
    expect((await member.post('/api/v3/console/logout')).headers['clear-site-data']).toBe('"cache"');
  });

  test('a second sign-in gives another token, and each is signed out separately', async () => {
    const first = await exchange.client();
    const second = await exchange.signIn(first.email, first.owner);
    expect(second.token).not.toBe(first.token);
    await first.post('/api/v3/logout');
    expect((await first.get('/api/v3/account-client')).body.code).toBe('session_expired');
    expect((await second.get('/api/v3/account-client')).status).toBe(200);
  });
});
