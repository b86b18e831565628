import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { maskedFrame } from './masked-frame.ts';

/** A request that one client repeats as fast as its limits allow. */
export interface Shape {
  readonly name: string;
  /** Head and body of one request, ready for the wire; `token` is the client's. */
  readonly request: (token: string) => Buffer;
  /** Requests per second; by default, the limit of one address. */
  readonly perSecond?: number;
  /** Whether each request differs. */
  readonly isVarying?: true;
  /**
   * By default, the request is sent as a whole, on a connection that is used again after the response. `cut`
   * disconnects in the middle of the body, `dripping` sends the body one byte at a time on as many connections as
   * allowed, `stream` sends `messages` repeatedly on WebSockets.
   */
  readonly way?: 'cut' | 'dripping' | 'stream';
  readonly messages?: readonly Buffer[];
}

/** Production's limit of requests per second from one address. */
export const PER_ADDRESS = 200;
const ADDRESS = '203.0.113.66';
const KILOBYTE = 1_024;

const json = (path: string, body: string) => (token: string) =>
  message(path, token, 'application/json', `content-length: ${Buffer.byteLength(body)}`, Buffer.from(body));

const file = (path: string, body: Buffer) => (token: string) =>
  message(path, token, 'application/octet-stream', `content-length: ${body.length}`, body);

const get = (path: string) => () => Buffer.from(`${head('GET', path, [])}\r\n`);

function message(path: string, token: string, type: string, length: string, body: Buffer): Buffer {
  const own = [`content-type: ${type}`, length, ...(token === '' ? [] : [`authorization: Bearer ${token}`])];
  return Buffer.concat([Buffer.from(`${head('POST', path, own)}\r\n`), body]);
}

const head = (method: string, path: string, own: readonly string[]): string =>
  [`${method} ${path} HTTP/1.1`, 'host: exchange', `x-forwarded-for: ${ADDRESS}`, ...own, ''].join('\r\n');

/** About `bytes` bytes of `{"k":0,"k0":0,"k1":0,…}`. */
function fields(bytes: number): string {
  let text = '{"k":0';
  for (let i = 0; text.length < bytes - 12; i += 1) text += `,"k${i}":0`;
  return `${text}}`;
}

const KYC = '/api/v2/upload/kyc';
const PHOTO = '/api/v3/uploads/kyc-photo';
const LOGIN = '/api/v3/login';
const strangers =
  (request: Shape['request']): Shape['request'] =>
  () =>
    request('');
let accounts = 0;

export const shapes: readonly Shape[] = [
  { name: 'form-fields', request: json(KYC, fields(16 * KILOBYTE)) },
  { name: 'form-nested', request: json(KYC, '['.repeat(16 * KILOBYTE)) },
  { name: 'form-most-allowed', request: json(KYC, fields(1_000)) },
  { name: 'form-8-megabytes', request: json(KYC, '['.repeat(8_000_000)) },
  { name: 'long-text', request: json('/api/v3/support/messages', `{"text":"${'\\"'.repeat(32_000)}"}`) },
  { name: 'webhook', request: strangers(json('/api/v3/paypal/webhook', '['.repeat(32 * KILOBYTE))) },
  { name: 'unknown-address', request: strangers(json('/nothing', fields(16 * KILOBYTE))) },
  { name: 'photos', request: file(PHOTO, picture(7_000)), perSecond: 20 },
  { name: 'photos-of-noise', request: file(PHOTO, picture(2_400, randomBytes)), perSecond: 20 },
  { name: 'photos-cut-off', request: file(PHOTO, picture(2_400, randomBytes)), perSecond: 20, way: 'cut' },
  { name: 'attachments', request: file('/api/v3/uploads/attachment', Buffer.alloc(5 * KILOBYTE ** 2, '%PDF-')) },
  { name: 'files-of-strangers', request: strangers(file(PHOTO, Buffer.alloc(6_000_000))) },
  {
    name: 'pieces',
    request: (token) =>
      message(LOGIN, token, 'application/json', 'transfer-encoding: chunked', Buffer.from('1\r\n[\r\n'.repeat(11_000))),
  },
  // The response has the maximum number of candles, at the shortest interval.
  { name: 'candles', request: get('/api/v3/history?symbol=BTC&resolution=1&from=0&to=9999999999') },
  { name: 'candles-of-chart', request: get('/api/v2/chart/chart-series?symbol=BTC&timeframe=1m&limit=1000') },
  // This endpoint queries the database, and has its own rate limit, which nearly all of these requests exceed.
  { name: 'probes', request: get('/readyz'), perSecond: 2_000 },
  // 600 requests in one write, without awaiting responses: nearly all of them exceed the address's rate limit.
  { name: 'pipelined', request: () => Buffer.from(`${head('GET', '/nothing', [])}\r\n`.repeat(600)), perSecond: 20 },
  { name: 'slow-bodies', request: json(KYC, `[${' '.repeat(16_000)}]`), way: 'dripping' },
  {
    name: 'stream-messages',
    request: upgrade,
    // 300 messages in 25 seconds on each of 64 connections.
    perSecond: 768,
    way: 'stream',
    messages: ['subscribe', 'unsubscribe'].map((op) =>
      maskedFrame(JSON.stringify({ op, channel: 'book', name: 'BTCUSDT' })),
    ),
  },
  {
    name: 'wrong-passwords',
    isVarying: true,
    request: () => json(LOGIN, JSON.stringify({ username: `n${++accounts}@bench.example`, password: 'wrong' }))(''),
  },
];

function upgrade(): Buffer {
  return Buffer.from(
    [
      'GET /stream HTTP/1.1',
      'host: exchange',
      `x-forwarded-for: ${ADDRESS}`,
      'connection: upgrade',
      'upgrade: websocket',
      'sec-websocket-version: 13',
      `sec-websocket-key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
    ].join('\r\n'),
  );
}

/**
 * A square gray PNG: a blank one has the most pixels to decode for its few bytes, and one filled with noise is the
 * largest file accepted.
 */
function picture(side: number, content: (bytes: number) => Buffer = Buffer.alloc): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = content(side * (side + 1));
  // Each row begins with its filter type: none.
  for (let row = 0; row < side; row += 1) rows[row * (side + 1)] = 0;
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows, { level: 1 })), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]);
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
