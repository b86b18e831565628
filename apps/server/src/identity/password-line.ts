import { AsyncLocalStorage } from 'node:async_hooks';
import { ApiError } from '../http/api-error.ts';
import { Places } from '../http/places.ts';
import { RateLimiter } from '../http/rate-limiter.ts';

/** Of each lane. */
export const MOST_WAITING = 50;
/** Running or waiting. */
const MOST_PER_CLIENT = 2;
/** Whoever sends the password with each order places so many at once. A changed password is compared with six. */
const PACE = { perSecond: 1, burst: 40 };

/** Aborted when whoever asked has gone. */
const strangers = new AsyncLocalStorage<AbortSignal>();

/** What `work` hashes waits in the strangers' lane, and is dropped once `gone` is aborted if it is refusable. */
export const asStranger = <T>(gone: AbortSignal, work: () => Promise<T>): Promise<T> => strangers.run(gone, work);

/**
 * The line in which password hashes wait. Who is signed in has a lane of their own, and the two take turns: however many
 * strangers guess, a client who withdraws waits for one of them at most. No client has more than two places, nor the second
 * where half of the lane is taken, and each has a pace: a few that ask without pause do not block the others.
 */
export class PasswordLine {
  readonly #mostAtOnce: number;
  readonly #now: () => number;
  #running = 0;
  readonly #lanes: readonly [clients: Set<() => void>, strangers: Set<() => void>] = [new Set(), new Set()];
  readonly #byClient = new Places(MOST_PER_CLIENT);
  readonly #pace = new RateLimiter(PACE.perSecond, PACE.burst);
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
      return await this.run(work, true);
    } finally {
      this.#byClient.leave(client);
    }
  }

  /** `isRefusable`: where nothing has been done yet that would have to be taken back. Errors: busy. */
  async run<T>(work: () => Promise<T>, isRefusable: boolean): Promise<T> {
    if (this.#running === this.#mostAtOnce) await this.#wait(isRefusable);
    else this.#running += 1;
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  #wait(isRefusable: boolean): Promise<void> {
    const stranger = strangers.getStore();
    const lane = this.#lanes[stranger === undefined ? 0 : 1];
    if (isRefusable && lane.size >= MOST_WAITING) throw new ApiError('busy');
    const gone = isRefusable ? stranger : undefined;
    return new Promise((resolve, reject) => {
      const drop = () => {
        lane.delete(go);
        // Nobody hears it.
        reject(new ApiError('busy'));
      };
      const go = () => {
        gone?.removeEventListener('abort', drop);
        resolve();
      };
      if (gone?.aborted) return reject(new ApiError('busy'));
      gone?.addEventListener('abort', drop, { once: true });
      lane.add(go);
    });
  }

  #next(): void {
    const next = this.#take(this.#turn) ?? this.#take(this.#turn === 0 ? 1 : 0);
    if (next === undefined) this.#running -= 1;
    else next();
  }

  /** The first of this lane; afterwards it is the other's turn. */
  #take(index: 0 | 1): (() => void) | undefined {
    const lane = this.#lanes[index];
    for (const first of lane) {
      lane.delete(first);
      this.#turn = index === 0 ? 1 : 0;
      return first;
    }
    return undefined;
  }
}
