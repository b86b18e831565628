import { eventually } from '@vitrine/tools/eventually';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { withConnection } from '../../../kit/postgres/connect.ts';
import { earlyInWindow } from '../../../testing/early-in-window.ts';
import { setAuthenticator } from '../../../testing/factors.ts';
import {
  type Caller,
  PASSWORD,
  type TestClient,
  TestExchange,
  type TestResponse,
} from '../../../testing/test-exchange.ts';
import { useUp } from '../../../testing/use-up.ts';
import { hashPassword, verifyPassword } from '../../passwords/passwords.ts';
import { totpCode } from '../../testing/totp-code.ts';

let exchange: TestExchange;
const NEXT = 'nine green herons';
const NUMBER = '+14155552671';

beforeAll(async () => {
  exchange = await TestExchange.open();
});
afterAll(() => exchange.close());
beforeEach(earlyInWindow);

/** The newest code sent to an email address or a phone number. */
const codeFor = async (to: string): Promise<string> =>
  (await exchange.visitor.get(`/sandbox/messages?to=${encodeURIComponent(to)}`)).body.find(
    ({ code }: { code: string }) => code !== '',
  )?.code ?? '';
const newestMail = async (to: string) => (await exchange.visitor.get(`/sandbox/messages?to=${to}`)).body[0];
const eventKinds = async (client: Caller): Promise<string[]> =>
  (await client.get('/api/v3/security-events')).body.events.map(({ kind }: { kind: string }) => kind);
const other = (code: string) => (code === '000000' ? '000001' : '000000');
const held = async (client: Caller): Promise<number> =>
  (await client.get('/api/v3/security')).body.withdrawals_held_until;
