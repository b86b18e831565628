import { RateLimiter } from './rate-limiter.ts';
import { makeRoom, type Waiting } from './waiting.ts';

/** The allowance by which frequent callers are identified: after an hour without a call, it is full again. */
const LATELY = { perSecond: 1 / 60, burst: 60 };

/**
 * Counts how often each client has called within the last hour. If a queue is full, the most frequent caller's work is
 * dropped, so that clients who call without pause do not keep others out.
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
   * Drops the work of the most frequent recent caller if that caller has called more often than this client. Returns
   * whether any work was dropped.
   */
  makeRoom(queue: Iterable<Waiting>, client: string | undefined): boolean {
    return makeRoom(queue, client, (each) => this.#lately.left(each, this.#now()));
  }
}
