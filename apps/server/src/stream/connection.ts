import type { Socket } from 'node:net';
import type { WebSocket } from '@fastify/websocket';
import { type ErrorCode, errorTable, type StreamMessage } from '@vitrine/contract';
import type { Session, Sessions } from '../http/session.ts';
import { errorText } from '../kit/error-text.ts';
import { cutOff } from './cut-off.ts';
import { type Frame, frameOf } from './frame.ts';
import type { Encode, Subscriber } from './hub/subscribers.ts';
import type { Topic } from './hub/topic-message.ts';

/** WebSocket close codes (RFC 6455, section 7.4). */
const closeCodes = { policy: 1008, tryAgainLater: 1013 } as const;

/** Settings shared by all connections of the stream. */
interface ConnectionTerms {
  readonly encode: Encode;
  readonly bufferedBytes: number;
  readonly charge: (address: string, items: number) => void;
}

/**
 * Sockets with frames that were written in the current turn of the event loop, and not yet passed to the operating
 * system.
 */
const corked: Socket[] = [];

function uncorkLater(wire: Socket): void {
  corked.push(wire);
  if (corked.length === 1) process.nextTick(uncorkAll);
}

function uncorkAll(): void {
  for (const wire of corked.splice(0)) wire.uncork();
}

/** One client of the stream. */
export class Connection implements Subscriber {
  readonly encode: Encode;
  /** The IP address by which connections are counted. */
  readonly address: string;
  /** The session of the client whose private channel the connection may read. */
  session: Session | undefined;
  /** The credentials with which the connection authenticated. */
  credentials: Parameters<Sessions['authenticate']>[0] | undefined;
  /** The connection's subscriptions, by topic key. */
  readonly topics = new Map<string, Topic>();
  /** Whether the client has responded to the last ping; true before the first ping. */
  isAlive = true;
  /**
   * The number of messages, pings and pongs since our last ping and, in `faults`, how many of the messages were
   * invalid.
   */
  requests = 0;
  faults = 0;
  readonly #socket: WebSocket;
  /** The WebSocket's underlying socket; our frames are written to it directly. */
  readonly #wire: Socket;
  readonly #maxBufferedBytes: number;
  readonly #charge: (address: string, items: number) => void;
  #isOpen = true;

  constructor(socket: WebSocket, wire: Socket, address: string, terms: ConnectionTerms) {
    this.#socket = socket;
    this.#wire = wire;
    this.address = address;
    this.encode = terms.encode;
    this.#maxBufferedBytes = terms.bufferedBytes;
    this.#charge = terms.charge;
  }

  get isOpen(): boolean {
    return this.#isOpen && this.#socket.readyState === this.#socket.OPEN;
  }

  send(message: StreamMessage): void {
    this.sendFrame(frameOf(JSON.stringify(message)));
  }

  /** Sends a frame. A reader that is too far behind is cut off instead. */
  sendFrame(frame: Frame): void {
    if (!this.isOpen) return;
    if (this.#wire.writableLength > this.#maxBufferedBytes) this.cutOff('slow_consumer');
    else this.#write(frame);
  }

  /**
   * Combines all frames of one turn of the event loop into one write to the operating system, because a write costs
   * more than a frame.
   */
  #write(frame: Frame): void {
    const wire = this.#wire;
    if (wire.writableCorked === 0) {
      wire.cork();
      uncorkLater(wire);
    }
    wire.write(frame);
  }

  charge(items: number): void {
    this.#charge(this.address, items);
  }

  sendError(code: ErrorCode, parameters?: Readonly<Record<string, string>>): void {
    this.send({ type: 'error', code, message: errorText(code, parameters), ...(parameters && { parameters }) });
  }

  ping(): void {
    this.isAlive = false;
    if (this.#isOpen) this.#socket.ping();
  }

  /** Closes with the error's code as the reason, and destroys the socket if it stays open. */
  cutOff(code: ErrorCode): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    cutOff(this.#socket, this.#wire, errorTable[code].retryable ? closeCodes.tryAgainLater : closeCodes.policy, code);
  }

  terminate(): void {
    this.#isOpen = false;
    this.#socket.terminate();
  }

  /** Call this when the socket has closed. */
  closed(): void {
    this.#isOpen = false;
  }
}