const expectHeldForADay = async (client: Caller) => {
  const hours = ((await held(client)) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(23.9);
  expect(hours).toBeLessThanOrEqual(24);
};
const expire = (purpose: string) =>
  exchange.query(`update one_time_code set expires_at = now() - interval '1 second' where purpose = $1`, [purpose]);

async function passwordCode(client: TestClient): Promise<string> {
  expect(await client.post('/api/v2/get-code-for-password')).toMatchObject({
    status: 200,
    body: { message: 'success' },
  });
  return codeFor(client.email);
}

const updatePassword = (client: Caller, verification_code: string, more: object = {}): Promise<TestResponse> =>
  client.post('/api/v2/update-password', { oldLoginPassword: PASSWORD, password: NEXT, verification_code, ...more });

describe('the account password', () => {
  test('is changed with the old one and an emailed code; other sessions end, withdrawals are held, and the owner is notified', async () => {
    const client = await exchange.client();
    const elsewhere = await exchange.signIn(client.email, client.owner);
    expect(await held(client)).toBe(0);
    const code = await passwordCode(client);
    expect(await updatePassword(client, code)).toMatchObject({ status: 200, body: { message: 'saved' } });
    expect((await client.get('/api/v3/security')).status).toBe(200);
    expect(await elsewhere.get('/api/v3/security')).toMatchObject({ status: 401, body: { code: 'session_expired' } });
    await expectHeldForADay(client);
    expect(await newestMail(client.email)).toMatchObject({ subject: 'Your Vitrine password was changed' });
    expect(await eventKinds(client)).toContain('account_password_changed');
    const login = (password: string) => exchange.visitor.post('/api/v3/login', { username: client.email, password });
    expect((await login(PASSWORD)).status).toBe(401);
    expect((await login(NEXT)).status).toBe(200);
  });

  test('does not expire over time', async () => {
    const client = await exchange.client();
    const tenYears = `account_password_changed_at = now() - interval '10 years'`;
    await exchange.query(`update client set ${tenYears} where owner = $1`, [client.owner]);
    const form = { username: client.email, password: PASSWORD };
    expect((await exchange.visitor.post('/api/v3/login', form)).status).toBe(200);
  });

  test('is not changed with a used or expired code, another account’s code, or one for another purpose', async () => {
    const client = await exchange.client();
    const stranger = await exchange.client();
    const used = await passwordCode(client);
    await updatePassword(client, used);
    const again = { oldLoginPassword: NEXT, password: 'six white herons' };
    const refusal = { status: 422, body: { code: 'code_mismatch', message: 'Verification code does not match' } };
    expect(await updatePassword(client, used, again)).toMatchObject(refusal);
    expect(await updatePassword(client, await passwordCode(stranger), again)).toMatchObject(refusal);
    await client.post('/api/v3/get-code/anti-phishing');
    expect(await updatePassword(client, await codeFor(client.email), again)).toMatchObject(refusal);
    const expired = await passwordCode(client);
    await expire('account_password');
    expect(await updatePassword(client, expired, again)).toMatchObject(refusal);
    expect((await eventKinds(client)).filter((kind) => kind === 'wrong_code')).toHaveLength(4);
    expect((await exchange.visitor.post('/api/v3/login', { username: client.email, password: NEXT })).status).toBe(200);
  });

  test('five wrong guesses void a code, and new codes do not allow more than twenty guesses an hour', async () => {
    const client = await exchange.client();
    for (let sent = 0; sent < 4; sent += 1) {
      const code = await passwordCode(client);
      for (let tries = 0; tries < (sent < 3 ? 5 : 4); tries += 1) {
        expect((await updatePassword(client, other(code))).body.code).toBe('code_mismatch');
      }
      if (sent === 0) expect((await updatePassword(client, code)).body.code).toBe('code_mismatch');
    }
    expect((await updatePassword(client, await passwordCode(client))).body.code).toBe('too_many_requests');
  });

  test('is changed only with the correct old one, and wrong guesses are counted', async () => {
    const client = await exchange.client();
    const guess = (text: string) => updatePassword(client, '123456', { oldLoginPassword: text });
    for (let tries = 0; tries < 10; tries += 1) {
      expect(await guess(`guess ${tries}`)).toMatchObject({ status: 200, body: { message: 'dont_match' } });
    }
    expect(await guess(PASSWORD)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(await eventKinds(client)).toContain('wrong_account_password');
  });

  test('the current password and the previous five are refused; the code stays valid', async () => {
    const client = await exchange.client();
    await exchange.query(
      `insert into password_history (person_id, kind, hash)
       select person_id, 'account', transaction_password from client where owner = $1`,
      [client.owner],
    );
    const code = await passwordCode(client);
    const reused = { status: 200, body: { message: 'same_previous_password' } };
    expect(await updatePassword(client, code, { password: PASSWORD })).toMatchObject(reused);
    expect(await updatePassword(client, code)).toMatchObject({ body: { message: 'saved' } });
    const back = { oldLoginPassword: NEXT, password: PASSWORD };
    expect(await updatePassword(client, await passwordCode(client), back)).toMatchObject(reused);
  });

  test.each([
    ['password_too_short', 'eight888'],
    ['password_too_common', 'password123'],
  ])('%s is reported before the code is used up', async (code, password) => {
    const client = await exchange.client();
    const mailed = await passwordCode(client);
    expect(await updatePassword(client, mailed, { password })).toMatchObject({ status: 422, body: { code } });
    expect(await updatePassword(client, mailed)).toMatchObject({ body: { message: 'saved' } });
  });

  test('of sixteen concurrent submissions with one code, only one changes the password', async () => {
    const client = await exchange.client();
    const code = await passwordCode(client);
    const answers = await Promise.all(Array.from({ length: 16 }, () => updatePassword(client, code)));
    expect(answers.filter(({ body }) => body.message === 'saved')).toHaveLength(1);
    const [history] = await exchange.query(
      'select count(*)::int as n from password_history join client using (person_id) where owner = $1',
      [client.owner],
    );
    expect(history?.n).toBe(1);
  });

  test('the sixth code within ten minutes is refused, regardless of its purpose', async () => {
    const client = await exchange.client();
    const paths = ['/api/v2/get-code-for-password', '/api/v3/get-code/anti-phishing'];
    for (let sent = 0; sent < 5; sent += 1) expect((await client.post(paths[sent % 2] as string)).status).toBe(200);
    expect((await client.post('/api/v3/forgot-transaction-password/send-code')).body.code).toBe('too_many_requests');
  });

  test('the v3 form without a code is refused, and the GET form works with a bearer token', async () => {
    const client = await exchange.client();
    const form = { oldLoginPassword: PASSWORD, password: NEXT };
    expect(await client.post('/api/v3/update-password', form)).toMatchObject({ status: 400 });
    const code = await passwordCode(client);
    const query = new URLSearchParams({ ...form, verification_code: code });
    expect(await client.get(`/api/v2/update-password?${query}`)).toMatchObject({ body: { message: 'saved' } });
  });
});

describe('the transaction password', () => {
  const change = (client: Caller, oldTransactionPassword: string, transactionPassword: string) =>
    client.post('/api/v3/update-transaction-password', { oldTransactionPassword, transactionPassword });

  test('is changed with the old one; unlocked sessions are locked again for orders, and withdrawals are held', async () => {
    const client = await exchange.client({ USDT: '1000' });
    const order = { delegate_type: 'BUY', trade_type: 'limit', order_per_unit: '100.0', number_of_order: '0.1' };
    const unit = Number((await client.get('/api/v3/getOrder?symbol=BTC')).body.price.unit_price);
    const bid = { ...order, order_per_unit: (unit * 0.97).toFixed(1), number_of_order: '0.001' };
    expect((await client.order({ ...bid, remember: true })).body.message).toBe('success');
    expect((await client.order({ ...bid, transaction_password: '' })).body.message).toBe('success');
    expect(await change(client, PASSWORD, NEXT)).toMatchObject({ status: 200, body: { message: 'saved' } });
    expect((await client.order({ ...bid, transaction_password: '' })).body.code).toBe('transaction_password_required');
    expect((await client.order({ ...bid, transaction_password: NEXT })).body.message).toBe('success');
    await expectHeldForADay(client);
    expect(await newestMail(client.email)).toMatchObject({ subject: 'Your Vitrine transaction password was changed' });
    expect(await eventKinds(client)).toContain('transaction_password_changed');
  });

  test('when changed, locks trading again before the email is sent', async () => {
    const client = await exchange.client({ USDT: '1000' });
    const unit = Number((await client.get('/api/v3/getOrder?symbol=BTC')).body.price.unit_price);
    const bid = { order_per_unit: (unit * 0.97).toFixed(1), number_of_order: '0.001' };
    const order = { delegate_type: 'BUY', trade_type: 'limit', ...bid };
    await client.order({ ...order, remember: true });
    const answers: string[] = [];
    const sending = vi.spyOn(exchange.services.mailQueue, 'sendAll').mockImplementation(async () => {
      answers.push((await client.order({ ...order, transaction_password: '' })).body.code);
    });
    expect((await change(client, PASSWORD, NEXT)).body.message).toBe('saved');
    sending.mockRestore();
    expect(answers).toEqual(['transaction_password_required']);
  });

  test('is not changed with a wrong old one, nor to one that was used recently', async () => {
    const client = await exchange.client();
    expect(await change(client, 'not this one', NEXT)).toMatchObject({ status: 200, body: { message: 'dont_match' } });
    expect(await change(client, PASSWORD, PASSWORD)).toMatchObject({ body: { message: 'same_previous_password' } });
    await change(client, PASSWORD, NEXT);
    expect(await change(client, NEXT, PASSWORD)).toMatchObject({ body: { message: 'same_previous_password' } });
    expect(await eventKinds(client)).toContain('wrong_transaction_password');
  });

  test('is changed only once by eight concurrent requests with the same old one', async () => {
    const client = await exchange.client();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => change(client, PASSWORD, `${NEXT} ${index}`)),
    );
    expect(answers.filter(({ body }) => body.message === 'saved')).toHaveLength(1);
  });

  test('if forgotten, can be replaced once by entering an emailed code and the account password', async () => {
    const client = await exchange.client();
    await client.post('/api/v3/forgot-transaction-password/send-code');
    const code = await codeFor(client.email);
    const reset = (more: object = {}) =>
      client.post('/api/v3/reset-transaction-password', {
        password: PASSWORD,
        transactionPassword: NEXT,
        verification_code: code,
        ...more,
      });
    expect(await reset({ password: 'not mine' })).toMatchObject({ status: 422, body: { code: 'wrong_password' } });
    expect(await reset({ verification_code: other(code) })).toMatchObject({ body: { code: 'code_mismatch' } });
    expect(await reset({ transactionPassword: PASSWORD })).toMatchObject({
      body: { message: 'same_previous_password' },
    });
    const answers = await Promise.all([reset(), reset(), reset()]);
    expect(answers.filter(({ body }) => body.message === 'saved')).toHaveLength(1);
    expect((await reset({ transactionPassword: 'six white herons' })).body.code).toBe('code_mismatch');
    await expectHeldForADay(client);
    expect(await eventKinds(client)).toEqual(
      expect.arrayContaining(['transaction_password_reset', 'wrong_code', 'wrong_account_password']),
    );
  });

  test('that was never set cannot be changed or reset', async () => {
    const client = await exchange.client();
    await exchange.query('update client set transaction_password = null where owner = $1', [client.owner]);
    expect((await change(client, PASSWORD, NEXT)).body.code).toBe('transaction_password_missing');
    expect((await client.post('/api/v3/forgot-transaction-password/send-code')).body.code).toBe(
      'transaction_password_missing',
    );
  });

  test('if entered wrongly with an order, causes a security event', async () => {
    const client = await exchange.client({ USDT: '1000' });
    const bid = { delegate_type: 'BUY', trade_type: 'market', total: '50' };
    await client.order({ ...bid, transaction_password: 'not this one' });
    expect(await eventKinds(client)).toContain('wrong_transaction_password');
  });
});

