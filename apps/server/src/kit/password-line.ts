import { AsyncLocalStorage } from 'node:async_hooks';
import { ApiError } from './api-error.ts';
import { Places } from './places.ts';
import { RateLimiter } from './rate-limiter.ts';
import { RecentCallers } from './recent-callers.ts';
import type { Waiting } from './waiting.ts';

/** The maximum number of waiting hashes per lane. */
export const MOST_WAITING = 50;
/** The maximum number of hashes of one client, running or waiting. */
const MOST_PER_CLIENT = 2;
/**
 * A client's rate limit, in password comparisons. The burst allows for clients who send the password with each order,
 * and for changing a password, which takes six comparisons.
 */
const PACE = { perSecond: 1, burst: 40 };
/** The signal of the visitor whose call is running; it is aborted when the visitor disconnects. */
const visitors = new AsyncLocalStorage<AbortSignal>();

/**
 * Runs `work`, whose hashes wait in the visitors' lane. Waiting hashes that may be refused are dropped when `gone` is
 * aborted.
 */
export const asVisitor = <T>(gone: AbortSignal, work: () => Promise<T>): Promise<T> => visitors.run(gone, work);

/**
 * The queue of password hashes. Signed-in clients and visitors each have a lane, and the two lanes are served
 * alternately: however many visitors guess, at most one of their hashes runs before each hash of a signed-in client. A
 * client has a rate limit and at most two hashes, running or waiting, or only one while at least half of the lane is
 * taken. If the lane is full, the hash of the most frequent recent caller is dropped, so that clients who call without
 * pause do not keep the others out.
 */
export class PasswordLine {
  readonly #mostAtOnce: number;
  readonly #now: () => number;
  #running = 0;
  readonly #lanes: readonly [clients: Set<Waiting>, visitors: Set<Waiting>] = [new Set(), new Set()];
  readonly #byClient = new Places(MOST_PER_CLIENT);
  readonly #pace = new RateLimiter(PACE.perSecond, PACE.burst);
  readonly #recent: RecentCallers;
  #turn: 0 | 1 = 0;

  constructor(mostAtOnce: number, now = () => performance.now()) {
    this.#mostAtOnce = mostAtOnce;
    this.#now = now;
    this.#recent = new RecentCallers(now);
  }

  /** Runs work for a signed-in client. Errors: busy, too_many_requests. */
  async runFor<T>(client: string, work: () => Promise<T>): Promise<T> {
    const most = this.#lanes[0].size < MOST_WAITING / 2 ? MOST_PER_CLIENT : 1;
    if (!this.#byClient.take(client, most)) throw new ApiError('busy');
    try {
      const seconds = this.#pace.take(client, this.#now());
      if (seconds > 0) throw new ApiError('too_many_requests', { seconds: String(seconds) });
      this.#recent.count(client);
      return await this.run(work, true, client);
    } finally {
      this.#byClient.leave(client);
    }
  }

  /**
   * Runs work when its turn comes. `isRefusable`: the work may be refused, since nothing has been done yet that would
   * have to be undone. Errors: busy.
   */
  async run<T>(work: () => Promise<T>, isRefusable: boolean, client?: string): Promise<T> {
    if (this.#running === this.#mostAtOnce) await this.#wait(isRefusable, client);
    else this.#running += 1;
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  #wait(isRefusable: boolean, client: string | undefined): Promise<void> {
    const visitor = visitors.getStore();
    const lane = this.#lanes[visitor === undefined ? 0 : 1];
    if (isRefusable && lane.size >= MOST_WAITING && !this.#recent.makeRoom(lane, client)) throw new ApiError('busy');
    const gone = isRefusable ? visitor : undefined;
    return new Promise((resolve, reject) => {
      const drop = () => {
        lane.delete(waiting);
        reject(new ApiError('busy'));
      };
      const go = () => {
        gone?.removeEventListener('abort', drop);
        resolve();
      };
      const waiting = { client, go, drop };
      if (gone?.aborted) return drop();
      gone?.addEventListener('abort', drop, { once: true });
      lane.add(waiting);
    });
  }

  #next(): void {
    const next = this.#take(this.#turn) ?? this.#take(this.#turn === 0 ? 1 : 0);
    if (next === undefined) this.#running -= 1;
    else next.go();
  }

  /** Takes the first item of this lane; the other lane is served next. */
  #take(index: 0 | 1): Waiting | undefined {
    const lane = this.#lanes[index];
    for (const first of lane) {
      lane.delete(first);
      this.#turn = index === 0 ? 1 : 0;
      return first;
    }
    return undefined;
  }
}
