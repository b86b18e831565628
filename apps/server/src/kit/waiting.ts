import { ApiError } from './api-error.ts';

/** Work that waits in a queue. */
export interface Waiting {
  /** The client that the work is for; undefined if the work must not be dropped in favor of other work. */
  readonly client: string | undefined;
  readonly go: () => void;
  /** Removes the work from its queue and refuses it. */
  readonly drop: () => void;
}

/** Waits in the queue until this client's turn. Throws busy if the caller disconnects first, or if `drop` is called. */
export function called(queue: Set<Waiting>, client: string, gone: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      queue.delete(waiting);
      gone.removeEventListener('abort', waiting.drop);
    };
    const waiting: Waiting = {
      client,
      go: () => {
        leave();
        resolve();
      },
      drop: () => {
        leave();
        reject(new ApiError('busy'));
      },
    };
    gone.addEventListener('abort', waiting.drop, { once: true });
    queue.add(waiting);
  });
}

/**
 * Makes room in a full queue for this client: drops the work of the client with the smallest remaining allowance, if
 * that allowance is smaller than this client's. Returns whether any work was dropped.
 */
export function makeRoom(
  queue: Iterable<Waiting>,
  client: string | undefined,
  leftOf: (client: string) => number,
): boolean {
  const allowanceOf = (each: string | undefined) => (each === undefined ? Number.POSITIVE_INFINITY : leftOf(each));
  let least = allowanceOf(client);
  let poorest: Waiting | undefined;
  for (const waiting of queue) {
    const left = allowanceOf(waiting.client);
    if (left >= least) continue;
    least = left;
    poorest = waiting;
  }
  poorest?.drop();
  return poorest !== undefined;
}
