import type { IncomingHttpHeaders } from 'node:http';
import websocket, { type WebSocket } from '@fastify/websocket';
import type { ErrorCode, ErrorParameters, StreamMessage, StreamRequest } from '@vitrine/contract';
import type { MarketStatusChanged, OwnerId } from '@vitrine/core';
import type { TimeMs } from '@vitrine/money';
import { LeaseLost } from '@vitrine/sequencer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FreezeNote } from '../auth/security/freeze-note.ts';
import type { Session, SessionEnd, Sessions } from '../http/session.ts';
import { AddressPlaces, AddressRateLimiter } from '../kit/by-address.ts';
import { nameIn } from '../kit/instruments.ts';
import { Places } from '../kit/places.ts';
import { RateLimiter } from '../kit/rate-limiter.ts';
import type { EventBatch } from '../projections/projector/event-batch.ts';
import { Connection } from './connection.ts';
import { Hub, type HubParts } from './hub/hub.ts';
import type { Topic } from './hub/topic-message.ts';
import { readInSlices } from './read-in-slices.ts';
import { addSocketRoute } from './socket-route.ts';
import { defaultStreamLimits, type StreamLimits } from './stream-limits.ts';
import { parseStreamRequest, type Subscription, topicKey, topicOf } from './stream-request.ts';
import { webEncoder } from './web-encoder.ts';

interface StreamParts extends HubParts {
  readonly sessions: Sessions;
  /** The note to show to the owner of a frozen account. */
  readonly freezeOf: (owner: OwnerId) => Promise<FreezeNote | undefined>;
  readonly mode: 'sandbox' | 'production';
  /** The current time on the exchange's clock. */
  readonly clock: () => TimeMs;
  /**
   * The origin at which browsers reach the exchange; if undefined (in a sandbox), that is localhost or an IP address.
   */
  readonly publicOrigin: string | undefined;
  readonly limits?: Partial<StreamLimits>;
}

/**
 * The maximum number of fragments of a message. No other limit counts empty fragments, and no program needs fragments
 * for messages as short as ours.
 */
const MOST_FRAGMENTS = 16;
/** The cost of a failed session lookup, in messages: an invalid token is looked up each time it is sent. */
const VAIN_SIGN_IN_COST = 10;
/** The number of items in a snapshot (orders, balances, levels, trades, tickers) that cost as much as one message. */
const ITEMS_PER_REQUEST = 50;

type Authenticated = Session | 'none' | 'expired';

/** Why a request is not served. */
interface Refusal {
  readonly code: ErrorCode;
  readonly parameters?: Readonly<Record<string, string>>;
}

/** The WebSocket at /stream: public channels for everyone, and a private one for each signed-in client. */
export class Stream {
  /** Sockets with other dialects subscribe to this hub too. */
  readonly hub: Hub;
  readonly #parts: StreamParts;
  readonly #limits: StreamLimits;
  readonly #terms: ConstructorParameters<typeof Connection>[3];
  readonly #connections = new Set<Connection>();
  readonly #perAddress: AddressPlaces;
  readonly #topicsOfAddresses: AddressPlaces;
  readonly #ofClients: Places;
  /** Rate limits of messages by address and by client, so that reconnecting does not raise the limit. */
  readonly #requests: AddressRateLimiter;
  readonly #requestsOfClients: RateLimiter;

  constructor(parts: StreamParts) {
    this.#parts = parts;
    this.#limits = { ...defaultStreamLimits, ...parts.limits };
    this.#perAddress = new AddressPlaces(this.#limits.connectionsPerAddress);
    this.#topicsOfAddresses = new AddressPlaces(this.#limits.topicsPerAddress);
    this.#ofClients = new Places(this.#limits.connectionsPerClient);
    this.#requests = new AddressRateLimiter(this.#limits.requestsPerSecond);
    this.#requestsOfClients = new RateLimiter(this.#limits.requestsPerSecond);
    this.hub = new Hub(parts);
    this.#terms = {
      encode: webEncoder(parts.instruments),
      bufferedBytes: this.#limits.bufferedBytes,
      charge: (address, items) => this.#charge(address, items / ITEMS_PER_REQUEST),
    };
    parts.sessions.onEnd((session, end) => this.#endSession(session.id, end));
  }

