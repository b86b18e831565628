import { ApiError } from '../kit/api-error.ts';

/** Runs one task at a time. A few others wait for their turn, or until their caller disconnects. */
export class ShortLine {
  readonly #mostWaiting: number;
  readonly #waiting = new Set<() => void>();
  #isTaken = false;

  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting;
  }

  /** Errors: busy. */
  async run<T>(gone: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.#isTaken) await this.#wait(gone);
    this.#isTaken = true;
    try {
      return await work();
    } finally {
      const [next] = this.#waiting;
      // The turn is handed over directly, so that no newcomer gets in between.
      if (next === undefined) this.#isTaken = false;
      else next();
    }
  }

  #wait(gone: AbortSignal): Promise<void> {
    if (gone.aborted || this.#waiting.size >= this.#mostWaiting) throw new ApiError('busy');
    return new Promise((resolve, reject) => {
      const go = () => {
        this.#waiting.delete(go);
        gone.removeEventListener('abort', drop);
        resolve();
      };
      const drop = () => {
        this.#waiting.delete(go);
        // The caller has disconnected: the error reaches nobody.
        reject(new ApiError('busy'));
      };
      gone.addEventListener('abort', drop, { once: true });
      this.#waiting.add(go);
    });
  }
}
