import type { FastifyBaseLogger } from 'fastify';
import type { ClientBooks } from './client-books.ts';

const EVERY_MS = 5_000;

/** Keeps clients' books near the histories, so that whoever looks has little left to fold. */
export class KeepBooks {
  readonly #books: ClientBooks;
  readonly #log: FastifyBaseLogger;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  constructor(books: ClientBooks, log: FastifyBaseLogger) {
    this.#books = books;
    this.#log = log;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#running = this.#books
        .advance()
        .catch((reason: unknown) => this.#log.error({ err: reason }, 'clients’ books could not be kept'));
    }, EVERY_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }
}
