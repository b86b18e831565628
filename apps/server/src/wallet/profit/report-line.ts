import { setTimeout as sleep } from 'node:timers/promises';
import type { OwnerId } from '@vitrine/core';
import { ApiError } from '../../kit/api-error.ts';

/** Turns that run at once, for all clients together. */
const AT_ONCE = 2;
/**
 * After a turn of so many milliseconds, its place rests for so many times as long: whatever reports are asked for, most
 * of the time is left to everything else.
 */
const REST_TIMES = 3;
/** Reports waiting for their first turn, for all clients together. A turn takes milliseconds. */
const MOST_WAITING = 200;

/**
 * The queue of reports and files of whole histories. A client has one report in progress, and one more that waits for it. Reports in progress work
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
    const begunAt = performance.now();
    try {
      return await work();
    } finally {
      void this.#rest((performance.now() - begunAt) * REST_TIMES);
    }
  }

  async #rest(forMs: number): Promise<void> {
    await sleep(forMs, undefined, { ref: false });
    const [next] = this.#waiting;
    // The turn is handed over directly, so that no newcomer gets in between.
    if (next === undefined) this.#running -= 1;
    else next();
  }

  /** Runs each step of a report in a turn of its own. Errors, before the first step: busy. */
  async *inTurns<Step>(
    owner: OwnerId,
    steps: AsyncIterator<Step, void>,
    gone: AbortSignal,
  ): AsyncGenerator<Step, void, void> {
    const leave = await this.enter(owner, gone);
    try {
      for (let isFirst = true; ; isFirst = false) {
        const step = await this.turn(gone, isFirst, () => steps.next());
        if (step.done === true) return;
        yield step.value;
      }
    } finally {
      leave();
    }
  }

  /**
   * Like `inTurns`, for a file: the first step is done before this returns, so that errors can still be reported. A
   * reader that pauses takes no turn from others. Ends early when `gone` is aborted. Errors: busy.
   */
  async openFile<Step>(
    owner: OwnerId,
    steps: AsyncIterator<Step, void>,
    gone: AbortSignal,
  ): Promise<AsyncIterable<Step>> {
    const turns = this.inTurns(owner, steps, gone);
    // The file may never be read if the caller disconnects now; the client's place must be released all the same.
    gone.addEventListener('abort', () => void turns.return().catch(() => undefined), { once: true });
    const first = await turns.next();
    return (async function* () {
      if (first.done !== true) yield first.value;
      yield* turns;
    })();
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
