import { randomInt } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { type RawData, WebSocket } from 'ws';
import { type FeedProtocol, type FeedSession, malformed } from './feed-protocol.ts';
import {
  type DropReason,
  type FeedQuote,
  type MarketFeed,
  type Pair,
  type PairState,
  pairName,
} from './market-feed.ts';
import { type Moment, momentNow, QuoteBoard, type ReportedPrices } from './quote-board.ts';
import { Subscriptions } from './subscriptions.ts';

const TICK_MS = 1_000;
/**
 * A connection on which nothing was received for this long is probed, because sources close connections on which
 * nothing was sent for 30 seconds.
 */
const PING_AFTER_MS = 10_000;
const SILENT_AFTER_MS = 25_000;
/** If prices are expected, but a connection has delivered none for this long, it is replaced. */
const USELESS_AFTER_MS = 60_000;
/**
 * If no prices are expected, a connection that has delivered none for this long is replaced, because a new one may
 * reach another server of the source.
 */
const FRUITLESS_AFTER_MS = 900_000;
const HANDSHAKE_WITHIN_MS = 10_000;
/** A snapshot of a book with 400 levels on each side takes some 40 kB, and OKX's list of all pairs some 700 kB. */
const MAX_MESSAGE_BYTES = 2_097_152;
const MAX_MESSAGES_PER_TICK = 5_000;
const MAX_BYTES_PER_TICK = 4_194_304;
/** If this process was blocked, the messages of up to this many ticks are accepted at once. */
const MAX_TICKS = 10;
const MAX_MALFORMED = 20;
const MAX_PAIRS = 100;
/** Prices are computed for an amount that is worth this many dollars, in any quote coin. */
const DEPTH_USD = 10_000;
const dollars = new Set(['USDT', 'USDC', 'USD']);
/** The maximum age of the price that converts DEPTH_USD to another quote coin. */
const WORTH_WITHIN_MS = 600_000;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;
/** If a connection has lasted this long, the pause before the next attempt is short again. */
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
  readonly subscriptions: Subscriptions;
  readonly openedMs: number;
  heardMs: number;
  /**
   * When the connection last delivered data of a pair or, if it has not delivered any yet, when its first pair was
   * subscribed.
   */
  deliveredMs: number | undefined;
  isPinged: boolean;
  malformed: number;
  tickMs: number;
  messagesInTick: number;
  bytesInTick: number;
}

/** Prices from a source's public WebSocket. After a loss, it reconnects with growing, random pauses. */
export class WebSocketFeed implements MarketFeed {
  readonly id: string;
  readonly name: string;
  readonly #parts: WebSocketFeedParts;
  readonly #now: () => Moment;
  readonly #board = new QuoteBoard();
  readonly #dropped = new Map<DropReason, number>();
  /** The states of pairs that the source has reported on this connection. */
  readonly #states = new Map<string, PairState>();
  #disconnects = 0;
  #failures = 0;
  #pairs: () => readonly Pair[] = () => [];
  #link: Link | undefined;
  #timer: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isReported = false;

  constructor(parts: WebSocketFeedParts) {
    this.id = parts.protocol.id;
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

  pairState(pair: Pair): PairState {
    return this.#states.get(pairName(pair)) ?? 'live';
  }

  /** The amount of a quote coin that is worth `DEPTH_USD`; undefined if there is no recent price for the coin. */
  #depthOf(quote: string): number | undefined {
    if (dollars.has(quote)) return DEPTH_USD;
    const worth = this.quote({ base: quote, quote: 'USDT' });
    return worth === undefined || worth.ageMs > WORTH_WITHIN_MS ? undefined : DEPTH_USD / worth.price;
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
      session: this.#parts.protocol.open((quote) => this.#depthOf(quote)),
      subscriptions: new Subscriptions(),
      openedMs: nowMs,
      heardMs: nowMs,
      deliveredMs: undefined,
      isPinged: false,
      malformed: 0,
      tickMs: nowMs,
      messagesInTick: 0,
      bytesInTick: 0,
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
    this.#board.connected();
    this.#states.clear();
    for (const text of link.session.opening ?? []) link.socket.send(text);
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
    // Logged once for each loss, however many attempts to reconnect fail.
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
    const text = String(data);
    link.bytesInTick += text.length;
    // If this process was blocked, the messages of several ticks may have queued up.
    const ticks = Math.max(1, Math.min(MAX_TICKS, (at.steadyMs - link.tickMs) / TICK_MS));
    const reading = isBinary ? malformed : link.session.read(text);
    if (link.messagesInTick > MAX_MESSAGES_PER_TICK * ticks) this.#end(link, 'too many messages');
    else if (link.bytesInTick > MAX_BYTES_PER_TICK * ticks) this.#end(link, 'too many bytes');
    else if (reading.kind === 'ended') this.#end(link, reading.why);
    else if (reading.kind === 'malformed') this.#malformed(link);
    else if (reading.kind === 'lost') this.#lose(link, reading.pair, reading.why, at);
    else if (reading.kind === 'prices') this.#priced(link, reading, at);
    else if (reading.kind === 'thin') this.#thin(link, reading.pair, at);
    else if (reading.kind === 'states') this.#stated(link, reading.states, at);
    else if (reading.kind === 'halted') this.#board.forgetAll();
  }

