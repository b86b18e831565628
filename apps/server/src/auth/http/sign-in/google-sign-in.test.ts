import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../../../testing/browser.ts';
import { PASSWORD, TestExchange } from '../../../testing/test-exchange.ts';
import { totpCode } from '../../testing/totp-code.ts';

let exchange: TestExchange;

beforeAll(async () => {
  exchange = await TestExchange.open();
});
afterAll(() => exchange.close());

const local = (location: unknown): string => {
  const url = new URL(String(location), 'http://localhost');
  return url.pathname + url.search;
};

/**
 * Follows the first redirect to the provider's page, signs in there, and returns the callback URL, which is not
 * requested yet.
 */
async function choose(browser: Browser, email: string, start = '/api/v3/auth/google'): Promise<string> {
  let at = start.startsWith('/api') ? local((await browser.get(start)).headers.location) : start;
  const page = await browser.get(at);
  at = local(page.headers.location);
  expect((await browser.get(at)).body).toContain('Sandbox sign-in provider');
  let answer = await browser.submit(at, { email });
  while (!local(answer.headers.location).startsWith('/api/v3/auth/google/callback')) {
    answer = await browser.get(local(answer.headers.location));
  }
  return local(answer.headers.location);
}

/** The fields that the callback passes to the page, in the fragment of the redirect. */
async function arrive(browser: Browser, callback: string): Promise<Record<string, string>> {
  const { status, headers } = await browser.get(callback);
  expect(status).toBe(302);
  const location = new URL(String(headers.location), 'http://localhost');
  expect(location.pathname).toBe('/auth/callback');
  return Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
}

const throughGoogle = async (browser: Browser, email: string) => arrive(browser, await choose(browser, email));
const login = (browser: Browser, fields: object) => browser.post('/api/v3/google-login', fields);

const registration = (username: string, more: object = {}) => ({
  username,
  password: PASSWORD,
  password_confirmation: PASSWORD,
  connect: 'google',
  ...more,
});

