import type { StreamMessage, StreamRequest } from '@vitrine/contract';
import { keyOf, keyOfMessage, NumberCheck, type Subscription } from './stream-numbers.ts';

export type { Subscription } from './stream-numbers.ts';

/** `live`: messages arrive. `stale`: connected but silent for too long. `connecting`: not connected, trying again. */
export type StreamState = 'idle' | 'connecting' | 'live' | 'stale';
export type StreamStatus = {
  readonly state: StreamState;
  /** Round trip of the last ping in milliseconds. */
  readonly pingMs: number | undefined;
};

export type Handler = (message: StreamMessage) => void;

const PING_EVERY_MS = 4000;
/** After this long without a message, what is on screen is considered stale, even if the socket seems open. */
export const STALE_AFTER_MS = 9000;
/** A socket that has not opened after this long is closed, and a new connection is opened. */
const OPEN_WITHIN_MS = 15_000;
/** After this long without a message, the socket is closed and a new connection is opened. */
const DEAD_AFTER_MS = 20_000;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 15_000;

type Listened = { readonly subscription: Subscription; readonly handlers: Set<Handler>; readonly numbers: NumberCheck };

/** The part of a WebSocket's interface that the stream uses. */
export type SocketLike = {
  readonly readyState: number;
  send(text: string): void;
  close(): void;
  addEventListener(type: 'open' | 'message' | 'close', listener: (event: Event) => void): void;
};

/**
 * The page's one connection to /stream, opened with the first listener. Any number of listeners share a subscription;
 * after a reconnect or a gap it is renewed and starts with a new snapshot.
 */
export class Stream {
  readonly #open: () => SocketLike;
  readonly #listened = new Map<string, Listened>();
  readonly #statusListeners = new Set<() => void>();
  #socket: SocketLike | undefined;
  #status: StreamStatus = { state: 'idle', pingMs: undefined };
  #receivedAt = 0;
  #pingId = 0;
  #pingedAt = 0;
  #failures = 0;
  #beat: ReturnType<typeof setInterval> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #opening: ReturnType<typeof setTimeout> | undefined;

  constructor(open: () => SocketLike) {
    this.#open = open;
  }

