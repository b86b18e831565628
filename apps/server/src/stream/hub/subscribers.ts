import type { ErrorCode } from '@vitrine/contract';
import type { Frame } from '../frame.ts';
import type { TopicMessage } from './topic-message.ts';

/** A dialect: what it makes of a message, in as many frames as it takes. */
export type Encode = (message: TopicMessage) => readonly Frame[];

/** A connection, in the dialect that it speaks. */
export interface Subscriber {
  /** The same function for all of one dialect: what it makes is sent to all of them. */
  readonly encode: Encode;
  readonly isOpen: boolean;
  sendFrame(frame: Frame): void;
  /** The work that it has caused: so many orders and balances read for it. */
  charge(items: number): void;
  cutOff(code: ErrorCode): void;
}

/** Those that get the same messages. */
export class Subscribers {
  readonly #byDialect = new Map<Encode, Set<Subscriber>>();

  get isEmpty(): boolean {
    return this.#byDialect.size === 0;
  }

  add(subscriber: Subscriber): void {
    const known = this.#byDialect.get(subscriber.encode);
    if (known === undefined) this.#byDialect.set(subscriber.encode, new Set([subscriber]));
    else known.add(subscriber);
  }

  delete(subscriber: Subscriber): void {
    const known = this.#byDialect.get(subscriber.encode);
    known?.delete(subscriber);
    if (known?.size === 0) this.#byDialect.delete(subscriber.encode);
  }

  /** Encoded once for each dialect, and the same bytes are sent to all who speak it. */
  broadcast(message: TopicMessage): void {
    for (const [encode, subscribers] of this.#byDialect)
      for (const frame of encode(message)) for (const subscriber of subscribers) subscriber.sendFrame(frame);
  }
}

export function send(subscriber: Subscriber, message: TopicMessage): void {
  for (const frame of subscriber.encode(message)) subscriber.sendFrame(frame);
}
