import { ApiError } from './api-error.ts';
import { called, type Waiting } from './waiting.ts';

interface FewAtOnceTerms {
  /** Maximum number of tasks of one client that run concurrently. */
  readonly atOnce: number;
  /** Maximum number of tasks of one client that wait. */
  readonly mostWaiting: number;
}

interface Client {
  running: number;
  readonly waiting: Set<Waiting>;
}

/**
 * Runs only a few tasks of each client concurrently. The others wait in that client's queue, so that they do not delay
 * other clients. A waiting task is dropped when its caller disconnects.
 */
export class FewAtOnce {
  readonly #terms: FewAtOnceTerms;
  readonly #clients = new Map<string, Client>();

  constructor(terms: FewAtOnceTerms) {
    this.#terms = terms;
  }

  /**
   * Runs a task of the client `key`, immediately or after earlier tasks. `gone` is called only if the task has to wait.
   * Errors: busy.
   */
  async run<T>(key: string, gone: () => AbortSignal, task: () => T | Promise<T>): Promise<T> {
    const client = this.#client(key);
    if (client.running < this.#terms.atOnce) client.running += 1;
    else await this.#turn(key, client, gone());
    try {
      return await task();
    } finally {
      this.#leave(key, client);
    }
  }

  #client(key: string): Client {
    const known = this.#clients.get(key);
    if (known !== undefined) return known;
    const client = { running: 0, waiting: new Set<Waiting>() };
    this.#clients.set(key, client);
    return client;
  }

  async #turn(key: string, { waiting }: Client, gone: AbortSignal): Promise<void> {
    if (gone.aborted || waiting.size >= this.#terms.mostWaiting) throw new ApiError('busy');
    await called(waiting, key, gone);
  }

  #leave(key: string, client: Client): void {
    const [next] = client.waiting;
    // The slot goes directly to the next task and is never free in between, so that a new task cannot take it.
    if (next !== undefined) next.go();
    else client.running -= 1;
    if (client.running === 0) this.#clients.delete(key);
  }
}