describe('signing in with Google', () => {
  test('an unknown account signs up without a code, is connected, and can sign in from then on', async () => {
    const browser = new Browser(exchange);
    const email = 'grace@gmail.example';
    const back = await throughGoogle(browser, email);
    expect(back.username).toBe(email);
    expect((await login(browser, back)).body).toEqual({
      message: 'UNKNOWN_ACCOUNT',
      provider: 'google',
      label: email,
      email_proved: true,
    });
    expect((await browser.post('/api/v2/register', registration(email))).body).toEqual({ message: 'SUCCESS' });
    const again = await login(browser, await throughGoogle(browser, email));
    expect(again).toMatchObject({ status: 200, body: { client: { email, user: { provider: 'google' } } } });
    expect((await browser.get('/api/v3/session')).body.client.email).toBe(email);
    expect((await browser.get('/api/v3/bind-accounts')).body.gmail).toEqual({ status: 'Verified', email });
  });

  test('the proof for one address opens no account with another address, or without the browser’s cookie', async () => {
    const browser = new Browser(exchange);
    await login(browser, await throughGoogle(browser, 'mine@gmail.example'));
    const other = await browser.post('/api/v2/register', registration('other@gmail.example'));
    expect(other.body).toEqual({ message: 'CODE_DOES_NOT_MATCH' });
    const stranger = await new Browser(exchange).post('/api/v2/register', registration('mine@gmail.example'));
    expect(stranger.body.code).toBe('outside_account_expired');
  });

  test('two concurrent forms with one proof open only one account', async () => {
    const browser = new Browser(exchange);
    const email = 'twice@gmail.example';
    await login(browser, await throughGoogle(browser, email));
    const answers = await Promise.all([1, 2, 3, 4].map(() => browser.post('/api/v2/register', registration(email))));
    expect(answers.filter(({ body }) => body.message === 'SUCCESS')).toHaveLength(1);
  });

  test('a client with the same email address is asked once for the password, and then connected', async () => {
    const client = await exchange.client();
    const browser = new Browser(exchange);
    const answer = await login(browser, await throughGoogle(browser, client.email));
    expect(answer.body).toEqual({ message: 'CONNECT_FIRST', email: client.email });
    const form = { username: client.email, connect: 'google' };
    expect((await browser.post('/api/v3/login', { ...form, password: 'not mine at all' })).status).toBe(401);
    expect((await browser.post('/api/v3/login', { ...form, password: PASSWORD })).status).toBe(200);
    expect((await login(new Browser(exchange), {})).status).toBe(400);
    const fresh = new Browser(exchange);
    expect((await login(fresh, await throughGoogle(fresh, client.email))).body.client.email).toBe(client.email);
  });

  test('the provider counts as one factor: a client with an authenticator is asked for its code', async () => {
    const client = await exchange.client();
    const browser = new Browser(exchange);
    await login(browser, await throughGoogle(browser, client.email));
    await browser.post('/api/v3/login', { username: client.email, connect: 'google', password: PASSWORD });
    const { key } = (await client.post('/api/v3/totp/offer', { password: PASSWORD })).body;
    expect((await client.post('/api/v3/totp/enrol', { code: await totpCode(key, -1) })).status).toBe(200);
    const fresh = new Browser(exchange);
    const answer = await login(fresh, await throughGoogle(fresh, client.email));
    expect(answer.body).toEqual({ message: 'SECOND_FACTOR', challenge: expect.any(String) });
    expect((await fresh.get('/api/v3/session')).body.client ?? null).toBeNull();
  });

  test('a frozen client sees that the account is frozen', async () => {
    const client = await exchange.client();
    const browser = new Browser(exchange);
    await login(browser, await throughGoogle(browser, client.email));
    await browser.post('/api/v3/login', { username: client.email, password: PASSWORD, connect: 'google' });
    await exchange.submit({ kind: 'FreezeOwner', owner: client.owner });
    const fresh = new Browser(exchange);
    const answer = await login(fresh, await throughGoogle(fresh, client.email));
    expect(answer).toMatchObject({ status: 403, body: { code: 'account_frozen' } });
    expect(fresh.cookies.has('__Host-vitrine')).toBe(false);
  });
});

