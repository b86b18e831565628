import { ApiError } from '../kit/api-error.ts';
import { called, makeRoom, type Waiting } from '../kit/waiting.ts';

interface ShortLineTerms {
  readonly mostWaiting: number;
  /** The client's remaining allowance. */
  readonly leftOf: (client: string) => number;
}

/**
 * Runs one task at a time. A few others wait, at most one per client, until it is their turn or their caller
 * disconnects. If the line is full, the task of the client with the smallest remaining allowance is dropped.
 */
export class ShortLine {
  readonly #terms: ShortLineTerms;
  readonly #waiting = new Set<Waiting>();
  #isTaken = false;

  constructor(terms: ShortLineTerms) {
    this.#terms = terms;
  }

  /** Runs the client's task when it is its turn. Errors: busy. */
  async run<T>(client: string, gone: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.#isTaken) await this.#wait(client, gone);
    this.#isTaken = true;
    try {
      return await work();
    } finally {
      const [next] = this.#waiting;
      // The slot goes directly to the next task and is never free in between, so that no newcomer can take it.
      if (next === undefined) this.#isTaken = false;
      else next.go();
    }
  }

  #wait(client: string, gone: AbortSignal): Promise<void> {
    const { mostWaiting, leftOf } = this.#terms;
    for (const waiting of this.#waiting) if (waiting.client === client) throw new ApiError('busy');
    const isFull = () => this.#waiting.size >= mostWaiting && !makeRoom(this.#waiting, client, leftOf);
    if (gone.aborted || isFull()) throw new ApiError('busy');
    return called(this.#waiting, client, gone);
  }
}
