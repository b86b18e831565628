import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { type BookMessage, OkxBookWriter } from './okx-books.ts';

/** A connection whose client sends nothing for this long is closed, as by OKX. */
const IDLE_MS = 30_000;
const MOST_REQUESTS = 480;
const SPOT = { channel: 'instruments', instType: 'SPOT' } as const;

interface Connection {
  readonly socket: WebSocket;
  readonly followed: Map<string, OkxBookWriter>;
  requests: number;
}

/**
 * The channels `instruments` and `books` of OKX's public WebSocket, version 5: acknowledgements, errors, snapshots and
 * updates in a chain with checksums, text heartbeats, notices and limits. A test can make the stand-in misbehave.
 */
export class OkxStandIn {
  /**
   * What is sent instead of an order book message: nothing, the message itself, several messages, or text that is not
   * JSON.
   */
  distort: (message: BookMessage) => readonly (BookMessage | string)[] = (message) => [message];
  /** The states that tests have set, such as suspend or preopen; all other pairs are live. */
  readonly #states = new Map<string, string>();
  /** Whether new connections are refused with an HTTP error. */
  isRefusing = false;
  /** The requests of all connections, as they were received. */
  readonly requests: string[] = [];
  readonly #server: WebSocketServer;
  readonly #connections = new Set<Connection>();
  readonly #prices: Map<string, number>;
  #opened = 0;

  private constructor(server: WebSocketServer, prices: Readonly<Record<string, number>>) {
    this.#server = server;
    this.#prices = new Map(Object.entries(prices));
    server.options.verifyClient = () => !this.isRefusing;
    server.on('connection', (socket) => this.#connected(socket));
  }

  /** `prices` gives the mid price of each traded pair, such as BTC-USDT; each must be a multiple of 0.1. */
  static async open(prices: Readonly<Record<string, number>>): Promise<OkxStandIn> {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    await once(server, 'listening');
    return new OkxStandIn(server, prices);
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}/ws/v5/public`;
  }

  /** How many connections were opened since the start. */
  get opened(): number {
    return this.#opened;
  }

  price(pair: string, price: number): void {
    const isNew = !this.#prices.has(pair);
    this.#prices.set(pair, price);
    if (isNew) this.state(pair, 'live');
    for (const { socket, followed } of this.#connections) {
      const message = followed.get(pair)?.update(price, Date.now());
      if (message !== undefined) this.#send(socket, message);
    }
  }

  /** Changes the state of an instrument, such as suspend, preopen or live. */
  state(pair: string, state: string): void {
    this.#states.set(pair, state);
    for (const { socket } of this.#connections) socket.send(this.#instruments([pair]));
  }

  #instruments(pairs: readonly string[]): string {
    const data = pairs.map((instId) => {
      const [baseCcy, quoteCcy] = instId.split('-');
      const state = this.#states.get(instId) ?? 'live';
      return {
        instType: 'SPOT',
        instId,
        baseCcy,
        quoteCcy,
        tickSz: '0.1',
        lotSz: '0.00000001',
        minSz: '0.00001',
        state,
      };
    });
    return JSON.stringify({ arg: SPOT, data });
  }

  /** Sends a text to all connections. */
  say(text: string): void {
    for (const { socket } of this.#connections) socket.send(text);
  }

  dropConnections(): void {
    for (const { socket } of this.#connections) socket.terminate();
  }

  async close(): Promise<void> {
    this.dropConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #connected(socket: WebSocket): void {
    this.#opened += 1;
    const connection: Connection = { socket, followed: new Map(), requests: 0 };
    this.#connections.add(connection);
    const idle = setTimeout(() => socket.close(4004, 'idle'), IDLE_MS);
    socket.on('close', () => {
      clearTimeout(idle);
      this.#connections.delete(connection);
    });
    socket.on('message', (data) => {
      idle.refresh();
      this.#requested(connection, String(data));
    });
  }

  #requested(connection: Connection, text: string): void {
    this.requests.push(text);
    if (text === 'ping') connection.socket.send('pong');
    else this.#ordered(connection, JSON.parse(text));
  }

  #ordered(connection: Connection, { op, args }: { op: string; args: BookMessage['arg'][] }): void {
    const { socket, followed } = connection;
    const fail = (code: string, msg: string) => socket.send(JSON.stringify({ event: 'error', code, msg, connId: 'a' }));
    connection.requests += 1;
    if (connection.requests > MOST_REQUESTS) fail('60014', 'Requests too frequent.');
    else
      for (const arg of args) {
        const { channel, instId } = arg;
        if (channel === SPOT.channel) {
          socket.send(JSON.stringify({ event: op, arg: SPOT, connId: 'a' }));
          socket.send(this.#instruments([...this.#prices.keys()]));
          continue;
        }
        if (channel !== 'books' || !this.#prices.has(instId)) {
          const what = `Wrong URL or channel:${channel},instId:${instId} doesn't exist.`;
          fail('60018', `${what} Please use the correct URL, channel and parameters referring to API document.`);
          continue;
        }
        socket.send(JSON.stringify({ event: op, arg, connId: 'a' }));
        followed.delete(instId);
        if (op !== 'subscribe') continue;
        const writer = new OkxBookWriter(instId);
        followed.set(instId, writer);
        this.#send(socket, writer.snapshot(this.#prices.get(instId) ?? 0, Date.now()));
      }
  }

  #send(socket: WebSocket, message: BookMessage): void {
    for (const one of this.distort(message)) socket.send(typeof one === 'string' ? one : JSON.stringify(one));
  }
}