describe('tickets and states', () => {
  test('a ticket works once, in its own browser, for its own username', async () => {
    const browser = new Browser(exchange);
    const thief = new Browser(exchange);
    const first = await throughGoogle(browser, 'ticket@gmail.example');
    expect((await login(thief, first)).body.code).toBe('google_ticket');
    expect((await login(browser, first)).body.code).toBe('google_ticket');
    const second = await throughGoogle(browser, 'ticket@gmail.example');
    expect((await login(browser, { ...second, username: 'other@gmail.example' })).body.code).toBe('google_ticket');
    const third = await throughGoogle(browser, 'ticket@gmail.example');
    const answers = await Promise.all([1, 2, 3].map(() => login(browser, third)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('an expired ticket is refused', async () => {
    const browser = new Browser(exchange);
    const back = await throughGoogle(browser, 'late@gmail.example');
    await exchange.query(`update one_time_token set expires_at = now() - interval '1 second'`);
    expect((await login(browser, back)).body.code).toBe('google_ticket');
  });

  test('a callback in another browser, with a changed state, or sent a second time, leads to an error', async () => {
    const browser = new Browser(exchange);
    const callback = await choose(browser, 'state@gmail.example');
    expect(await arrive(new Browser(exchange), callback)).toEqual({ error: 'google_state' });
    expect(await arrive(browser, callback)).toEqual({ error: 'google_state' });
    const another = await choose(browser, 'state@gmail.example');
    expect(await arrive(browser, another.replace(/state=[^&]*/, 'state=guessed'))).toEqual({ error: 'google_state' });
    const third = await choose(browser, 'state@gmail.example');
    expect(await arrive(browser, third)).toMatchObject({ username: 'state@gmail.example' });
    expect(await arrive(browser, third)).toEqual({ error: 'google_state' });
  });

  test('a code that the provider did not issue, or a response from another issuer, is refused', async () => {
    const browser = new Browser(exchange);
    const callback = await choose(browser, 'code@gmail.example');
    expect(await arrive(browser, callback.replace(/code=[^&]*/, 'code=guessed'))).toEqual({ error: 'google_failed' });
    const other = await choose(browser, 'code@gmail.example');
    expect(await arrive(browser, other.replace(/iss=[^&]*/, 'iss=https%3A%2F%2Fevil.example'))).toEqual({
      error: 'google_failed',
    });
  });

  test('the same browser may sign in to another account', async () => {
    const browser = new Browser(exchange);
    for (const email of ['first@gmail.example', 'second@gmail.example'])
      expect(await throughGoogle(browser, email)).toMatchObject({ username: email });
  });

  test('cancelling at the provider is reported as denied', async () => {
    const browser = new Browser(exchange);
    const callback = await choose(browser, '');
    expect(await arrive(browser, callback)).toEqual({ error: 'denied' });
  });
});

describe('connecting Google to an account', () => {
  async function signedIn() {
    const client = await exchange.client();
    const browser = new Browser(exchange);
    await browser.post('/api/v3/login', { username: client.email, password: PASSWORD });
    return { client, browser };
  }

  async function connect(browser: Browser, email: string) {
    const { body } = await browser.post('/api/v3/connections/google/begin', { password: PASSWORD });
    const back = await arrive(browser, await choose(browser, email, local(body.location)));
    const { connect: purpose, ...fields } = back;
    expect(purpose).toBe('google');
    return browser.post('/api/v3/connections/google', fields);
  }

  test('requires the password, connects one account, and disconnects it', async () => {
    const { browser, client } = await signedIn();
    const wrong = await browser.post('/api/v3/connections/google/begin', { password: 'not mine at all' });
    expect(wrong.body).toMatchObject({ code: 'wrong_password', message: 'Wrong account password' });
    expect((await connect(browser, 'work@gmail.example')).status).toBe(200);
    expect((await browser.get('/api/v3/connections')).body.connections).toMatchObject([
      { provider: 'google', label: 'work@gmail.example' },
    ]);
    const again = await browser.post('/api/v3/connections/google/begin', { password: PASSWORD });
    expect(again.body.code).toBe('connection_exists');
    expect((await browser.post('/api/v3/connections/google/remove', { password: PASSWORD })).status).toBe(200);
    expect((await browser.get('/api/v3/connections')).body.connections).toEqual([]);
    const kinds = (await exchange.services.securityEvents.of(client.owner, { limit: 9 })).map(({ kind }) => kind);
    expect(kinds).toEqual(
      expect.arrayContaining(['google_connected', 'google_disconnected', 'wrong_account_password']),
    );
  });

  test('a Google account that is connected to another client is refused', async () => {
    const first = await signedIn();
    await connect(first.browser, 'shared@gmail.example');
    const second = await signedIn();
    expect((await connect(second.browser, 'shared@gmail.example')).body.code).toBe('connection_taken');
  });

  test('a ticket to sign in does not connect, and one to connect does not sign in', async () => {
    const { browser } = await signedIn();
    const toSignIn = await throughGoogle(browser, 'mixed@gmail.example');
    expect((await browser.post('/api/v3/connections/google', toSignIn)).body.code).toBe('google_ticket');
    const { body } = await browser.post('/api/v3/connections/google/begin', { password: PASSWORD });
    const { connect: _, ...fields } = await arrive(
      browser,
      await choose(browser, 'mixed@gmail.example', local(body.location)),
    );
    expect((await login(browser, fields)).body.code).toBe('google_ticket');
  });
});
