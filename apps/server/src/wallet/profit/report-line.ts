import type { OwnerId } from '@vitrine/core';
import { ApiError } from '../../kit/api-error.ts';

/** Turns that run at once, for all clients together. */
const AT_ONCE = 2;
/** Reports waiting for their first turn, for all clients together. A turn takes milliseconds. */
const MOST_WAITING = 200;

/**
 * The queue of reports. A client has one report in progress, and one more that waits for it. Reports in progress work
 * in short turns, and go to the end of the queue after each one, so that a long report does not delay a short one.
 * Whatever waits is dropped when its caller disconnects.
 */
export class ReportLine {
  #running = 0;
  readonly #waiting = new Set<() => void>();
  /** The clients with a report in progress, each with the report that waits for it. */
  readonly #clients = new Map<OwnerId, Set<() => void>>();

  /** Begins a report once the client's previous one has ended. Returns a function that ends it. Errors: busy. */
  async enter(owner: OwnerId, gone: AbortSignal): Promise<() => void> {
    const next = this.#clients.get(owner);
    if (gone.aborted || (next !== undefined && next.size > 0)) throw new ApiError('busy');
    if (next === undefined) this.#clients.set(owner, new Set());
    else await called(next, gone);
    return () => this.#leave(owner);
  }

  /** Runs the next part of a report that has begun. Only its first part may find the queue full. Errors: busy. */
  async turn<T>(gone: AbortSignal, isFirst: boolean, work: () => Promise<T>): Promise<T> {
    if (gone.aborted || (isFirst && this.#waiting.size >= MOST_WAITING)) throw new ApiError('busy');
    if (this.#running === AT_ONCE) await called(this.#waiting, gone);
    else this.#running += 1;
    try {
      return await work();
    } finally {
      const [next] = this.#waiting;
      // The turn is handed over directly, so that no newcomer gets in between.
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  #leave(owner: OwnerId): void {
    const [next] = this.#clients.get(owner) ?? [];
    if (next === undefined) this.#clients.delete(owner);
    else next();
  }
}

/** Waits in the queue until called. Throws busy if the caller disconnects before that. */
function called(queue: Set<() => void>, gone: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const go = () => {
      queue.delete(go);
      gone.removeEventListener('abort', drop);
      resolve();
    };
    const drop = () => {
      queue.delete(go);
      // The caller has disconnected and does not see this error.
      reject(new ApiError('busy'));
    };
    gone.addEventListener('abort', drop, { once: true });
    queue.add(go);
  });
}
