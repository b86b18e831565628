import { once } from 'node:events';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BookLevel, StreamMessage, StreamRequest } from '@vitrine/contract';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import { seededNumbers } from './trading-flow.ts';

type BookSnapshot = Extract<StreamMessage, { type: 'book_snapshot' }>;
type Side = 'bids' | 'asks';

export interface BookFlow {
  readonly url: string;
  /** The number of book messages sent so far to all pages. */
  sent(): number;
  stop(): Promise<void>;
}

/**
 * Starts a proxy between pages and a server. In place of the server's updates of an order book, pages receive invented
 * ones: `perSecond` per book, fifty times as many as the server, which merges changes, would send. Everything else is
 * passed on, except requests for which `ownPage` returns a page.
 */
export async function startBookFlow(
  target: string,
  perSecond: number,
  ownPage: (path: string) => string | undefined,
): Promise<BookFlow> {
  const { host, hostname, port } = new URL(target);
  const http = createServer((incoming, answer) => {
    const page = ownPage(incoming.url ?? '/');
    if (page === undefined) passOn({ hostname, port }, incoming, answer);
    else answer.setHeader('content-type', 'text/html').end(page);
  });
  const sockets = new WebSocketServer({ server: http, perMessageDeflate: false });
  const flows = new Set<Flow>();
  let sentBefore = 0;
  sockets.on('connection', (page, { url, headers }) => {
    const { cookie, origin } = headers;
    const server = new WebSocket(`ws://${host}${url}`, {
      perMessageDeflate: false,
      headers: { host: headers.host, ...(cookie && { cookie }), ...(origin && { origin }) },
    });
    const flow = new Flow(page, perSecond);
    flows.add(flow);
    const waiting: string[] = [];
    page.on('message', (data) => {
      const text = String(data);
      flow.requested(JSON.parse(text) as StreamRequest);
      if (server.readyState === WebSocket.OPEN) server.send(text);
      else waiting.push(text);
    });
    server.on('open', () => {
      for (const text of waiting) server.send(text);
    });
    server.on('message', (data) => flow.received(data));
    const end = () => {
      flow.stop();
      if (flows.delete(flow)) sentBefore += flow.sent;
      page.terminate();
      server.terminate();
    };
    for (const socket of [page, server]) socket.on('close', end).on('error', end);
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    sent: () => [...flows].reduce((sum, flow) => sum + flow.sent, sentBefore),
    stop: async () => {
      for (const page of sockets.clients) page.terminate();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

function passOn(target: { hostname: string; port: string }, incoming: IncomingMessage, answer: ServerResponse): void {
  const { method, url: path, headers } = incoming;
  const onward = forward({ ...target, method, path, headers }, (response) => {
    answer.writeHead(response.statusCode ?? 502, response.rawHeaders);
    response.pipe(answer);
  });
  onward.on('error', () => answer.destroy());
  answer.on('close', () => onward.destroy());
  incoming.pipe(onward);
}

/** The order books of one page's connection. */
class Flow {
  readonly #page: WebSocket;
  readonly #books = new Map<string, InventedBook>();
  readonly #timer: NodeJS.Timeout;
  #dueAt = 0;
  sent = 0;

  constructor(page: WebSocket, perSecond: number) {
    this.#page = page;
    this.#timer = setInterval(() => this.#sendDue(1_000 / perSecond), 1);
  }

  requested(request: StreamRequest): void {
    if (request.op === 'unsubscribe' && request.channel === 'book') this.#books.delete(request.name);
  }

  received(data: RawData): void {
    const text = String(data);
    if (text.startsWith('{"type":"book_snapshot"')) {
      const snapshot = JSON.parse(text) as BookSnapshot;
      if (this.#books.size === 0) this.#dueAt = performance.now();
      this.#books.set(snapshot.name, new InventedBook(snapshot));
    } else if (text.startsWith('{"type":"book"')) return;
    this.#page.send(text);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Sends the messages that are due: each time, one for every book, so that each book gets the full rate. */
  #sendDue(everyMs: number): void {
    for (const now = performance.now(); this.#books.size > 0 && this.#dueAt <= now; this.#dueAt += everyMs)
      for (const book of this.#books.values()) {
        this.#page.send(JSON.stringify(book.next()));
        this.sent += 1;
      }
  }
}

/** The number of levels per side that change, the best ones most often. */
const LEVELS = 40;
/** One in this many messages moves the best prices. */
const MOVES = 10;
/** The best prices stay within this many steps of the prices in the snapshot. */
const MOST_MOVED = 60;

/** An order book that changes at random, in steps of the distance between the best two levels. */
class InventedBook {
  readonly #name: string;
  readonly #draw = seededNumbers(1);
  readonly #decimals: number;
  readonly #step: number;
  /** Prices in the smallest units, best first. */
  readonly #prices: Record<Side, number[]>;
  readonly #sizes: readonly string[];
  #number: number;
  #moved = 0;

  constructor({ name, number, bids, asks }: BookSnapshot) {
    this.#name = name;
    this.#number = number;
    this.#decimals = bids[0]?.[0].split('.')[1]?.length ?? 0;
    const units = (levels: readonly BookLevel[]) =>
      levels.slice(0, LEVELS + MOST_MOVED).map(([price]) => Math.round(Number(price) * 10 ** this.#decimals));
    this.#prices = { bids: units(bids), asks: units(asks) };
    this.#sizes = [...bids, ...asks].slice(0, LEVELS).map(([, size]) => size);
    const [best = 0, second = 0] = this.#prices.asks;
    this.#step = Math.max(1, second - best);
  }

  next(): StreamMessage {
    const changes: Record<Side, BookLevel[]> = { bids: [], asks: [] };
    if (this.#draw(MOVES) === 0) this.#move(changes);
    for (let more = 1 + this.#draw(3); more > 0; more--) this.#resize(changes);
    const from = this.#number + 1;
    this.#number += changes.bids.length + changes.asks.length;
    return { type: 'book', name: this.#name, from, to: this.#number, ...changes };
  }

  /** Removes the best level of one side, and adds one to the other side that is better by a step. */
  #move(changes: Record<Side, BookLevel[]>): void {
    const isUp = this.#draw(2 * MOST_MOVED) >= this.#moved + MOST_MOVED;
    const [taken, grown]: [Side, Side] = isUp ? ['asks', 'bids'] : ['bids', 'asks'];
    const [gone] = this.#prices[taken].splice(0, 1);
    const [best] = this.#prices[grown];
    if (gone === undefined || best === undefined) return;
    changes[taken].push([this.#text(gone), '0']);
    this.#moved += isUp ? 1 : -1;
    const price = best + (isUp ? this.#step : -this.#step);
    const opposite = this.#prices[taken][0] ?? price;
    // The best prices must not meet.
    if (isUp ? price >= opposite : price <= opposite) return;
    this.#prices[grown].unshift(price);
    changes[grown].push([this.#text(price), this.#size()]);
  }

  #resize(changes: Record<Side, BookLevel[]>): void {
    const side = this.#draw(2) === 0 ? 'bids' : 'asks';
    const prices = this.#prices[side];
    const price = prices[Math.floor(this.#draw(LEVELS) ** 2 / LEVELS)];
    if (price !== undefined) changes[side].push([this.#text(price), this.#size()]);
  }

  #size = (): string => this.#sizes[this.#draw(this.#sizes.length)] ?? '1';
  #text = (units: number): string => (units / 10 ** this.#decimals).toFixed(this.#decimals);
}