  /** Adds the route. Closing the server ends this stream. */
  async attach(app: FastifyInstance): Promise<void> {
    await app.register(websocket, {
      options: { maxPayload: this.#limits.messageBytes, maxFragments: MOST_FRAGMENTS, perMessageDeflate: false },
    });
    addSocketRoute(app, {
      url: '/stream',
      publicOrigin: this.#parts.publicOrigin,
      servesPrograms: true,
      opened: (socket, request) => this.#open(socket, request),
      timers: [
        every(this.#limits.booksEveryMs, () => this.hub.sendBooks()),
        every(this.#limits.figuresEveryMs, () => this.hub.sendFigures()),
        every(this.#limits.sessionsEveryMs, () => this.#endExpiredSessions()),
        every(this.#limits.pingEveryMs, () => this.#keepAlive()),
      ],
      close: () => {
        for (const connection of this.#connections) connection.terminate();
      },
    });
  }

  /** Number of open connections. */
  get size(): number {
    return this.#connections.size;
  }

  /**
   * Sends the changes made by a batch. Call this right after the core, the market data and the open orders have applied
   * the batch.
   */
  apply(batch: EventBatch): void {
    this.hub.apply(batch);
    if (this.#connections.size === 0) return;
    batch.events.forEach((_, event) => {
      if (event.kind === 'MarketStatusChanged') this.#publishStatus(event);
    });
  }

  /** Sends a notice to everyone, or to all connections of one client. */
  notice(to: OwnerId | 'everyone', code: string, text: string): void {
    for (const connection of this.#connections)
      if (to === 'everyone' || connection.session?.owner === to) connection.send({ type: 'notice', code, text });
  }

  /** Sends a message to all connections that are signed in as this client. */
  notify(owner: OwnerId, message: StreamMessage): void {
    for (const connection of this.#connections) if (connection.session?.owner === owner) connection.send(message);
  }

  /** Whether this client has a connection here. */
  isConnected(owner: OwnerId): boolean {
    for (const { session } of this.#connections) if (session?.owner === owner) return true;
    return false;
  }

  #publishStatus({ market, status }: MarketStatusChanged): void {
    const texts = {
      open: 'is open for trading',
      cancel_only: 'accepts cancellations only',
      halted: 'is halted',
      delisted: 'was delisted',
    };
    this.notice(
      'everyone',
      `market_${status}`,
      `${nameIn.web(this.#parts.instruments.byMarket(market))} ${texts[status]}`,
    );
  }

  #open(socket: WebSocket, { ip, headers, raw }: FastifyRequest): void {
    const connection = new Connection(socket, raw.socket, ip, this.#terms);
    readInSlices(raw.socket, () => connection.isOpen);
    socket.on('error', () => connection.terminate());
    if (this.#requests.take(ip, performance.now()) > 0 || !this.#perAddress.take(ip)) {
      connection.cutOff('too_many_requests');
      return;
    }
    this.#connections.add(connection);
    socket.on('close', () => this.#forget(connection));
    // The WebSocket itself responds to pings, but a client that sends too many is still cut off.
    socket.on('ping', () => this.#mayAsk(connection));
    socket.on('pong', () => {
      // A pong that answers our ping does not count.
      if (connection.isAlive) this.#mayAsk(connection);
      connection.isAlive = true;
    });
    // Requests are answered one after another; the first waits until the cookie has been looked up.
    let last = this.#greet(connection, headers).catch(() => connection.cutOff('unavailable'));
    socket.on('message', (data, isBinary) => {
      if (!this.#mayAsk(connection)) return;
      const text = isBinary ? '' : String(data);
      last = last.then(() => this.#answer(connection, text)).catch(() => connection.cutOff('unavailable'));
    });
  }

  async #greet(connection: Connection, headers: IncomingHttpHeaders): Promise<void> {
    const { mode, clock, core } = this.#parts;
    connection.send({ type: 'hello', mode, time: clock(), position: core().position });
    await this.#signIn(connection, headers);
  }

  #forget(connection: Connection): void {
    connection.closed();
    if (!this.#connections.delete(connection)) return;
    this.#perAddress.leave(connection.address);
    for (const [key, topic] of connection.topics) this.#leaveTopic(connection, key, topic);
    this.#leavePrivate(connection);
  }

  /** Counts a message, ping or pong; a connection beyond its allowance is cut off. */
  #mayAsk(connection: Connection): boolean {
    if (!connection.isOpen) return false;
    connection.requests += 1;
    const { requests, address, session } = connection;
    const nowMs = performance.now();
    const isWithin =
      requests <= this.#limits.requestsPerPing &&
      this.#requests.take(address, nowMs) === 0 &&
      (session === undefined || this.#requestsOfClients.take(String(session.owner), nowMs) === 0);
    if (!isWithin) connection.cutOff('too_many_requests');
    return connection.isOpen;
  }

  #charge(address: string, cost: number): void {
    this.#requests.charge(address, performance.now(), cost);
  }

  async #answer(connection: Connection, text: string): Promise<void> {
    if (!connection.isOpen) return;
    const request = parseStreamRequest(text);
    const refusal = 'fault' in request ? misunderstood(request.fault) : await this.#serve(connection, request);
    if (refusal === undefined) return;
    connection.sendError(refusal.code, refusal.parameters);
    if (refusal.code === 'bad_stream_message') connection.faults += 1;
    if (connection.faults >= this.#limits.faultsPerPing) connection.cutOff('bad_stream_message');
  }

  async #serve(connection: Connection, request: StreamRequest): Promise<Refusal | undefined> {
    switch (request.op) {
      case 'ping': {
        const id = request.id === undefined ? {} : { id: request.id };
        connection.send({ type: 'pong', ...id, time: this.#parts.clock() });
        return undefined;
      }
      case 'auth': {
        const found = await this.#signIn(connection, { authorization: `Bearer ${request.token}` });
        if (typeof found === 'string') return { code: found === 'expired' ? 'session_expired' : 'not_authenticated' };
        connection.send({ type: 'subscribed', channel: 'auth' });
        return undefined;
      }
      case 'subscribe':
        return this.#subscribe(connection, request);
      case 'unsubscribe':
        return this.#unsubscribe(connection, request);
    }
  }

  #subscribe(connection: Connection, request: Subscription): Refusal | undefined {
    const topic = topicOf(request, this.#parts.instruments, connection.session);
    if (topic === undefined)
      return request.channel === 'private' ? { code: 'not_authenticated' } : unknownMarket(request);
    const key = topicKey(topic);
    const { topicsPerConnection } = this.#limits;
    if (connection.topics.has(key)) return misunderstood({ reason: 'subscribed_already', topic: key });
    if (connection.topics.size >= topicsPerConnection)
      return misunderstood({ reason: 'too_many_subscriptions', most: String(topicsPerConnection) });
    if (!this.#topicsOfAddresses.take(connection.address))
      return misunderstood({ reason: 'too_many_subscriptions', most: String(this.#limits.topicsPerAddress) });
    connection.send({ type: 'subscribed', ...namesOf(request) });
    // `send` has cut off a connection whose reader is too far behind: do not subscribe it.
    if (!connection.isOpen) {
      this.#topicsOfAddresses.leave(connection.address);
      return undefined;
    }
    connection.topics.set(key, topic);
    this.hub.subscribe(connection, topic);
    return undefined;
  }

  #unsubscribe(connection: Connection, request: Subscription): Refusal | undefined {
    const topic = topicOf(request, this.#parts.instruments, connection.session);
    if (topic === undefined && request.channel !== 'private') return unknownMarket(request);
    const key = topic === undefined ? request.channel : topicKey(topic);
    if (topic === undefined || !connection.topics.has(key))
      return misunderstood({ reason: 'not_subscribed', topic: key });
    this.#leaveTopic(connection, key, topic);
    connection.send({ type: 'unsubscribed', ...namesOf(request) });
    return undefined;
  }

  async #signIn(
    connection: Connection,
    { cookie, authorization }: Pick<IncomingHttpHeaders, 'cookie' | 'authorization'>,
  ): Promise<Authenticated> {
    if (cookie === undefined && authorization === undefined) return 'none';
    const credentials = { cookie, authorization };
    const found = await this.#parts.sessions.authenticate(credentials);
    if (typeof found === 'string') {
      this.#charge(connection.address, VAIN_SIGN_IN_COST);
      return found;
    }
    // The previous sign-in on this connection ends.
    this.#leavePrivate(connection);
    // The connection may have closed during the lookup.
    if (!connection.isOpen || this.#parts.core().isFrozen(found.owner)) return 'none';
    if (!this.#ofClients.take(String(found.owner))) {
      connection.cutOff('too_many_requests');
      return 'none';
    }
    connection.session = found;
    connection.credentials = credentials;
    return found;
  }

  #leaveTopic(connection: Connection, key: string, topic: Topic): void {
    connection.topics.delete(key);
    this.#topicsOfAddresses.leave(connection.address);
    this.hub.unsubscribe(connection, topic);
  }

  #leavePrivate(connection: Connection): void {
    const topic = connection.topics.get('private');
    if (topic !== undefined) this.#leaveTopic(connection, 'private', topic);
    if (connection.session !== undefined) this.#ofClients.leave(String(connection.session.owner));
    connection.session = undefined;
    connection.credentials = undefined;
  }

  #endSession(id: string, reason: SessionEnd): void {
    for (const connection of this.#connections)
      if (connection.session?.id === id) void this.#signOut(connection, reason);
  }

  async #signOut(connection: Connection, reason: SessionEnd): Promise<void> {
    const owner = connection.session?.owner;
    this.#leavePrivate(connection);
    if (reason !== 'frozen' || owner === undefined) return connection.send({ type: 'signed_out', reason });
    // If the lookup of the freeze fails, the client is still notified that the session has ended.
    const note = await this.#parts.freezeOf(owner).catch(() => undefined);
    const freeze = note && { reason: note.reason, rule: note.rule, ends_at: note.endsAtMs };
    connection.send({ type: 'signed_out', reason, ...(freeze && { freeze }) });
  }

  /**
   * Signs out connections whose session has expired. Over HTTP, an expired session is noticed by the next request that
   * uses it; a stream makes no requests.
   */
  #endExpiredSessions(): void {
    const nowMs = Date.now();
    for (const { session } of this.#connections)
      if (session !== undefined && session.expiresAtMs <= nowMs) this.#endSession(session.id, 'expired');
  }

  #keepAlive(): void {
    for (const connection of this.#connections) {
      connection.requests = 0;
      connection.faults = 0;
      // A connection that missed the last ping is cut off.
      if (connection.isAlive) connection.ping();
      else connection.terminate();
      void this.#checkSession(connection);
    }
  }

  /**
   * Signs out a connection whose session ended without notice to this server: the session store reports ended sessions
   * immediately, but only those in its cache.
   */
  async #checkSession(connection: Connection): Promise<void> {
    const { session, credentials } = connection;
    if (session === undefined || credentials === undefined) return;
    const found = await Promise.resolve(this.#parts.sessions.authenticate(credentials)).catch(() => session);
    if (typeof found === 'string' && connection.session === session)
      await this.#signOut(connection, found === 'expired' ? 'expired' : 'revoked');
  }
}

/**
 * While the lease is in doubt, nothing may be sent: `work` throws LeaseLost, and a later cycle sends the pending
 * changes, unless the exchange has stopped.
 */
const every = (ms: number, work: () => void): NodeJS.Timeout =>
  setInterval(() => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
    }
  }, ms);

const misunderstood = (parameters: ErrorParameters<'bad_stream_message'>): Refusal => ({
  code: 'bad_stream_message',
  parameters,
});

const unknownMarket = (request: Subscription): Refusal => ({
  code: 'unknown_market',
  parameters: { name: 'name' in request ? request.name : '' },
});

const namesOf = (request: Subscription) => ({
  channel: request.channel,
  ...('name' in request ? { name: request.name } : {}),
  ...('interval' in request ? { interval: request.interval } : {}),
});
