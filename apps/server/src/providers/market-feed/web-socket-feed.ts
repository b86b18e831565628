import { randomInt } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { type RawData, WebSocket } from 'ws';
import type { FeedProtocol, FeedSession } from './feed-protocol.ts';
import { type DropReason, type FeedQuote, type MarketFeed, type Pair, pairName } from './market-feed.ts';
import { type Moment, momentNow, QuoteBoard } from './quote-board.ts';

const TICK_MS = 1_000;
/** Sources close connections on which nothing was sent for 30 seconds. */
const PING_AFTER_MS = 10_000;
const SILENT_AFTER_MS = 25_000;
/** A connection that has delivered no price for this long is of no use. */
const USELESS_AFTER_MS = 60_000;
const HANDSHAKE_WITHIN_MS = 10_000;
/** A snapshot of a book with 400 levels on each side takes some 40 kB. */
const MAX_MESSAGE_BYTES = 262_144;
const MAX_MESSAGES_PER_TICK = 5_000;
const MAX_MALFORMED = 20;
const MAX_PAIRS = 100;
/** Sources limit the requests per connection, OKX to 480 an hour. */
const MAX_REQUESTS = 400;
const MAX_REQUESTS_PER_TICK = 20;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;
/** A connection that lasted this long was a success: the next pause is short again. */
const LASTING_MS = 60_000;

export interface WebSocketFeedParts {
  readonly protocol: FeedProtocol;
  readonly url: string;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  readonly now?: () => Moment;
  readonly firstPauseMs?: number;
}

/** One connection, with what was sent and received on it. */
interface Link {
  readonly socket: WebSocket;
  readonly session: FeedSession;
  readonly subscribed: Set<string>;
  /** Pairs that have to be subscribed again. */
  readonly lost: Set<string>;
  readonly openedMs: number;
  heardMs: number;
  /** When it last delivered a price. */
  pricedMs: number;
  isPinged: boolean;
  requests: number;
  malformed: number;
  messagesInTick: number;
}

/** Prices from a source's public WebSocket. It reconnects after growing, random pauses. */
export class WebSocketFeed implements MarketFeed {
  readonly name: string;
  readonly #parts: WebSocketFeedParts;
  readonly #now: () => Moment;
  readonly #board = new QuoteBoard();
  readonly #dropped = new Map<DropReason, number>();
  #disconnects = 0;
  #failures = 0;
  #pairs: () => readonly Pair[] = () => [];
  #link: Link | undefined;
  #timer: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isReported = false;

  constructor(parts: WebSocketFeedParts) {
    this.name = parts.protocol.name;
    this.#parts = parts;
    this.#now = parts.now ?? momentNow;
  }

