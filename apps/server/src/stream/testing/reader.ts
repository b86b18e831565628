import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StreamMessage } from '@vitrine/contract';
import { WebSocket } from 'ws';

/** A client of the stream that stores every message. */
export class Reader {
  readonly messages: StreamMessage[] = [];
  readonly socket: WebSocket;
  closed: { code: number; reason: string } | undefined;

  constructor(url: string, headers: Record<string, string> = {}) {
    this.socket = new WebSocket(url, { headers });
    this.socket.on('message', (data) => this.messages.push(JSON.parse(String(data)) as StreamMessage));
    this.socket.on('error', () => {});
    this.socket.on('close', (code, reason) => {
      this.closed = { code, reason: String(reason) };
    });
  }

  async open(): Promise<this> {
    await once(this.socket, 'open');
    return this;
  }

  send(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** The first matching message of this type; fails after half a minute. */
  async next<T extends StreamMessage['type']>(
    type: T,
    fits: (message: Extract<StreamMessage, { type: T }>) => boolean = () => true,
  ): Promise<Extract<StreamMessage, { type: T }>> {
    const matches = (message: StreamMessage): message is Extract<StreamMessage, { type: T }> =>
      message.type === type && fits(message as Extract<StreamMessage, { type: T }>);
    for (let waited = 0; waited < 30_000; waited += 5) {
      const found = this.messages.find(matches);
      if (found !== undefined) return found;
      await sleep(5);
    }
    throw new Error(`no ${type} message arrived, only ${this.messages.map((message) => message.type)}`);
  }

  all<T extends StreamMessage['type']>(type: T): Extract<StreamMessage, { type: T }>[] {
    return this.messages.filter((message): message is Extract<StreamMessage, { type: T }> => message.type === type);
  }

  /** Sends a ping. Resolves when the pong has arrived, and with it everything that the server sent before the pong. */
  async settled(): Promise<void> {
    const id = Math.floor(performance.now() * 1_000);
    this.send({ op: 'ping', id });
    await this.next('pong', (pong) => pong.id === id);
  }

  async end(): Promise<{ code: number; reason: string }> {
    for (let waited = 0; waited < 30_000 && this.closed === undefined; waited += 5) await sleep(5);
    if (this.closed === undefined) throw new Error('the connection was not closed');
    return this.closed;
  }
}

/** A client that implements just enough to subscribe and never responds to pings. */
export async function rawClient(url: string, requests: readonly unknown[]) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    `GET /stream HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  );
  await once(socket, 'data');
  for (const request of requests) {
    const payload = Buffer.from(JSON.stringify(request));
    socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload]));
  }
  socket.on('data', () => {});
  socket.on('error', () => {});
  return { socket };
}
