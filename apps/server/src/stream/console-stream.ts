import type { Socket } from 'node:net';
import type { WebSocket } from '@fastify/websocket';
import type { ConsoleStreamMessage, ErrorCode, StaffRole } from '@vitrine/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AddressPlaces, AddressRateLimiter } from '../kit/by-address.ts';
import { cutOff } from './cut-off.ts';
import { readInSlices } from './read-in-slices.ts';
import { addSocketRoute } from './socket-route.ts';

const POLICY_VIOLATION = 1008;
const CHECK_EVERY_MS = 30_000;
/** Pings and pongs that a connection may send between two checks; our pages send one pong. */
const CONTROL_FRAMES_PER_CHECK = 20;
const MOST_CONNECTIONS = 500;
const MOST_PER_ADDRESS = 64;
/**
 * The maximum number of connections that one address may open per second: each needs a session lookup. Bursts may be
 * three times as large, for example after a network outage.
 */
const OPENED_PER_ADDRESS_PER_SECOND = 20;
/** Staff with any of these roles may connect. */
const ROLES: readonly StaffRole[] = ['support', 'compliance', 'auditor', 'administrator'];

interface StaffHeaders {
  readonly cookie?: string | undefined;
  readonly 'x-background': '1';
}

export interface ConsoleStreamParts {
  readonly sessions: {
    authenticate(headers: StaffHeaders): Promise<{ readonly roles: readonly StaffRole[] } | 'none' | 'expired'>;
  };
  readonly publicOrigin: string | undefined;
}

/** One connection of the console, with its cookie. */
interface Listener {
  readonly socket: WebSocket;
  /** The WebSocket's underlying socket. */
  readonly wire: Socket;
  readonly cookie: string | undefined;
  isAlive: boolean;
  /** The number of pings and pongs since the last check. */
  controlFrames: number;
}

/**
 * Notifies the console's open pages that something has changed, but never what: pages find that out through calls,
 * which the audit trail records. A connection does not count as activity by a person, and does not keep an idle session
 * alive.
 */
export class ConsoleStream {
  readonly #parts: ConsoleStreamParts;
  readonly #listeners = new Set<Listener>();
  readonly #perAddress = new AddressPlaces(MOST_PER_ADDRESS);
  readonly #opened = new AddressRateLimiter(OPENED_PER_ADDRESS_PER_SECOND);

  constructor(parts: ConsoleStreamParts) {
    this.#parts = parts;
  }

  /**
   * Adds the route. Call this after the stream's `attach`, which registers WebSockets. Closing the server ends this
   * stream.
   */
  attach(app: FastifyInstance): void {
    const check = () => {
      for (const listener of this.#listeners) void this.#check(listener);
    };
    addSocketRoute(app, {
      url: '/stream/console',
      publicOrigin: this.#parts.publicOrigin,
      // Programs use the HTTP API instead.
      servesPrograms: false,
      opened: (socket, request) => void this.#open(socket, request),
      timers: [setInterval(check, CHECK_EVERY_MS)],
      close: () => {
        for (const { socket } of this.#listeners) socket.terminate();
      },
    });
  }

  notify(message: ConsoleStreamMessage): void {
    const text = JSON.stringify(message);
    for (const { socket } of this.#listeners) if (socket.readyState === socket.OPEN) socket.send(text);
  }

  async #open(socket: WebSocket, { ip, headers: { cookie }, raw }: FastifyRequest): Promise<void> {
    const listener: Listener = { socket, wire: raw.socket, cookie, isAlive: true, controlFrames: 0 };
    const refuse = (reason: ErrorCode) => this.#refuse(listener, reason);
    readInSlices(raw.socket, () => socket.readyState === socket.OPEN);
    socket.on('error', () => socket.terminate());
    const countControlFrame = () => {
      listener.controlFrames += 1;
      if (listener.controlFrames > CONTROL_FRAMES_PER_CHECK) refuse('too_many_requests');
    };
    socket.on('ping', countControlFrame);
    socket.on('pong', () => {
      listener.isAlive = true;
      countControlFrame();
    });
    // Our pages send nothing, so a connection that sends anything is not one of ours.
    socket.on('message', () => refuse('bad_stream_message'));
    if (this.#opened.take(ip, performance.now()) > 0 || !this.#perAddress.take(ip)) return refuse('too_many_requests');
    socket.on('close', () => {
      this.#listeners.delete(listener);
      this.#perAddress.leave(ip);
    });
    if (this.#listeners.size >= MOST_CONNECTIONS) return refuse('too_many_requests');
    if (!(await this.#mayListen(cookie))) return refuse('not_authenticated');
    if (socket.readyState === socket.OPEN) this.#listeners.add(listener);
  }

  /** Cuts off a connection that missed the last ping or whose session has ended. */
  async #check(listener: Listener): Promise<void> {
    const { socket, cookie, isAlive } = listener;
    if (!isAlive) return socket.terminate();
    listener.isAlive = false;
    listener.controlFrames = 0;
    socket.ping();
    if (!(await this.#mayListen(cookie))) this.#refuse(listener, 'session_expired');
  }

  #refuse({ socket, wire }: Listener, reason: ErrorCode): void {
    // A connection may send more before it closes, so only its first refusal has an effect.
    if (socket.readyState === socket.OPEN) cutOff(socket, wire, POLICY_VIOLATION, reason);
  }

  /**
   * Whether the session with this cookie may connect. A session whose lookup fails is treated as missing; the page then
   * retries.
   */
  async #mayListen(cookie: string | undefined): Promise<boolean> {
    const found = await this.#parts.sessions.authenticate({ cookie, 'x-background': '1' }).catch(() => 'none' as const);
    return typeof found !== 'string' && found.roles.some((role) => ROLES.includes(role));
  }
}