describe('the mobile number', () => {
  const send = (client: Caller, mobile_number = NUMBER, password: string | undefined = PASSWORD) =>
    client.post('/api/v3/sendSMSCode', { type: 'REGISTER', mobile_number, password });
  const verify = (client: Caller, verification_code: string, mobile_number = NUMBER) =>
    client.post('/api/v3/verify-mobile', { verification_code, mobile_number });

  test('is linked to the account with the code sent to it, and not before', async () => {
    const client = await exchange.client();
    expect((await send(client, '(415) 555-2671')).status).toBe(200);
    const code = await codeFor(NUMBER);
    expect(await verify(client, other(code))).toMatchObject({ status: 422, body: { code: 'code_mismatch' } });
    const status = async () => (await client.get('/api/v3/bind-accounts')).body;
    expect(await status()).toMatchObject({
      mobile: { status: 'Unverified' },
      gmail: { status: 'Unverified', email: '' },
    });
    expect(await verify(client, code)).toMatchObject({ status: 200, body: { message: 'success' } });
    expect(await status()).toMatchObject({ mobile: { status: 'Verified', mobile_number: NUMBER } });
    expect(await verify(client, code)).toMatchObject({ body: { code: 'code_mismatch' } });
    expect(await eventKinds(client)).toContain('mobile_number_connected');
  });

  test('gets its first message only after the account password was entered', async () => {
    const client = await exchange.client();
    const number = '+14155552699';
    const form = { type: 'REGISTER', mobile_number: number };
    expect((await client.post('/api/v3/sendSMSCode', form)).body.code).toBe('wrong_password');
    expect((await send(client, number, 'not mine at all')).body.code).toBe('wrong_password');
    expect((await exchange.visitor.get(`/sandbox/messages?to=${encodeURIComponent(number)}`)).body).toEqual([]);
    expect((await send(client, number)).status).toBe(200);
  });

  test.each(['+19005551234', '+442079460123', '+881612345678'])(
    '%s is not a mobile number and gets no message',
    async (number) => {
      const client = await exchange.client();
      expect(await send(client, number)).toMatchObject({ status: 422, body: { code: 'phone_invalid' } });
      expect((await exchange.visitor.get(`/sandbox/messages?to=${encodeURIComponent(number)}`)).body).toEqual([]);
    },
  );

  test('a code sent to one number does not verify another, nor does another account’s code', async () => {
    const client = await exchange.client();
    const stranger = await exchange.client();
    await send(client, '+14155552672');
    const code = await codeFor('+14155552672');
    expect((await verify(client, code, '+14155552673')).body.code).toBe('code_mismatch');
    expect((await verify(stranger, code, '+14155552672')).body.code).toBe('code_mismatch');
  });

  test('a number is verified for one account, and only the holder of the phone learns that it is taken', async () => {
    const second = await exchange.client();
    expect((await send(second)).status).toBe(200);
    expect(await verify(second, await codeFor(NUMBER))).toMatchObject({ status: 409, body: { code: 'mobile_taken' } });
    const security = (await second.get('/api/v3/security')).body;
    expect(security.mobile.is_verified).toBe(false);
  });

  test('an invalid number gets no code, and the sixth message within the hour is refused', async () => {
    const client = await exchange.client();
    expect(await send(client, '12')).toMatchObject({ status: 422, body: { code: 'phone_invalid' } });
    for (let sent = 0; sent < 5; sent += 1) expect((await send(client, `+1415555268${sent}`)).status).toBe(200);
    expect((await send(client, '+14155552690')).body.code).toBe('too_many_requests');
  });
});

