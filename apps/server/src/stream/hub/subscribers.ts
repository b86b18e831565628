import type { ErrorCode } from '@vitrine/contract';
import type { Frame } from '../frame.ts';
import type { TopicMessage } from './topic-message.ts';

/** A dialect: encodes a message as any number of frames. */
export type Encode = (message: TopicMessage) => readonly Frame[];

/** A connection and its dialect. */
export interface Subscriber {
  /** The same function for all subscribers of a dialect, so that they share its frames. */
  readonly encode: Encode;
  readonly isOpen: boolean;
  sendFrame(frame: Frame): void;
  /** Counts work done for this subscriber against its rate limit: the number of items read and encoded. */
  charge(items: number): void;
  cutOff(code: ErrorCode): void;
}

/** Subscribers that get the same messages. */
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

  /** Encodes once per dialect, and sends the same bytes to all its subscribers. */
  broadcast(message: TopicMessage): void {
    for (const [encode, subscribers] of this.#byDialect)
      for (const frame of encode(message)) for (const subscriber of subscribers) subscriber.sendFrame(frame);
  }
}
