import { AsyncLocalStorage } from 'node:async_hooks';
import { ApiError } from './api-error.ts';
import { Places } from './places.ts';
import { RateLimiter } from './rate-limiter.ts';

/** Of each lane. */
export const MOST_WAITING = 50;
/** Running or waiting. */
const MOST_PER_CLIENT = 2;
/** Clients that send the password with each order place so many at once. A changed password is compared with six. */
const PACE = { perSecond: 1, burst: 40 };
/** Identifies frequent callers: an hour without a check refills it. */
const LATELY = { perSecond: 1 / 60, burst: 60 };

/** Aborted when the caller disconnects. */
const visitors = new AsyncLocalStorage<AbortSignal>();

interface Waiting {
  /** Of whom, where it may give way to others. */
  readonly client: string | undefined;
  readonly go: () => void;
  /** Takes it out of its lane. */
  readonly drop: () => void;
}

/** What `work` hashes waits in the visitors' lane, and is dropped once `gone` is aborted if it is refusable. */
export const asVisitor = <T>(gone: AbortSignal, work: () => Promise<T>): Promise<T> => visitors.run(gone, work);

/**
 * The line in which password hashes wait. Who is signed in has a lane of their own, and the two take turns: however many visitors
 * guess, a client who withdraws waits for one of them at most. No client has more than two places, nor the second where half of
 * the lane is taken, and each has a pace. Where the lane is full, whoever has asked most of late gives way: however many ask
 * without pause, the others get in.
 */
export class PasswordLine {
  readonly #mostAtOnce: number;
  readonly #now: () => number;
  #running = 0;
  readonly #lanes: readonly [clients: Set<Waiting>, visitors: Set<Waiting>] = [new Set(), new Set()];
  readonly #byClient = new Places(MOST_PER_CLIENT);
  readonly #pace = new RateLimiter(PACE.perSecond, PACE.burst);
  readonly #lately = new RateLimiter(LATELY.perSecond, LATELY.burst);
  #turn: 0 | 1 = 0;

  constructor(mostAtOnce: number, now = () => performance.now()) {
    this.#mostAtOnce = mostAtOnce;
    this.#now = now;
  }

  /** Of a client who is signed in. Errors: busy, too_many_requests. */
  async runFor<T>(client: string, work: () => Promise<T>): Promise<T> {
    const most = this.#lanes[0].size < MOST_WAITING / 2 ? MOST_PER_CLIENT : 1;
    if (!this.#byClient.take(client, most)) throw new ApiError('busy');
    try {
      const seconds = this.#pace.take(client, this.#now());
      if (seconds > 0) throw new ApiError('too_many_requests', { seconds: String(seconds) });
      this.#lately.take(client, this.#now());
      return await this.run(work, true, client);
    } finally {
      this.#byClient.leave(client);
    }
  }

  /** `isRefusable`: where nothing has been done yet that would have to be undone. Errors: busy. */
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
    if (isRefusable && lane.size >= MOST_WAITING && !this.#makeRoom(lane, client)) throw new ApiError('busy');
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
      // The caller has disconnected.
      if (gone?.aborted) return drop();
      gone?.addEventListener('abort', drop, { once: true });
      lane.add(waiting);
    });
  }

  /** Whether a client who has asked more of late than this one has given way. */
  #makeRoom(lane: ReadonlySet<Waiting>, client: string | undefined): boolean {
    let least = this.#leftOf(client);
    let most: Waiting | undefined;
    for (const waiting of lane) {
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

  #next(): void {
    const next = this.#take(this.#turn) ?? this.#take(this.#turn === 0 ? 1 : 0);
    if (next === undefined) this.#running -= 1;
    else next.go();
  }

  /** The first of this lane; afterwards it is the other's turn. */
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