describe('the anti-phishing code', () => {
  const set = (client: Caller, anti_phishing_code: string, verification_code: string) =>
    client.post('/api/v3/anti-phishing', { anti_phishing_code, verification_code });

  test('is set with an emailed code, and appears in every email from then on', async () => {
    const client = await exchange.client();
    await client.post('/api/v3/get-code/anti-phishing');
    const mail = await newestMail(client.email);
    expect(mail.text).not.toContain('anti-phishing code:');
    expect(await set(client, 'blueheron7', mail.code)).toMatchObject({ status: 200, body: { message: 'success' } });
    expect((await newestMail(client.email)).text).toMatch(/^Your anti-phishing code: blueheron7\n/);
    await client.post('/api/v2/get-code-for-password');
    expect((await newestMail(client.email)).text).toMatch(/^Your anti-phishing code: blueheron7\n/);
    const { anti_phishing } = (await client.get('/api/v3/security')).body;
    expect(anti_phishing).toEqual({ is_set: true, hint: 'bl••••••••' });
    expect(await set(client, 'greyheron8', mail.code)).toMatchObject({ body: { code: 'code_mismatch' } });
  });

  test.each(['abc', 'a'.repeat(21), 'blue heron', 'blue-heron', '<b>bold</b>', 'line\nbreak', '💥💥💥💥'])(
    '%j is refused before the code is used up',
    async (words) => {
      const client = await exchange.client();
      await client.post('/api/v3/get-code/anti-phishing');
      const code = await codeFor(client.email);
      expect(await set(client, words, code)).toMatchObject({
        status: 422,
        body: { code: 'anti_phishing_invalid', message: 'Please enter 4-20 characters, excluding special symbols' },
      });
      expect((await set(client, 'голубь', code)).body.message).toBe('success');
    },
  );
});