  /** Passes every message of a subscription to `handler` until the returned function is called. */
  listen(subscription: Subscription, handler: Handler): () => void {
    const key = keyOf(subscription);
    const known = this.#listened.get(key);
    if (known) {
      known.handlers.add(handler);
      // The new listener needs a snapshot; for existing listeners the snapshot is simply the newest state.
      this.refresh(subscription);
    } else {
      this.#listened.set(key, { subscription, handlers: new Set([handler]), numbers: new NumberCheck() });
      this.#send({ op: 'subscribe', ...subscription });
    }
    if (!this.#socket && !this.#retry) this.#connect();
    return () => this.#stopListening(key, handler);
  }

  /** Requests a new snapshot of a subscription; numbered updates are dropped until it arrives. */
  refresh(subscription: Subscription): void {
    const listened = this.#listened.get(keyOf(subscription));
    if (!listened) return;
    listened.numbers.forget();
    this.#send({ op: 'unsubscribe', ...listened.subscription });
    this.#send({ op: 'subscribe', ...listened.subscription });
  }

  /**
   * Reconnects immediately: after signing in or out, so that the connection carries the new session, or when back
   * online.
   */
  reconnect(): void {
    if (this.#listened.size === 0) return;
    this.#failures = 0;
    this.#drop();
    this.#connect();
  }

  readonly status = (): StreamStatus => this.#status;

  /**
   * When the last message from the exchange was received, in milliseconds since the Unix epoch; zero before the first.
   */
  readonly receivedMs = (): number => this.#receivedAt;

  readonly onStatus = (listener: () => void): (() => void) => {
    this.#statusListeners.add(listener);
    return () => this.#statusListeners.delete(listener);
  };

  #stopListening(key: string, handler: Handler): void {
    const listened = this.#listened.get(key);
    if (!listened?.handlers.delete(handler) || listened.handlers.size > 0) return;
    this.#listened.delete(key);
    this.#send({ op: 'unsubscribe', ...listened.subscription });
  }

  #connect(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.#setStatus({ state: 'connecting', pingMs: undefined });
    const socket = this.#open();
    this.#socket = socket;
    socket.addEventListener('open', () => this.#onOpen(socket));
    socket.addEventListener('message', (event) => this.#onText(socket, (event as MessageEvent<string>).data));
    socket.addEventListener('close', () => this.#onClose(socket));
    this.#opening = setTimeout(() => this.#giveUp(socket), OPEN_WITHIN_MS);
  }

  #onOpen(socket: SocketLike): void {
    if (socket !== this.#socket) return;
    clearTimeout(this.#opening);
    this.#failures = 0;
    this.#received();
    for (const { subscription, numbers } of this.#listened.values()) {
      numbers.forget();
      this.#send({ op: 'subscribe', ...subscription });
    }
    this.#ping();
    this.#beat = setInterval(() => this.#onBeat(), 1000);
  }

  #onText(socket: SocketLike, text: string): void {
    if (socket !== this.#socket) return;
    const message = JSON.parse(text) as StreamMessage;
    this.#received();
    if (message.type === 'pong') {
      this.#onPong(message.id);
      return;
    }
    const key = keyOfMessage(message);
    // Messages about the connection (hello, signed_out, errors) go to listeners of the private channel.
    const listened = this.#listened.get(key ?? 'private');
    if (!listened) return;
    const verdict = listened.numbers.judge(message);
    if (verdict === 'gap') this.refresh(listened.subscription);
    if (verdict === 'deliver') for (const handler of listened.handlers) handler(message);
  }

  #onClose(socket: SocketLike): void {
    if (socket !== this.#socket) return;
    this.#drop();
    this.#setStatus({ state: this.#listened.size === 0 ? 'idle' : 'connecting', pingMs: undefined });
    if (this.#listened.size === 0) return;
    // Jitter: a thousand pages that lost the same server do not reconnect at the same instant.
    const longest = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#failures);
    this.#failures += 1;
    this.#retry = setTimeout(() => this.#connect(), longest / 4 + Math.random() * longest * 0.75);
  }

  /** Closes a socket without waiting for its close event, which may never come. */
  #giveUp(socket: SocketLike): void {
    socket.close();
    this.#onClose(socket);
  }

  #onBeat(): void {
    const silentMs = Date.now() - this.#receivedAt;
    if (silentMs > DEAD_AFTER_MS) {
      if (this.#socket) this.#giveUp(this.#socket);
      return;
    }
    if (silentMs > STALE_AFTER_MS) this.#setStatus({ state: 'stale', pingMs: this.#status.pingMs });
    if (Date.now() - this.#pingedAt >= PING_EVERY_MS) this.#ping();
  }

  #ping(): void {
    this.#pingId += 1;
    this.#pingedAt = Date.now();
    this.#send({ op: 'ping', id: this.#pingId });
  }

  #onPong(id: number | undefined): void {
    if (id === this.#pingId) this.#setStatus({ state: 'live', pingMs: Date.now() - this.#pingedAt });
  }

  #received(): void {
    this.#receivedAt = Date.now();
    if (this.#status.state !== 'live') this.#setStatus({ state: 'live', pingMs: this.#status.pingMs });
  }

  #drop(): void {
    clearInterval(this.#beat);
    clearTimeout(this.#retry);
    clearTimeout(this.#opening);
    this.#retry = undefined;
    const socket = this.#socket;
    this.#socket = undefined;
    // A socket that is still opening is closed once it is open: closing it now would make browsers log an error.
    if (socket?.readyState === 0) socket.addEventListener('open', () => socket.close());
    else socket?.close();
  }

  #send(request: StreamRequest): void {
    if (this.#socket?.readyState === 1) this.#socket.send(JSON.stringify(request));
  }

  #setStatus(next: StreamStatus): void {
    if (next.state === this.#status.state && next.pingMs === this.#status.pingMs) return;
    this.#status = next;
    for (const listener of this.#statusListeners) listener();
  }
}
