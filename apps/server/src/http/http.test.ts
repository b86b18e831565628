import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SESSION_COOKIE } from '../auth/session/session-cookie.ts';
import { Caller, PASSWORD, type TestClient, TestExchange } from '../testing/test-exchange.ts';

let exchange: TestExchange;
let client: TestClient;

beforeAll(async () => {
  exchange = await TestExchange.open({ RATE_ORDERS_PER_SESSION: '5' });
  client = await exchange.client({ USDT: '1000' });
});
afterAll(() => exchange.close());

const cancelAll = '/api/v3/orders/cancel-all';

describe('common properties of all calls', () => {
  test.each<[string, Parameters<Caller['call']>, number, object]>([
    ['an unknown address', ['GET', '/api/v3/nothing'], 404, { code: 'not_found' }],
    [
      'another method',
      ['GET', cancelAll],
      405,
      { code: 'method_not_allowed', message: 'GET is not allowed here; use POST' },
    ],
    [
      'a body that is not JSON',
      ['POST', cancelAll, '{"name":'],
      400,
      { code: 'invalid_request', parameters: { reason: 'body_not_json' } },
    ],
    [
      'a body that is not an object',
      ['POST', cancelAll, '[]'],
      400,
      { code: 'invalid_request', parameters: { reason: 'wrong_type', field: 'body', type: 'object' } },
    ],
    [
      'a body without a field',
      ['POST', '/api/v3/orders/cancel', {}],
      400,
      {
        message: 'The request is not valid: order_id is missing',
        parameters: { reason: 'field_missing', field: 'order_id' },
      },
    ],
    [
      'a body that would change the prototype',
      ['POST', cancelAll, '{"__proto__":{"a":1}}'],
      400,
      { code: 'invalid_request' },
    ],
    ['a body that is too large', ['POST', cancelAll, { name: 'x'.repeat(20_000) }], 413, { code: 'too_large' }],
    [
      'a form-encoded body',
      ['POST', cancelAll, 'name=BTCUSDT', { 'content-type': 'application/x-www-form-urlencoded' }],
      415,
      { code: 'unsupported_media_type' },
    ],
    ['an unknown query field', ['GET', '/api/v3/markets?a=1'], 400, { code: 'unknown_field' }],
    [
      'more query fields than any call has',
      ['GET', `/api/v3/markets?a=1${'&'.repeat(64)}`],
      400,
      { code: 'invalid_request', parameters: { reason: 'too_many_parameters' } },
    ],
    [
      'a query with U+0000',
      ['GET', '/api/v2/username-check?username=a%00b@mail.example'],
      400,
      { code: 'invalid_request' },
    ],
    [
      'a body with U+0000',
      ['POST', '/api/v3/login', { username: 'a\u0000b@mail.example', password: 'a password' }],
      400,
      { code: 'invalid_request' },
    ],
    [
      'a body with a lone surrogate',
      ['POST', '/api/v3/passkeys/add', { token: 'x'.repeat(43), name: 'phone \ud800', response: {} }],
      400,
      { code: 'invalid_request' },
    ],
    ['a repeated query field', ['GET', '/api/v3/coin-assets?name=BTC&name=ETH'], 400, { code: 'invalid_request' }],
    [
      'an unknown coin',
      ['GET', '/api/v3/coin-assets?name=NOPE'],
      404,
      { code: 'unknown_coin', message: 'Unknown coin: NOPE' },
    ],
    ['an unknown market', ['GET', '/api/v3/recent-trades?name=NOPEUSDT'], 404, { code: 'unknown_market' }],
    [
      'a limit out of range',
      ['GET', '/api/v3/market-trades?name=BTCUSDT&limit=101'],
      400,
      { code: 'invalid_request', parameters: { reason: 'too_high', field: 'limit', limit: '100' } },
    ],
    ['an invalid cursor', ['GET', '/api/v3/wallet/statement?cursor=abc'], 400, { code: 'invalid_request' }],
    [
      'a position that is not reached',
      ['GET', '/api/v3/trades/funds', undefined, { 'x-min-position': '999999999' }],
      503,
      { code: 'position_not_reached', retryable: true },
    ],
    [
      'an invalid position',
      ['GET', '/api/v3/trades/funds', undefined, { 'x-min-position': '-1' }],
      400,
      { code: 'invalid_request' },
    ],
    [
      'an empty Idempotency-Key',
      ['POST', cancelAll, {}, { 'idempotency-key': '' }],
      400,
      { code: 'idempotency_key_invalid' },
    ],
    [
      'a long Idempotency-Key',
      ['POST', cancelAll, {}, { 'idempotency-key': 'x'.repeat(129) }],
      400,
      { code: 'idempotency_key_invalid' },
    ],
  ])('%s', async (_, call, status, body) => {
    expect(await client.call(...call)).toMatchObject({ status, body });
  });

  test.each(['/api/v3/trades/funds', '/api/v3/trades/order-histories', '/api/v3/ledger-sums'])(
    'GET %s immediately refuses a log position too far ahead, and waits for a near one',
    async (path) => {
      const at = (position: number) => client.get(path, { 'x-min-position': String(position) });
      const { position } = exchange.services.core;
      const startMs = performance.now();
      expect(await at(position + 1_100_000)).toMatchObject({ status: 503, body: { code: 'position_not_reached' } });
      // The call does not wait: a wait would take two seconds. The bound allows for a busy machine.
      expect(performance.now() - startMs).toBeLessThan(1_500);
      const near = at(position + 1);
      await exchange.submit({ kind: 'Tick' });
      expect((await near).status).toBe(200);
    },
  );

  test('a token that was never issued does not give a session', async () => {
    const stranger = new Caller(exchange.exchange, { authorization: 'Bearer nonsense' });
    expect(await stranger.get('/api/v3/trades/funds')).toMatchObject({
      status: 401,
      body: { code: 'session_expired' },
    });
  });

  test.each([
    ['orders', cancelAll, {}],
    ['closes of futures', '/api/v3/futures/close', { future_id: '1001-long' }],
    ['changes of leverage', '/api/v3/futures/leverage', { name: 'BTC-USDT-PERP', side: 'long', leverage: 5 }],
  ])('%s of one session are rate-limited, and the response says how long to wait', async (_, path, body) => {
    const hasty = await exchange.client();
    const answers = await Promise.all(Array.from({ length: 40 }, () => hasty.post(path, body)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThanOrEqual(25);
    expect(refused[0]).toMatchObject({
      headers: { 'retry-after': '1' },
      body: { code: 'too_many_requests', retryable: true },
    });
  });

  test('API responses are not stored or sniffed, and nothing in them is executed', async () => {
    const { headers } = await exchange.visitor.get('/api/v3/markets');
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    });
  });
});