  #thin(link: Link, pair: string, at: Moment): void {
    this.#drop('thin');
    this.#board.forget(pair);
    this.#heard(link, pair, at);
  }

  #stated(link: Link, states: ReadonlyMap<string, PairState>, at: Moment): void {
    for (const [pair, state] of states) {
      this.#states.set(pair, state);
      if (state === 'live') {
        const reading = link.session.reread?.(pair);
        if (reading?.kind === 'prices') this.#priced(link, reading, at);
        continue;
      }
      this.#board.forget(pair);
      link.subscriptions.rest(pair);
    }
  }

  #heard(link: Link, pair: string, { steadyMs }: Moment): void {
    link.deliveredMs = steadyMs;
    link.subscriptions.heard(pair, steadyMs);
  }

  #priced(link: Link, prices: ReportedPrices, at: Moment): void {
    const dropped = this.#board.accept(prices, at);
    if (dropped === undefined) this.#heard(link, prices.pair, at);
    else if (dropped === 'thin') this.#thin(link, prices.pair, at);
    else if (dropped === 'implausible') {
      // Our copy of the book may be wrong.
      link.session.forget(prices.pair);
      this.#lose(link, prices.pair, dropped, at);
    } else this.#drop(dropped);
  }

  #malformed(link: Link): void {
    this.#drop('malformed');
    link.malformed += 1;
    if (link.malformed > MAX_MALFORMED) this.#end(link, 'too many malformed messages');
  }

  #lose(link: Link, pair: string, why: DropReason, { steadyMs }: Moment): void {
    this.#drop(why);
    this.#board.forget(pair);
    link.deliveredMs = steadyMs;
    link.subscriptions.lose(pair, steadyMs);
  }

  #drop(reason: DropReason): void {
    this.#dropped.set(reason, (this.#dropped.get(reason) ?? 0) + 1);
  }

  #tick(): void {
    const link = this.#link;
    if (link?.socket.readyState !== WebSocket.OPEN) return;
    const nowMs = this.#now().steadyMs;
    link.tickMs = nowMs;
    link.messagesInTick = 0;
    link.bytesInTick = 0;
    if (nowMs - link.heardMs > PING_AFTER_MS && !link.isPinged) {
      link.isPinged = true;
      link.socket.send(this.#parts.protocol.ping);
    }
    this.#subscribe(link, nowMs);
    const fault = faultOf(link, nowMs);
    if (fault !== undefined) this.#end(link, fault);
  }

  #subscribe({ subscriptions, session, socket }: Link, nowMs: number): void {
    const pairs = withWorths(this.#pairs()).slice(0, MAX_PAIRS - 1);
    const wanted = [...new Set([...pairs, this.#parts.protocol.busyPair].map(pairName))];
    for (const { pair, kind } of subscriptions.take(wanted, nowMs)) socket.send(session[kind](pair));
  }
}

/** Adds the pairs whose prices give the value of quote coins other than dollars. */
function withWorths(pairs: readonly Pair[]): readonly Pair[] {
  const quotes = new Set(pairs.map(({ quote }) => quote).filter((quote) => !dollars.has(quote)));
  return [...[...quotes].map((base) => ({ base, quote: 'USDT' })), ...pairs];
}

/** Why a connection should be replaced; undefined if it works. */
function faultOf(link: Link, nowMs: number): string | undefined {
  if (nowMs - link.heardMs > SILENT_AFTER_MS) return 'silent';
  if (link.subscriptions.size === 0) return undefined;
  link.deliveredMs ??= nowMs;
  if (link.subscriptions.isStarved(nowMs)) return 'request limit reached';
  const most = link.subscriptions.areExpected ? USELESS_AFTER_MS : FRUITLESS_AFTER_MS;
  return nowMs - link.deliveredMs > most ? 'no prices' : undefined;
}