describe('sessions', () => {
  const list = async (client: Caller) => (await client.get('/api/v3/sessions')).body.sessions;

  test('are listed by device with the current one first, and end immediately when revoked', async () => {
    const client = await exchange.client();
    const elsewhere = await exchange.signIn(client.email, client.owner);
    const sessions = await list(client);
    expect(sessions).toHaveLength(2);
    expect(sessions.map(({ is_current }: { is_current: boolean }) => is_current)).toEqual([true, false]);
    expect(sessions[1]).toMatchObject({ ip: '127.0.0.1' });
    const end = () => client.post('/api/v3/sessions/end', { session_id: sessions[1].id });
    expect(await end()).toMatchObject({ status: 200, body: { message: 'success' } });
    expect(await elsewhere.get('/api/v3/sessions')).toMatchObject({ status: 401 });
    expect(await end()).toMatchObject({ status: 404, body: { code: 'unknown_session' } });
    expect(await eventKinds(client)).toContain('session_revoked');
  });

  test('another client’s session cannot be ended', async () => {
    const client = await exchange.client();
    const stranger = await exchange.client();
    const [{ id }] = await list(client);
    const attack = await stranger.post('/api/v3/sessions/end', { session_id: id });
    expect(attack).toMatchObject({ status: 404, body: { code: 'unknown_session' } });
    expect(await list(client)).toHaveLength(1);
  });

  test('all other sessions of a client end together, and those of other clients stay', async () => {
    const client = await exchange.client();
    const stranger = await exchange.client();
    const others = await Promise.all([1, 2, 3].map(() => exchange.signIn(client.email, client.owner)));
    const end = await client.post('/api/v3/sessions/end-others');
    expect(end).toMatchObject({ status: 200, body: { message: 'success', ended: 3 } });
    for (const gone of others) expect((await gone.get('/api/v3/sessions')).status).toBe(401);
    expect(await list(client)).toHaveLength(1);
    expect(await list(stranger)).toHaveLength(1);
  });
});

