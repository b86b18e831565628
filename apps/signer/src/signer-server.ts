import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import {
  isSameMac,
  isSigned,
  requestMac,
  responseMac,
  SIGNING_MAC_HEADER,
  SIGNING_TIME_HEADER,
  signingWindowMs,
} from '@vitrine/chains';
import { refusal } from './checks.ts';
import type { Settings } from './settings.ts';
import { parseSignRequest } from './sign-request.ts';
import type { SigningDesk } from './signing-desk.ts';

/**
 * The maximum size of a request: large enough for a Bitcoin payment, which includes the complete transactions whose
 * outputs it spends.
 */
const MAX_BODY_BYTES = 8 * 1024 * 1024;
const SLOW_MS = 30_000;

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

interface Parts {
  readonly desk: SigningDesk;
  readonly settings: Pick<Settings, 'secret' | 'tls'>;
  readonly nowMs: () => number;
  /** Logs a decision as one line. */
  readonly log: (line: Readonly<Record<string, unknown>>) => void;
  /** Called when the signer can no longer be trusted to remember what it signed. */
  readonly fail: (reason: Error) => void;
}

/** The signer's HTTP server, with its two endpoints. A caller without the shared secret learns nothing. */
export function signerServer(parts: Parts): ReturnType<typeof createServer> {
  const { tls } = parts.settings;
  const listener: RequestListener = (request, response) => {
    // A client that disconnects during its request gets no response.
    answer(parts, request, response).catch(() => response.destroy());
  };
  const server =
    tls === undefined ? createServer(listener) : createTlsServer({ ...tls, minVersion: 'TLSv1.3' }, listener);
  server.requestTimeout = SLOW_MS;
  server.headersTimeout = SLOW_MS;
  return server;
}

async function answer(parts: Parts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await bodyOf(request);
  if (body === undefined) {
    response.writeHead(413, { connection: 'close' }).end();
    return;
  }
  const mac = authenticMac(parts, request, body);
  if (mac === undefined) {
    response.writeHead(401).end();
    return;
  }
  const { status, body: value } = await decided(parts, request, body);
  const text = JSON.stringify(value);
  response
    .writeHead(status, {
      'content-type': 'application/json',
      [SIGNING_MAC_HEADER]: responseMac(parts.settings.secret, mac, status, text),
    })
    .end(text);
}

async function decided(parts: Parts, { method, url }: IncomingMessage, body: string): Promise<Reply> {
  try {
    if (method === 'POST' && url === '/sign') return await signed(parts, body);
    if (method === 'GET' && url === '/health') return { status: 200, body: parts.desk.health() };
    return { status: 404, body: {} };
  } catch (error) {
    parts.fail(error as Error);
    return { status: 500, body: {} };
  }
}

async function signed({ desk, log }: Parts, body: string): Promise<Reply> {
  const request = parseSignRequest(body);
  // Without a payment id, the signer cannot tell whether anything was signed for the payment, so it reports that
  // something was.
  const unnamed = { ...refusal('malformed', 'the request is incomplete or malformed'), wasSigned: true };
  if (request === undefined) return { status: 422, body: unnamed };
  const { paymentId, network, payment } = request;
  const outcome = await desk.sign(request);
  const isDone = isSigned(outcome);
  log({ paymentId, network, ...payment, outcome: isDone ? outcome.txid : outcome.code });
  return { status: isDone ? 200 : 422, body: outcome };
}

/** The request's MAC if it is correct and within the time window. */
function authenticMac({ settings, nowMs }: Parts, request: IncomingMessage, body: string): string | undefined {
  const time = String(request.headers[SIGNING_TIME_HEADER] ?? '');
  const sent = String(request.headers[SIGNING_MAC_HEADER] ?? '');
  const mac = requestMac(settings.secret, request.method ?? '', request.url ?? '', time, body);
  const isOfNow = /^[0-9]{1,16}$/.test(time) && Math.abs(nowMs() - Number(time)) <= signingWindowMs;
  return isSameMac(sent, mac) && isOfNow ? mac : undefined;
}

/** The body of the request; undefined if it is too long. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  const parts = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const chunk of parts) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
