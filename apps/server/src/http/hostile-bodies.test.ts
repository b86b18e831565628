import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type TestClient, TestExchange, type TestResponse } from '../testing/test-exchange.ts';

let exchange: TestExchange;
let client: TestClient;

beforeAll(async () => {
  exchange = await TestExchange.open();
  client = await exchange.client();
});
afterAll(() => exchange.close());

const KYC = '/api/v2/upload/kyc';
const WEBHOOK = '/api/v3/paypal/webhook';
const LOGIN = '/api/v3/login';
const kilobytes = (count: number) => count * 1_024;

/** Makes a call; returns its response and whether its body was parsed. */
async function callWith(path: string, body: string, who = client): Promise<TestResponse & { isParsed: boolean }> {
  const parse = vi.spyOn(JSON, 'parse');
  try {
    const { app } = exchange.exchange;
    const { statusCode, headers, payload } = await app.inject({
      method: 'POST',
      url: path,
      payload: body,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${who.token}` },
    });
    const isParsed = parse.mock.calls.some(([text]) => text === body);
    return { status: statusCode, headers, body: JSON.parse(payload), isParsed };
  } finally {
    parse.mockRestore();
  }
}

describe('a body that is expensive to parse is refused before it is parsed', () => {
  test.each([
    ['one string of 7.9 MB', KYC, JSON.stringify('x'.repeat(7_900_000)), 413],
    ['500,000 fields', KYC, `{${Array.from({ length: 500_000 }, (_, i) => `"k${i}":0`)}}`, 413],
    ['2.6 million empty objects', KYC, `[${'{},'.repeat(2_600_000)}{}]`, 413],
    ['8 MB of nested lists', KYC, '['.repeat(8_000_000), 413],
    ['as many fields as 16 KB hold', KYC, `{${Array.from({ length: 1_600 }, (_, i) => `"k${i}":0`)}}`, 400],
    ['as many empty objects as 16 KB hold', KYC, `[${'{},'.repeat(5_400)}{}]`, 400],
    ['16 KB of nested lists', LOGIN, '['.repeat(kilobytes(16)), 400],
    ['16 KB of nested objects', LOGIN, '{"a":'.repeat(3_200), 400],
    ['32 KB of nested lists to the webhook', WEBHOOK, '['.repeat(kilobytes(32)), 400],
    ['32 KB of fields to the webhook', WEBHOOK, `{${Array.from({ length: 3_000 }, (_, i) => `"k${i}":0`)}}`, 400],
    ['64 KB to the webhook', WEBHOOK, '['.repeat(kilobytes(64)), 413],
    ['64 KB of elements to support', '/api/v3/support/messages', `[${'0,'.repeat(32_000)}0]`, 400],
    ['a repeated field', '/api/v3/futures/transfer', '{"transfer_amount":"1","transfer_amount":"900"}', 400],
  ])('%s', async (_, path, body, status) => {
    const answer = await callWith(path, body);
    expect(answer).toMatchObject({ status, isParsed: false });
    expect(answer.body.code).toBe(status === 413 ? 'too_large' : 'invalid_request');
  });

  test('an ordinary body is parsed', async () => {
    expect(await callWith('/api/v3/support/read', '{"up_to":1}')).toMatchObject({ status: 200, isParsed: true });
  });

  test('refusing such a body costs little more than refusing one without any fields', async () => {
    const costOnce = async (bodies: readonly string[]) => {
      const before = process.cpuUsage();
      for (let round = 0; round < 50; round += 1) for (const body of bodies) await callWith(LOGIN, body);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    // The minimum of three: other work of the process, such as garbage collection, only adds to the cost.
    const costOf = async (bodies: readonly string[]) =>
      Math.min(await costOnce(bodies), await costOnce(bodies), await costOnce(bodies));
    const bodies = ['['.repeat(kilobytes(16)), `[${'{},'.repeat(5_400)}{}]`, `{${'"k":0,'.repeat(2_700)}"k":0}`];
    await costOf(['{}']);
    expect(await costOf(bodies)).toBeLessThan(4 * (await costOf(['{}', '{}', '{}'])) + 100_000);
  });
});

test('text that no database accepts is refused, however deeply nested it is', async () => {
  const body = `{"a":${'['.repeat(20)}"\\u0000"${']'.repeat(20)}}`;
  expect((await callWith(WEBHOOK, body)).body).toMatchObject({ code: 'invalid_request' });
});

describe('a body sent over a connection', () => {
  /** Sends raw bytes; returns everything received until the server closes the connection. */
  async function sendRaw(head: readonly string[], body: string | Buffer, to = exchange): Promise<string> {
    const { app } = to.exchange;
    if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
    const socket = new Socket();
    socket.on('error', () => undefined);
    socket.connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    let answer = '';
    socket.on('data', (data) => {
      answer += String(data);
    });
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    socket.write(body);
    await once(socket, 'close');
    return answer;
  }

  test('a body that does not state its length is refused, and the connection closed', async () => {
    const head = [`POST ${LOGIN} HTTP/1.1`, 'host: x', 'content-type: application/json', 'transfer-encoding: chunked'];
    const answer = await sendRaw(head, '1\r\n[\r\n'.repeat(100));
    expect(answer).toMatch(/^HTTP\/1\.1 411 /);
    expect(answer).toContain('"code":"length_required"');
    expect(answer).toMatch(/connection: close/i);
  });

  test('none of the chunks of a chunked body are parsed, nor is anything after it that looks like a request', async () => {
    const { server } = exchange.exchange.app;
    const requested: (string | undefined)[] = [];
    const pieces: unknown[] = [];
    const listen = (request: IncomingMessage) => {
      requested.push(request.url);
      const push = request.push.bind(request);
      request.push = (piece) => {
        if (piece !== null) pieces.push(piece);
        return push(piece);
      };
    };
    server.prependListener('request', listen);
    const head = [`POST ${LOGIN} HTTP/1.1`, 'host: x', 'transfer-encoding: chunked'];
    const behind = 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n';
    const answer = await sendRaw(head, behind.repeat(100));
    const inPieces = await sendRaw(head, '1\r\n[\r\n'.repeat(10_000));
    server.off('request', listen);
    for (const each of [answer, inPieces]) expect(each.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 411']);
    expect(requested).toEqual([LOGIN, LOGIN]);
    expect(pieces).toEqual([]);
  });

  test('a connection that keeps exceeding its allowance is closed', async () => {
    const tight = await TestExchange.open({ RATE_PER_ADDRESS: '1' });
    let requests = 0;
    tight.exchange.app.server.on('request', () => {
      requests += 1;
    });
    const head = ['GET /nothing HTTP/1.1', 'host: x'];
    const answer = await sendRaw(head, `${head.join('\r\n')}\r\n\r\n`.repeat(500), tight);
    await tight.close();
    const statuses = answer.match(/HTTP\/1\.1 \d+/g) ?? [];
    expect(statuses.filter((status) => status.endsWith('429'))).toHaveLength(21);
    // Later requests on this connection were not even parsed.
    expect(requests).toBe(statuses.length);
    expect(requests).toBeLessThan(40);
  });

  test.each([
    ['its headers', [`POST ${LOGIN} HTTP/1.1`, 'host: x'], 'x-slow: '],
    [
      'its body',
      [`POST ${LOGIN} HTTP/1.1`, 'host: x', 'content-type: application/json', 'content-length: 500', ''],
      '',
    ],
  ])('a request sent a byte at a time ends at the first check after its timeout: %s', async (_, lines, start) => {
    const { app } = exchange.exchange;
    if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
    const { server } = app;
    const { headersTimeout, requestTimeout } = server;
    expect([headersTimeout, requestTimeout]).toEqual([10_000, 30_000]);
    // Shorten the timeouts, so that the test only has to wait for the next check.
    Object.assign(server, { headersTimeout: 500, requestTimeout: 500 });
    const socket = new Socket().on('error', () => undefined);
    socket.connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(`${lines.join('\r\n')}\r\n${start}`);
    const drip = setInterval(() => socket.write('x'), 100);
    const startMs = performance.now();
    let answer = '';
    socket.on('data', (data) => {
      answer += String(data);
    });
    // Sending a byte to the closed connection resets it, which may lose the response.
    const isReset = await new Promise<boolean>((resolve) => socket.once('close', resolve));
    clearInterval(drip);
    Object.assign(server, { headersTimeout, requestTimeout });
    expect(answer).toMatch(isReset ? /^(HTTP\/1\.1 408 |$)/ : /^HTTP\/1\.1 408 /);
    expect(performance.now() - startMs).toBeLessThan(8_000);
  });

  test('an idle connection is closed', async () => {
    const { app } = exchange.exchange;
    if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
    const { server } = app;
    expect(server.timeout).toBe(60_000);
    server.timeout = 200;
    try {
      const socket = new Socket().connect((server.address() as AddressInfo).port, '127.0.0.1').resume();
      await once(socket, 'close');
    } finally {
      server.timeout = 60_000;
    }
  });

  test.each([
    ['without a host', ['GET /healthz HTTP/1.1'], 400],
    ['of HTTP/0.9', ['GET /healthz'], 400],
    ['with an unknown expectation', ['GET /healthz HTTP/1.1', 'host: x', 'expect: something'], 417],
    ['of HTTP/1.0 without a host', ['GET /healthz HTTP/1.0'], 200],
  ])('a request %s gets a response with the standard headers', async (_, head, status) => {
    const lines = head[0]?.endsWith('1.1') ? [...head, 'connection: close'] : head;
    const answer = await sendRaw(lines, '');
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toMatch(/x-content-type-options: nosniff/i);
  });

  test('a large body that is not permitted is not read to its end', async () => {
    const head = [
      'POST /api/v3/uploads/attachment HTTP/1.1',
      'host: x',
      'content-type: application/octet-stream',
      'content-length: 5000000',
    ];
    const answer = await sendRaw(head, Buffer.alloc(1_000));
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toMatch(/connection: close/i);
  });
});

describe('expensive calls', () => {
  test('webhook messages of the payment provider have a separate limit', async () => {
    const codes = await Promise.all(
      Array.from({ length: 300 }, async () => (await exchange.visitor.post(WEBHOOK, { id: 'x' })).status),
    );
    expect(codes.filter((status) => status === 429).length).toBeGreaterThan(50);
  });

  test.each([
    ['unknown paths', '/nothing', {}],
    ['the API reference', '/docs/json', {}],
    ['its viewer', '/docs/viewer/js/scalar.js', {}],
    ['the stream without an upgrade', '/stream', {}],
    ['the stream for a foreign page', '/stream', { origin: 'https://elsewhere.test' }],
  ])('%s count toward the limit', async (_, path, headers) => {
    const tight = await TestExchange.open({ RATE_PER_ADDRESS: '1' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => tight.visitor.get(path, headers)));
    await tight.close();
    const refused = answers.filter(({ status }) => status === 429).length;
    expect(refused).toBeGreaterThan(5);
    expect(refused).toBeLessThan(18);
    for (const answer of answers)
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      });
  });
});