describe('other parts of the security center', () => {
  const saveLimit = (client: TestClient, withdraw_limit: unknown, proof: object = {}) =>
    client.post('/api/v3/update-withdraw-limit', { withdraw_limit, ...proof });
  const limitOf = async (client: TestClient) => (await client.get('/api/v3/security')).body.withdraw_limit;
  /** Makes a requested increase of the limit look as if it had been requested a day earlier. */
  const aDayLater = ({ owner }: TestClient) =>
    exchange.query(
      `update client set next_withdraw_limit_at = next_withdraw_limit_at - interval '1 day' where owner = $1`,
      [owner],
    );

  test('raising the withdrawal limit requires the account password and takes effect after 24 hours', async () => {
    const client = await exchange.client();
    expect(await limitOf(client)).toBe('500');
    expect(await saveLimit(client, '1500')).toMatchObject({ status: 422, body: { code: 'wrong_password' } });
    expect((await saveLimit(client, '1500', { password: 'a wrong one 9' })).body.code).toBe('wrong_password');
    const { status, body } = await saveLimit(client, '1500', { password: PASSWORD });
    expect([status, body.message]).toEqual([200, 'saved']);
    expect(body.effective_at).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    const { withdraw_limit, withdraw_limit_next } = (await client.get('/api/v3/security')).body;
    expect([withdraw_limit, withdraw_limit_next]).toEqual(['500', { limit: '1500', from: body.effective_at }]);
    await aDayLater(client);
    const later = (await client.get('/api/v3/security')).body;
    expect([later.withdraw_limit, later.withdraw_limit_next]).toEqual(['1500', undefined]);
    expect((await eventKinds(client)).filter((kind) => kind === 'withdrawal_limit_changed')).toHaveLength(1);
  });

  test('lowering the withdrawal limit takes effect immediately and cancels a pending raise', async () => {
    const client = await exchange.client();
    await saveLimit(client, '1500', { password: PASSWORD });
    await aDayLater(client);
    expect((await saveLimit(client, '1000')).body).toEqual({ message: 'saved', effective_at: 0 });
    expect(await limitOf(client)).toBe('1000');
    await saveLimit(client, '1500', { password: PASSWORD });
    expect((await saveLimit(client, '1000')).body.effective_at).toBe(0);
    await aDayLater(client);
    expect(await limitOf(client)).toBe('1000');
  });

  test('raising the withdrawal limit also requires the code of an enrolled authenticator', async () => {
    const client = await exchange.client();
    const { key } = (await client.post('/api/v3/totp/offer', { password: PASSWORD })).body;
    await client.post('/api/v3/totp/enrol', { code: await totpCode(key, -1) });
    expect((await saveLimit(client, '1000', { password: PASSWORD })).body.code).toBe('code_mismatch');
    expect((await saveLimit(client, '1000', { password: PASSWORD, code: await totpCode(key) })).status).toBe(200);
  });

  test('only a limit that operators offer is accepted', async () => {
    const client = await exchange.client();
    for (const wrong of ['', '-500', 1500, null]) expect((await saveLimit(client, wrong)).status).toBe(400);
    expect((await saveLimit(client, '2000')).body).toMatchObject({
      code: 'withdraw_limit_unknown',
      parameters: { choices: '500, 1000, 1500' },
    });
    expect(await limitOf(client)).toBe('500');
  });

  test('signing out and setting the first transaction password are recorded', async () => {
    const client = await exchange.client();
    await exchange.query('update client set transaction_password = null where owner = $1', [client.owner]);
    const form = { password: PASSWORD, transaction_password: NEXT, transaction_password_confirmation: NEXT };
    expect((await client.post('/api/v3/set-transaction-password', form)).status).toBe(200);
    const [message] = (await exchange.visitor.get(`/sandbox/messages?to=${client.email}`)).body;
    expect(message.subject).toBe('A transaction password was set for your Vitrine account');
    const elsewhere = await exchange.signIn(client.email, client.owner);
    await elsewhere.post('/api/v3/logout');
    expect((await eventKinds(client)).slice(0, 3)).toEqual(['signed_out', 'signed_in', 'transaction_password_set']);
  });

  test('changing the password voids a sign-in awaiting its second factor and a reset in progress', async () => {
    const client = await exchange.client();
    await exchange.visitor.post('/api/v3/forgot-password/send-code', { email: client.email });
    const code = await codeFor(client.email);
    const { body } = await exchange.visitor.post('/api/v3/forget-password-code/verify', { email: client.email, code });
    await updatePassword(client, await passwordCode(client));
    const reset = { email: client.email, password: 'six white herons', token: body.token };
    expect(await exchange.visitor.post('/api/v3/reset-password', reset)).toMatchObject({
      body: { code: 'reset_expired' },
    });
  });

  test('security events are listed page by page, newest first, and only the client’s own', async () => {
    const client = await exchange.client();
    const stranger = await exchange.client();
    for (const limit of ['1000', '1500', '500'])
      await client.post('/api/v3/update-withdraw-limit', { withdraw_limit: limit, password: PASSWORD });
    const seen: string[] = [];
    let before = '';
    for (let page = 0; page < 10; page += 1) {
      const { events, next_before } = (await client.get(`/api/v3/security-events?limit=2${before}`)).body;
      for (const { kind, details } of events) if (kind === 'withdrawal_limit_changed') seen.push(details.limit);
      if (next_before === undefined) break;
      before = `&before=${next_before}`;
    }
    expect(seen).toEqual(['500', '1500', '1000']);
    expect(await eventKinds(stranger)).not.toContain('withdrawal_limit_changed');
  });
});

