import { StreamBatch } from './stream-batch.ts';

/** An update of an order book waits until this long after the last batch, to be passed on together with others. */
const TOGETHER_MS = 50;

/**
 * Passes the messages of a connection on to the page in batches. The next batch waits until the page has handled the
 * last one: for a page that is busy or stopped, messages gather here, where updates of order books are merged, and not
 * in the page's queue.
 */
export class StreamRelay {
  readonly #pass: (texts: readonly string[]) => void;
  readonly #batch = new StreamBatch();
  #isHandling = false;
  #passedAt = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(pass: (texts: readonly string[]) => void) {
    this.#pass = pass;
  }

  add(text: string): void {
    const waitMs = this.#batch.add(text) ? this.#passedAt + TOGETHER_MS - performance.now() : 0;
    if (this.#isHandling) return;
    if (waitMs <= 0) this.#passOn();
    else this.#timer ??= setTimeout(() => this.#passOn(), waitMs);
  }

  /** The page has handled the last batch. */
  handled(): void {
    this.#isHandling = false;
    if (!this.#batch.isEmpty) this.#passOn();
  }

  /** Passes everything on, as the connection has ended. */
  end(): void {
    if (this.#batch.isEmpty) clearTimeout(this.#timer);
    else this.#passOn();
  }

  #passOn(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isHandling = true;
    this.#passedAt = performance.now();
    this.#pass(this.#batch.take());
  }
}
