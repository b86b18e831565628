import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { NodeFault, NodeUnreachable } from './chain-errors.ts';
import { askNode, parseResponse, ResponseTooLate, ResponseTooLong } from './node-http.ts';

const MEBIBYTE = 1024 * 1024;

test('a request is sent with method, path, body and headers, and its response is returned with the status', async () => {
  const url = await serve(async (request, response) => {
    const { method, url: path, headers } = request;
    const body = await textOf(request);
    response.writeHead(404).end(JSON.stringify([method, path, headers.authorization, headers['content-type'], body]));
  });
  const access = { url: `${url}/key`, headers: { authorization: 'Basic x' } };
  const { status, text } = await askNode(access, { method: 'POST', path: '/wallet', body: '{"id":1}' });
  expect(status).toBe(404);
  expect(JSON.parse(text)).toEqual(['POST', '/key/wallet', 'Basic x', 'application/json', '{"id":1}']);
});

test('a response is not read past its limit, whether it states its length, streams, or is compressed', async () => {
  const long = Buffer.alloc(8 * MEBIBYTE, 32);
  const sendings: ((response: ServerResponse) => void)[] = [
    (response) => response.writeHead(200, { 'content-length': String(long.length) }).end(long),
    (response) => response.write(long),
    (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(long)),
  ];
  for (const send of sendings) {
    const url = await serve((_, response) => send(response));
    await expect(askNode({ url, maxResponseBytes: MEBIBYTE }, { method: 'GET' })).rejects.toThrow(ResponseTooLong);
  }
  const url = await serve((_, response) => void response.end(long));
  expect((await askNode({ url, maxResponseBytes: long.length }, { method: 'GET' })).text).toHaveLength(long.length);
});

test('a response that is too slow or never begins is abandoned, and the request is not repeated', async () => {
  for (const begins of [true, false]) {
    let asked = 0;
    const url = await serve((_, response) => {
      asked++;
      if (!begins) return;
      const dripping = setInterval(() => response.write(' '), 20);
      response.once('close', () => clearInterval(dripping));
    });
    await expect(askNode({ url, timeoutMs: 300 }, { method: 'GET' })).rejects.toThrow(ResponseTooLate);
    expect(asked).toBe(1);
  }
});

test('a request over a broken connection is retried once, not twice', async () => {
  for (const [broken, succeeds] of [
    [1, true],
    [2, false],
  ] as const) {
    let asked = 0;
    const url = await serve((request, response) => {
      if (++asked <= broken) request.socket.destroy();
      else response.end('{}');
    });
    const answer = askNode({ url }, { method: 'POST', body: '{}' });
    if (succeeds) expect((await answer).text).toBe('{}');
    else await expect(answer).rejects.toThrow(NodeUnreachable);
    expect(asked).toBe(2);
  }
});

test('a gateway that has no node or reports a rate limit counts as an unreachable node', async () => {
  for (const status of [408, 429, 502, 503, 504]) {
    const url = await serve((_, response) => void response.writeHead(status).end('{"result":1}'));
    await expect(askNode({ url }, { method: 'GET' })).rejects.toThrow(NodeUnreachable);
  }
});

test('redirects by a node are not followed', async () => {
  let followed = 0;
  const elsewhere = await serve((_, response) => {
    followed++;
    response.end('{}');
  });
  for (const status of [301, 302, 307, 308]) {
    const url = await serve((_, response) => void response.writeHead(status, { location: elsewhere }).end());
    await expect(askNode({ url }, { method: 'POST', body: '{}' })).rejects.toThrow(NodeUnreachable);
  }
  expect(followed).toBe(0);
});

test('bytes that are not text, and text that is not JSON, are faults; deeply nested JSON is not', async () => {
  const url = await serve((_, response) => void response.end(Buffer.from([0x22, 0xff, 0xfe, 0x22])));
  await expect(askNode({ url }, { method: 'GET' })).rejects.toThrow(NodeFault);
  for (const text of ['', '<h1>', '{"a":', '{}{}', 'NaN', "{'a':1}"])
    expect(() => parseResponse(text)).toThrow(NodeFault);
  expect(Array.isArray(parseResponse(`${'['.repeat(MEBIBYTE)}${']'.repeat(MEBIBYTE)}`))).toBe(true);
});

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