describe('slow hashes', () => {
  const windows = (subject: string) =>
    exchange.query('select attempts from attempt_window where subject = $1 and attempts > 0', [subject]);
  const personOf = async ({ owner }: TestClient): Promise<string> =>
    String((await exchange.query('select person_id as id from client where owner = $1', [owner]))[0]?.id);

  test('a password that cannot be compared because the queue is full uses up no attempt', async () => {
    const client = await exchange.client();
    const personId = await personOf(client);
    const stored = await hashPassword(PASSWORD);
    // Fill both of the client's slots in the password queue, behind many other hashes.
    const before = Array.from({ length: 24 }, () => hashPassword(PASSWORD));
    const places = [1, 2].map(() => verifyPassword(stored, PASSWORD, personId));
    const form = { oldTransactionPassword: PASSWORD, transactionPassword: NEXT };
    const busy = { status: 503, body: { code: 'busy' } };
    expect(await client.post('/api/v3/update-transaction-password', form)).toMatchObject(busy);
    expect(await client.post('/api/v3/passkeys/options', { password: PASSWORD })).toMatchObject(busy);
    await Promise.all([...before, ...places]);
    expect(await windows(`account_password:${personId}`)).toEqual([]);
    const uid = (await client.get('/api/v3/account-client')).body.client.user.user_unique_id;
    expect(await windows(`transaction_password:${uid}`)).toEqual([]);
    expect((await client.post('/api/v3/update-transaction-password', form)).body.message).toBe('saved');
  });

  test('a recovery code that cannot be compared because the queue is full uses up no attempt', async () => {
    const client = await exchange.client();
    const personId = await personOf(client);
    const code = await totpCode(await setAuthenticator(client));
    const { status, body } = await client.post('/api/v3/totp/recovery-codes', { password: PASSWORD, code });
    expect(status, JSON.stringify(body)).toBe(200);
    const { recovery_codes } = body;
    const before = Array.from({ length: 60 }, () => hashPassword(PASSWORD));
    const device = { ip: '192.0.2.1', userAgent: 'test' };
    const { authenticators } = exchange.services.access;
    const check = () => authenticators.check({ personId, owner: client.owner }, recovery_codes[0], device);
    await expect(check()).rejects.toMatchObject({ code: 'busy' });
    expect(await windows(`second_factor:${personId}`)).toEqual([]);
    await Promise.all(before);
    expect(await check()).toBe('recovery_code');
  });

  test('concurrent new transaction passwords are compared one after the other; none is refused as busy', async () => {
    const client = await exchange.client();
    const personId = await personOf(client);
    for (const earlier of [NEXT, 'a', 'b', 'c', 'd'])
      await exchange.query(`insert into password_history (person_id, kind, hash) values ($1, 'transaction', $2)`, [
        personId,
        await hashPassword(earlier),
      ]);
    const form = { oldTransactionPassword: PASSWORD, transactionPassword: NEXT };
    const change = () => client.post('/api/v3/update-transaction-password', form);
    const answers = await Promise.all(Array.from({ length: 4 }, change));
    expect(answers.map(({ body }) => body.message)).toEqual(Array(4).fill('same_previous_password'));
  });

  test('a new password that cannot be compared with previous ones because the queue is full uses up no attempt', async () => {
    const client = await exchange.client();
    const personId = await personOf(client);
    const code = await passwordCode(client);
    const stored = await hashPassword(PASSWORD);
    await withConnection(exchange.databaseUrl, 'test', async (hand) => {
      await hand.query('begin');
      await hand.query('lock table password_history');
      const change = updatePassword(client, code);
      await eventually(async () => expect(await windows(`new_password:${personId}`)).toHaveLength(1));
      const before = Array.from({ length: 24 }, () => hashPassword(PASSWORD));
      const places = [1, 2].map(() => verifyPassword(stored, PASSWORD, personId));
      await hand.query('rollback');
      expect(await change).toMatchObject({ status: 503, body: { code: 'busy' } });
      await Promise.all([...before, ...places]);
    });
    expect(await windows(`new_password:${personId}`)).toEqual([]);
    expect((await updatePassword(client, code)).body.message).toBe('saved');
  });

  test('new passwords are compared with previous ones at most thirty times in fifteen minutes', async () => {
    const client = await exchange.client();
    await useUp(exchange, 'new_password', await personOf(client), { attempts: 29, windowSeconds: 900 });
    const same = { oldTransactionPassword: PASSWORD, transactionPassword: PASSWORD };
    const change = () => client.post('/api/v3/update-transaction-password', same);
    expect((await change()).body.message).toBe('same_previous_password');
    expect((await change()).body.code).toBe('too_many_requests');
    expect((await updatePassword(client, await passwordCode(client))).body.code).toBe('too_many_requests');
  });

  test('recovery codes are generated at most five times in fifteen minutes; a refused request uses up no code', async () => {
    const client = await exchange.client();
    const key = await setAuthenticator(client);
    await useUp(exchange, 'recovery_codes', await personOf(client), { attempts: 4, windowSeconds: 900 });
    const renew = (code: string) => client.post('/api/v3/totp/recovery-codes', { password: PASSWORD, code });
    const { recovery_codes } = (await renew(await totpCode(key))).body;
    expect(recovery_codes).toHaveLength(10);
    expect((await renew(recovery_codes[0])).body.code).toBe('too_many_requests');
    // The refused request used up none of the recovery codes.
    expect((await client.get('/api/v3/totp')).body.recovery_codes_left).toBe(10);
  });
});
