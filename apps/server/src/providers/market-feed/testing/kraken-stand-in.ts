import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { KrakenBookWriter } from './kraken-books.ts';

/** The channel `book` of Kraken's public WebSocket, version 2. */
export class KrakenStandIn {
  readonly #server: WebSocketServer;
  readonly #prices: Map<string, number>;
  readonly #subscribed = new Map<WebSocket, Map<string, KrakenBookWriter>>();

  private constructor(server: WebSocketServer, prices: Readonly<Record<string, number>>) {
    this.#server = server;
    this.#prices = new Map(Object.entries(prices));
    server.on('connection', (socket) => {
      this.#subscribed.set(socket, new Map());
      socket.send('{"channel":"status","type":"update","data":[{"system":"online","api_version":"v2"}]}');
      socket.on('message', (data) => this.#requested(socket, JSON.parse(String(data))));
      socket.on('close', () => this.#subscribed.delete(socket));
    });
  }

  /** `prices` gives the mid price of each traded pair, such as BTC/USDT; each must be a multiple of 0.1. */
  static async open(prices: Readonly<Record<string, number>>): Promise<KrakenStandIn> {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    await once(server, 'listening');
    return new KrakenStandIn(server, prices);
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v2`;
  }

  price(symbol: string, price: number): void {
    this.#prices.set(symbol, price);
    for (const [socket, writers] of this.#subscribed) {
      const text = writers.get(symbol)?.update(price, Date.now());
      if (text !== undefined) socket.send(text);
    }
  }

  async close(): Promise<void> {
    for (const socket of this.#subscribed.keys()) socket.terminate();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #requested(socket: WebSocket, { method, params }: { method: string; params?: { symbol: string[] } }): void {
    if (method === 'ping') socket.send('{"method":"pong"}');
    for (const symbol of params?.symbol ?? []) {
      const isTraded = this.#prices.has(symbol);
      const answer = isTraded
        ? { success: true, result: { channel: 'book', symbol, depth: 100, snapshot: true } }
        : { success: false, error: `Currency pair not supported ${symbol}`, symbol };
      socket.send(JSON.stringify({ method, ...answer }));
      if (!isTraded || method !== 'subscribe') continue;
      const writer = new KrakenBookWriter(symbol);
      this.#subscribed.get(socket)?.set(symbol, writer);
      socket.send(writer.snapshot(this.#prices.get(symbol) ?? 0));
      // The snapshot has no time, so an update is sent after it.
      socket.send(writer.update(this.#prices.get(symbol) ?? 0, Date.now()));
    }
  }
}
