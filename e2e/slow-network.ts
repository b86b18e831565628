import { once } from 'node:events';
import { createServer, request as forward, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningServer } from './server.ts';

/** The delay of a request: a random whole number of milliseconds from `fromMs` to `toMs`. */
export interface Delay {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Parses `E2E_DELAY`, such as `150-650`. Throws if it is malformed. */
export function parseDelay(text: string): Delay {
  const [, fromMs, toMs] = /^(\d{1,5})-(\d{1,5})$/.exec(text) ?? [];
  const delay = { fromMs: Number(fromMs), toMs: Number(toMs) };
  if (!(delay.fromMs <= delay.toMs))
    throw new Error(`E2E_DELAY must be a range in milliseconds such as 150-650, not ${text}`);
  return delay;
}

/**
 * A proxy that simulates a slow network: every request from the pages and the tests is delayed before it reaches the
 * server. As it is outside the browser, no page, second window or worker bypasses it, and caches work as usual.
 */
export async function slowed(server: RunningServer, delay: Delay): Promise<RunningServer> {
  const { hostname, port } = new URL(server.baseUrl);
  const target = { host: hostname, port: Number(port) };
  const proxy = createServer((incoming, answer) => {
    const onward = forwardAfter(delay, target, incoming);
    onward.then(
      (response) => {
        answer.writeHead(response.statusCode ?? 502, response.rawHeaders);
        response.pipe(answer);
      },
      () => answer.destroy(),
    );
  });
  const open = new Set<Duplex>();
  proxy.on('connection', (socket: Socket) => remember(open, socket));
  proxy.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    void sleep(some(delay)).then(() => {
      const onward = connect(target.port, target.host, () => {
        onward.write(headOf(incoming));
        onward.write(head);
        onward.pipe(socket).pipe(onward);
      });
      remember(open, onward);
      onward.on('error', () => socket.destroy());
      socket.on('error', () => onward.destroy());
      socket.on('close', () => onward.destroy());
    });
  });
  await listening(proxy);
  return {
    baseUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    stop: async () => {
      proxy.close();
      for (const socket of open) socket.destroy();
      await server.stop();
    },
  };
}

async function forwardAfter(
  delay: Delay,
  target: { readonly host: string; readonly port: number },
  incoming: IncomingMessage,
): Promise<IncomingMessage> {
  await sleep(some(delay));
  const onward = forward({ ...target, method: incoming.method, path: incoming.url, headers: incoming.headers });
  incoming.pipe(onward);
  incoming.on('close', () => {
    if (!incoming.complete) onward.destroy();
  });
  const [response] = (await once(onward, 'response')) as [IncomingMessage];
  return response;
}

/** The head of an upgrade request, passed on unchanged: what follows it is not HTTP. */
function headOf({ method, url, rawHeaders }: IncomingMessage): string {
  const lines = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : []));
  return `${[`${method} ${url} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`;
}

function some({ fromMs, toMs }: Delay): number {
  return fromMs + Math.round(Math.random() * (toMs - fromMs));
}

function remember(open: Set<Duplex>, socket: Duplex): void {
  open.add(socket);
  socket.on('error', () => {});
  socket.once('close', () => open.delete(socket));
}

async function listening(server: Server): Promise<void> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}
