import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

const STEP = 1;
const MAX_REQUEST_BYTES = 512;

/**
 * The channel `order_book` of Bitstamp's public WebSocket, version 2. All subscriptions are acknowledged. For a market
 * that is not traded, no data follows; for any other, the first message is sent when the book next changes.
 */
export class BitstampStandIn {
  readonly #server: WebSocketServer;
  readonly #prices: Map<string, number>;
  readonly #subscribed = new Map<WebSocket, Set<string>>();

  private constructor(server: WebSocketServer, prices: Readonly<Record<string, number>>) {
    this.#server = server;
    this.#prices = new Map(Object.entries(prices));
    server.on('connection', (socket) => {
      this.#subscribed.set(socket, new Set());
      socket.on('message', (data) => this.#requested(socket, String(data)));
      socket.on('close', () => this.#subscribed.delete(socket));
    });
  }

  /** `prices` gives the mid price of each traded market, such as btcusdt. */
  static async open(prices: Readonly<Record<string, number>>): Promise<BitstampStandIn> {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    await once(server, 'listening');
    return new BitstampStandIn(server, prices);
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  price(market: string, price: number): void {
    this.#prices.set(market, price);
    for (const [socket, channels] of this.#subscribed)
      if (channels.has(`order_book_${market}`)) this.#sendBook(socket, market);
  }

  async close(): Promise<void> {
    for (const socket of this.#subscribed.keys()) socket.terminate();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #requested(socket: WebSocket, text: string): void {
    const answer = (event: string, channel: string, data: object) =>
      socket.send(JSON.stringify({ event, channel, data }));
    const fail = (message: string) => answer('bts:error', '', { code: null, message });
    if (text.length > MAX_REQUEST_BYTES) socket.close(1_009, 'read limited at 513 bytes');
    else {
      const { event, data } = JSON.parse(text) as { event: string; data?: { channel?: string } };
      const channel = data?.channel;
      const channels = this.#subscribed.get(socket);
      if (event === 'bts:heartbeat') answer(event, '', { status: 'success' });
      else if (channel === undefined) fail('Bad subscription string.');
      else if (!/^order_book_[a-z0-9-]+$/.test(channel)) fail('Invalid channel provided.');
      else if (event === 'bts:unsubscribe') {
        channels?.delete(channel);
        answer('bts:unsubscription_succeeded', channel, {});
      } else {
        channels?.add(channel);
        answer('bts:subscription_succeeded', channel, {});
      }
    }
  }

  #sendBook(socket: WebSocket, market: string): void {
    const price = this.#prices.get(market);
    if (price === undefined) return;
    const level = (at: number): [string, string] => [at.toFixed(2), '500.25000000'];
    const nowMs = Date.now();
    const data = {
      timestamp: String(Math.floor(nowMs / 1_000)),
      microtimestamp: `${nowMs}000`,
      bids: [level(price - STEP), level(price - 2 * STEP)],
      asks: [level(price + STEP), level(price + 2 * STEP)],
    };
    socket.send(JSON.stringify({ data, channel: `order_book_${market}`, event: 'data' }));
  }
}
