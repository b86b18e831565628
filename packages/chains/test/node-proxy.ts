import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/**
 * How a node behaves toward its clients. 'down': connections are cut. 'silent': no responses. 'overloaded': 503.
 * 'garbage': meaningless responses. 'endless': responses that never end.
 */
export type NodeMood = 'well' | 'down' | 'silent' | 'overloaded' | 'garbage' | 'endless';

/** Changes a response of the node, given as a string with one character per byte. Also receives the request. */
export type Lie = (answer: string, asked: { readonly path: string; readonly body: string }) => string;

/** A proxy between a chain and its node, over real sockets. */
export interface NodeProxy {
  /** The URL that the chain uses; the paths of requests are passed on to the node. */
  readonly url: string;
  mood: NodeMood;
  lie: Lie | undefined;
  /** The node's URL. It may change, for example after a restart. */
  target: string;
  close(): Promise<void>;
}

/** @param target the node's URL, without a slash at the end */
export async function openNodeProxy(target: string): Promise<NodeProxy> {
  const proxy = { url: '', mood: 'well' as NodeMood, lie: undefined as Lie | undefined, target };
  const server = createServer((request, response) => void answer(proxy, request, response).catch(() => cut(response)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return Object.assign(proxy, { close });
}

async function answer(
  proxy: Omit<NodeProxy, 'close'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await textOf(request);
  if (proxy.mood === 'silent') return;
  if (proxy.mood === 'down') return cut(response);
  if (proxy.mood === 'overloaded') {
    response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>Service unavailable</h1>');
    return;
  }
  response.setHeader('content-type', 'application/json');
  if (proxy.mood === 'garbage') {
    response.end('{"jsonrpc":"2.0","id":1,"result":{"nothing":');
    return;
  }
  if (proxy.mood === 'endless') return await pour(response);
  const path = request.url ?? '/';
  const answered = await fetch(`${proxy.target}${path}`, {
    method: request.method ?? 'POST',
    headers: passedOn(request),
    ...(body === '' ? {} : { body }),
  });
  const bytes = Buffer.from(await answered.arrayBuffer());
  response.statusCode = answered.status;
  response.end(
    proxy.lie === undefined ? bytes : Buffer.from(proxy.lie(bytes.toString('latin1'), { path, body }), 'latin1'),
  );
}

function passedOn({ headers }: IncomingMessage): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of ['content-type', 'authorization', 'tron-pro-api-key']) {
    const value = headers[name];
    if (typeof value === 'string') kept[name] = value;
  }
  return kept;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function cut(response: ServerResponse): void {
  (response.socket as Socket | null)?.destroy();
}

/** Sends valid but endless JSON as long as the client keeps reading. */
async function pour(response: ServerResponse): Promise<void> {
  response.write('{"jsonrpc":"2.0","id":1,"result":["');
  const chunk = 'a'.repeat(1 << 16);
  while (!response.destroyed) {
    const isTaken = response.write(chunk);
    if (isTaken) continue;
    // The wait for `drain` also ends when the connection is closed, because a closed connection never drains.
    const waiting = new AbortController();
    await Promise.race(['drain', 'close'].map((event) => once(response, event, waiting)));
    waiting.abort();
  }
}