  get state() {
    const isConnected = this.#link?.socket.readyState === WebSocket.OPEN;
    return { isConnected, disconnects: this.#disconnects, dropped: this.#dropped };
  }

  start(pairs: () => readonly Pair[]): void {
    this.#pairs = pairs;
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref();
    this.#connect();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    clearTimeout(this.#retry);
    this.#timer = undefined;
    const link = this.#link;
    this.#link = undefined;
    link?.socket.terminate();
  }

  quote(pair: Pair): FeedQuote | undefined {
    return this.#board.quote(pairName(pair), this.#now());
  }

  #connect(): void {
    const socket = new WebSocket(this.#parts.url, {
      maxPayload: MAX_MESSAGE_BYTES,
      perMessageDeflate: false,
      handshakeTimeout: HANDSHAKE_WITHIN_MS,
    });
    const nowMs = this.#now().steadyMs;
    const link: Link = {
      socket,
      session: this.#parts.protocol.open(),
      subscribed: new Set(),
      lost: new Set(),
      openedMs: nowMs,
      heardMs: nowMs,
      pricedMs: nowMs,
      isPinged: false,
      requests: 0,
      malformed: 0,
      messagesInTick: 0,
    };
    this.#link = link;
    socket.on('open', () => this.#opened(link));
    socket.on('message', (data, isBinary) => this.#received(link, data, isBinary));
    socket.on('error', (error) => this.#end(link, error.message));
    socket.on('close', (code) => this.#end(link, `closed with code ${code}`));
  }

  #opened(link: Link): void {
    if (this.#link !== link) return;
    this.#isReported = false;
    this.#parts.log.info({ source: this.name }, 'market feed connected');
    this.#tick();
  }

  /** Ends the connection, unless it has ended already, and schedules the next one. */
  #end(link: Link, why: string): void {
    if (this.#link !== link) return;
    this.#link = undefined;
    link.socket.terminate();
    this.#disconnects += 1;
    const isLasting = this.#now().steadyMs - link.openedMs >= LASTING_MS;
    this.#failures = isLasting ? 0 : this.#failures + 1;
    // Reported once for each loss, however often the connection is attempted in vain.
    if (!this.#isReported) this.#parts.log.warn({ source: this.name, why }, 'market feed disconnected');
    this.#isReported = true;
    const { firstPauseMs = FIRST_PAUSE_MS } = this.#parts;
    const pauseMs = Math.min(MAX_PAUSE_MS, firstPauseMs * 2 ** Math.min(this.#failures, 10));
    this.#retry = setTimeout(() => this.#connect(), (pauseMs * randomInt(500, 1_000)) / 1_000).unref();
  }

  #received(link: Link, data: RawData, isBinary: boolean): void {
    if (this.#link !== link) return;
    const at = this.#now();
    link.heardMs = at.steadyMs;
    link.isPinged = false;
    link.messagesInTick += 1;
    const reading = isBinary ? ({ kind: 'malformed' } as const) : link.session.read(String(data));
    if (link.messagesInTick > MAX_MESSAGES_PER_TICK) this.#end(link, 'too many messages');
    else if (reading.kind === 'ended') this.#end(link, reading.why);
    else if (reading.kind === 'malformed') this.#malformed(link);
    else if (reading.kind === 'lost') this.#lose(link, reading.pair, reading.why);
    else if (reading.kind === 'prices') {
      const dropped = this.#board.accept(reading, at);
      if (dropped === undefined) link.pricedMs = at.steadyMs;
      // Our copy of the book may be wrong.
      else if (dropped === 'implausible') this.#lose(link, reading.pair, dropped);
      else this.#drop(dropped);
    }
  }

  #malformed(link: Link): void {
    this.#drop('malformed');
    link.malformed += 1;
    if (link.malformed > MAX_MALFORMED) this.#end(link, 'too many malformed messages');
  }

  #lose(link: Link, pair: string, why: DropReason): void {
    this.#drop(why);
    this.#board.forget(pair);
    link.lost.add(pair);
  }

  #drop(reason: DropReason): void {
    this.#dropped.set(reason, (this.#dropped.get(reason) ?? 0) + 1);
  }

  #tick(): void {
    const link = this.#link;
    if (link?.socket.readyState !== WebSocket.OPEN) return;
    link.messagesInTick = 0;
    const nowMs = this.#now().steadyMs;
    if (nowMs - link.heardMs > PING_AFTER_MS && !link.isPinged) {
      link.isPinged = true;
      link.socket.send(this.#parts.protocol.ping);
    }
    this.#subscribe(link);
    const fault = faultOf(link, nowMs);
    if (fault !== undefined) this.#end(link, fault);
  }

  #subscribe(link: Link): void {
    const { session, subscribed, lost, socket } = link;
    const added = this.#pairs()
      .slice(0, MAX_PAIRS)
      .map(pairName)
      .filter((pair) => !subscribed.has(pair));
    const due = [
      ...[...lost].map((pair) => ({ pair, requests: [session.unsubscribe, session.subscribe] })),
      ...added.map((pair) => ({ pair, requests: [session.subscribe] })),
    ].slice(0, MAX_REQUESTS_PER_TICK);
    for (const { pair, requests } of due) {
      for (const request of requests) socket.send(request.call(session, pair));
      lost.delete(pair);
      subscribed.add(pair);
      link.requests += requests.length;
    }
  }
}

/** Why a connection should be replaced; undefined if it works. */
function faultOf({ heardMs, pricedMs, subscribed, requests }: Link, nowMs: number): string | undefined {
  if (nowMs - heardMs > SILENT_AFTER_MS) return 'silent';
  if (nowMs - pricedMs > USELESS_AFTER_MS && subscribed.size > 0) return 'no prices';
  return requests > MAX_REQUESTS ? 'too many requests' : undefined;
}
