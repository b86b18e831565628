import { ApiError } from './api-error.ts';
import { KeyedMutex } from './keyed-mutex.ts';
import { Places } from './places.ts';

/**
 * Runs the tasks of each key one at a time. Statements that write the same row wait for each other, each occupying a
 * database connection: the tasks of one key must not occupy all connections.
 */
export class OneAtATime {
  readonly #most: number;
  readonly #places: Places;
  readonly #turns = new KeyedMutex();

  /** `most`: how many tasks of one key may run or wait. */
  constructor(most: number) {
    this.#most = most;
    this.#places = new Places(most);
  }

  /** Runs the task once the key's earlier ones have ended. `most` may lower the limit. Errors: busy. */
  async run<T>(key: string, task: () => Promise<T>, most = this.#most): Promise<T> {
    if (!this.#places.take(key, most)) throw new ApiError('busy');
    try {
      return await this.#turns.runExclusive(key, task);
    } finally {
      this.#places.leave(key);
    }
  }
}
