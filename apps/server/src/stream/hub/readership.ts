import type { Frame } from '../frame.ts';
import { type Encode, type Subscriber, Subscribers } from './subscribers.ts';
import type { TopicMessage } from './topic-message.ts';

/**
 * The first message to a new subscriber, and the number of levels, trades or tickers that are read and encoded for it.
 */
interface Snapshot {
  readonly message: TopicMessage;
  readonly items: number;
}

/**
 * The readers of one public topic. A newcomer does not affect the other readers: if the topic has pending changes, the
 * newcomer gets the topic's snapshot only after those changes have been broadcast as usual. A snapshot is made once per
 * dialect until the topic changes, and counts against the rate limit of the newcomer for whom it is made.
 */
export class Readership {
  readonly #snapshot: () => Snapshot;
  readonly #readers = new Subscribers();
  readonly #newcomers = new Set<Subscriber>();
  readonly #snapshots = new Map<Encode, readonly Frame[]>();
  #isPending = false;

  constructor(snapshot: () => Snapshot) {
    this.#snapshot = snapshot;
  }

  get isEmpty(): boolean {
    return this.#readers.isEmpty && this.#newcomers.size === 0;
  }

  add(subscriber: Subscriber): void {
    if (this.#isPending) this.#newcomers.add(subscriber);
    else this.#admit(subscriber);
  }

  delete(subscriber: Subscriber): void {
    this.#newcomers.delete(subscriber);
    this.#readers.delete(subscriber);
    // A topic without readers is not followed, so its snapshot is out of date.
    if (this.isEmpty) this.#snapshots.clear();
  }

  /** Call this when the topic has changed and the message about it will be broadcast later. */
  changed(): void {
    this.#isPending = true;
    this.#snapshots.clear();
  }

  /** Sends all pending changes. */
  broadcast(message: TopicMessage): void {
    this.#isPending = false;
    this.#snapshots.clear();
    this.#readers.broadcast(message);
  }

  /** Sends the snapshot to the newcomers who joined before the broadcast. */
  admitNewcomers(): void {
    for (const newcomer of this.#newcomers) {
      this.#admit(newcomer);
      this.#newcomers.delete(newcomer);
    }
  }

  #admit(subscriber: Subscriber): void {
    for (const frame of this.#framesFor(subscriber)) subscriber.sendFrame(frame);
    this.#readers.add(subscriber);
  }

  #framesFor(subscriber: Subscriber): readonly Frame[] {
    const known = this.#snapshots.get(subscriber.encode);
    if (known !== undefined) return known;
    const { message, items } = this.#snapshot();
    subscriber.charge(items);
    const frames = subscriber.encode(message);
    this.#snapshots.set(subscriber.encode, frames);
    return frames;
  }
}
