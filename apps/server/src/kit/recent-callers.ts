import { RateLimiter } from './rate-limiter.ts';

/** The allowance by which frequent callers are identified: after an hour without a call, it is full again. */
const LATELY = { perSecond: 1 / 60, burst: 60 };

/** Work that waits in a queue. */
export interface Waiting {
  /** The client it is for; undefined if it must not be dropped in favour of others. */
  readonly client: string | undefined;
  readonly go: () => void;
  /** Removes the work from its queue and refuses it. */
  readonly drop: () => void;
}

/**
 * How often each client has called within the last hour. Where a queue is full, the most frequent caller gives way, so
 * that clients who call without pause do not keep the others out.
 */
export class RecentCallers {
  readonly #lately = new RateLimiter(LATELY.perSecond, LATELY.burst);
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  count(client: string): void {
    this.#lately.take(client, this.#now());
  }

  /**
   * Drops the work of the most frequent recent caller, if that caller was more frequent than this client; returns
   * whether it did.
   */
  makeRoom(queue: Iterable<Waiting>, client: string | undefined): boolean {
    let least = this.#leftOf(client);
    let most: Waiting | undefined;
    for (const waiting of queue) {
      const left = this.#leftOf(waiting.client);
      if (left >= least) continue;
      least = left;
      most = waiting;
    }
    most?.drop();
    return most !== undefined;
  }

  #leftOf(client: string | undefined): number {
    return client === undefined ? Number.POSITIVE_INFINITY : this.#lately.left(client, this.#now());
  }
}