test('the API reference cannot be framed, is revalidated and has no device permissions', async () => {
  const { headers } = await exchange.visitor.get('/docs');
  expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'cache-control': 'no-cache' });
  expect(headers['permissions-policy']).toContain('camera=()');
});

test('TRACE and other unused methods are refused, and the response repeats nothing from the request', async () => {
  for (const method of ['TRACE', 'PUT', 'DELETE', 'OPTIONS']) {
    const answer = await exchange.exchange.app.inject({
      method: method as 'GET',
      url: '/api/v3/markets',
      headers: { 'x-probe': 'what was sent' },
    });
    expect([method, answer.statusCode]).toEqual([method, 405]);
    expect(answer.body).not.toContain('what was sent');
  }
});

describe('requests by cookie', () => {
  const withCookie = (headers: Record<string, string>) =>
    new Caller(exchange.exchange, {
      host: 'exchange.localhost',
      cookie: `${SESSION_COOKIE}=${encodeURIComponent(client.token)}`,
      ...headers,
    });

  test('may read without an Origin', async () => {
    expect((await withCookie({}).get('/api/v3/trades/funds')).status).toBe(200);
  });

  test.each<[string, Record<string, string>, number]>([
    ['from our own page', { origin: 'http://exchange.localhost' }, 200],
    ['from another site', { origin: 'https://elsewhere.test' }, 403],
    ['from a page without an origin', { origin: 'null' }, 403],
    ['without an Origin', {}, 403],
  ])('that change something are accepted or refused by their Origin: %s', async (_, headers, status) => {
    const answer = await withCookie(headers).post(cancelAll, {});
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.body.code).toBe('foreign_origin');
  });

  test('a page at a foreign domain name that resolves to this server can neither sign in nor read messages', async () => {
    const rebound = { host: 'evil.example:8080', origin: 'http://evil.example:8080' };
    const page = new Caller(exchange.exchange, rebound);
    const form = { username: client.email, password: PASSWORD };
    expect(await page.post('/api/v3/login', form)).toMatchObject({ status: 403, body: { code: 'foreign_origin' } });
    const messages = `/sandbox/messages?to=${client.email}`;
    expect(await page.get(messages)).toMatchObject({ status: 403, body: { code: 'foreign_origin' } });
    for (const host of ['localhost:8080', '127.0.0.1:8080', '[::1]:8080'])
      expect([host, (await new Caller(exchange.exchange, { host }).get(messages)).status]).toEqual([host, 200]);
  });

  test('a sign-in form on another site is refused', async () => {
    const other = new Caller(exchange.exchange, { host: 'exchange.localhost', origin: 'https://elsewhere.test' });
    const form = { username: client.email, password: PASSWORD };
    expect(await other.post('/api/v3/login', form)).toMatchObject({ status: 403, body: { code: 'foreign_origin' } });
  });

  test('the specification’s GET form of a state-changing call is refused with a cookie but accepted with a bearer token', async () => {
    const url =
      '/api/v2/my-order?name=BTCUSDT&delegate_type=BUY&trade_type=limit&number_of_order=1&order_per_unit=1&transaction_password=x';
    expect(await withCookie({ origin: 'http://exchange.localhost' }).get(url)).toMatchObject({ status: 401 });
    const answer = await client.get(url);
    expect(answer).toMatchObject({ status: 200, body: { message: 'wrong_transaction_password' } });
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

describe('the API reference and the metrics', () => {
  test('/docs/json describes every existing endpoint, and /docs shows it without inline scripts', async () => {
    const { body } = await exchange.visitor.get('/docs/json');
    for (const path of ['/api/v2/my-order', '/api/v3/wallets/spot', '/sandbox/deposits'])
      expect(body.paths).toHaveProperty([path]);
    const page = await exchange.visitor.get('/docs');
    expect(page.body).not.toMatch(/<script(?![^>]*src=)/);
    expect(page.headers['content-security-policy']).toMatch(
      /script-src 'self';.*object-src 'none';base-uri 'none';.*frame-ancestors 'none'/,
    );
    expect((await exchange.visitor.get('/docs/viewer/js/scalar.js')).status).toBe(200);
  });

  test('the API reference sends nothing to the vendor of its viewer', async () => {
    expect((await exchange.visitor.get('/docs/start.js')).body).toMatch(
      /withDefaultFonts: false,\s+telemetry: false,[\s\S]*agent: \{ disabled: true \}/,
    );
    const { headers } = await exchange.visitor.get('/docs');
    expect(headers['content-security-policy']).toMatch(/connect-src 'self'/);
    expect(headers['content-security-policy']).not.toMatch(/https?:\/\//);
  });

  test('the API reference is compressed once for each encoding, and not sent again to a browser that has it', async () => {
    for (const path of ['/docs/viewer/js/scalar.js', '/docs/json']) {
      const ask = (headers: Record<string, string>) =>
        exchange.exchange.app.inject({
          method: 'GET',
          url: path,
          headers: { 'accept-encoding': 'gzip, br', ...headers },
        });
      const beforeFirst = process.cpuUsage();
      const first = await ask({});
      const once = process.cpuUsage(beforeFirst);
      expect([first.statusCode, first.headers['content-encoding']]).toEqual([200, 'br']);
      const before = process.cpuUsage();
      const again = await Promise.all(Array.from({ length: 10 }, () => ask({})));
      const tenTimes = process.cpuUsage(before);
      expect(tenTimes.user + tenTimes.system).toBeLessThan(5 * (once.user + once.system));
      for (const { rawPayload } of again) expect(rawPayload.equals(first.rawPayload)).toBe(true);
      expect((await ask({ 'if-none-match': String(first.headers.etag) })).statusCode).toBe(304);
      const plain = await ask({ 'accept-encoding': 'br;q=0' });
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(brotliDecompressSync(first.rawPayload).equals(plain.rawPayload)).toBe(true);
    }
  });

  test('/metrics counts commands and shows that every asset sums to zero', async () => {
    const { body } = await exchange.visitor.get('/metrics');
    expect(body).toMatch(/vitrine_commands_total\{outcome="accepted"\} [1-9]/);
    expect(body).toMatch(/vitrine_asset_sum_units\{asset="USDT"\} 0/);
  });

  test('all accounts of an asset sum to zero, and a deposit is owed to clients', async () => {
    const usdt = async (): Promise<{ sum: string; owed_to_clients: string }> => {
      const everything = { 'x-min-position': String(exchange.services.core.position) };
      const { body } = await exchange.visitor.get('/api/v3/ledger-sums', everything);
      return body.assets.find(({ coin }: { coin: string }) => coin === 'USDT');
    };
    const before = await usdt();
    await exchange.client({ USDT: '12.5' });
    const after = await usdt();
    expect([before.sum, after.sum]).toEqual(['0.000000', '0.000000']);
    expect(Number(after.owed_to_clients) - Number(before.owed_to_clients)).toBe(12.5);
  });
});
