import type { OwnerId } from '@vitrine/core';
import { ApiError } from '../kit/api-error.ts';
import { KeyedMutex } from '../kit/keyed-mutex.ts';
import { Places } from '../kit/places.ts';

/** Pages of one client that are being read or wait for it: more than any of our pages loads at once. */
const MOST_OF_ONE = 20;

/**
 * Reads the lists of a client one after the other: a page may take the database seconds where a long history has to be
 * searched, and one client must not occupy all of its connections.
 */
export class ListReads {
  readonly #places = new Places(MOST_OF_ONE);
  readonly #turns = new KeyedMutex();

  /** Errors: busy. */
  async run<T>(owner: OwnerId, read: () => Promise<T>): Promise<T> {
    const key = String(owner);
    if (!this.#places.take(key)) throw new ApiError('busy');
    try {
      return await this.#turns.runExclusive(key, read);
    } finally {
      this.#places.leave(key);
    }
  }
}
