import { StreamBatch } from './stream-batch.ts';

/** An order book update is held until this long after the last batch, to be delivered together with others. */
const TOGETHER_MS = 50;

/**
 * Delivers the messages of a connection to the page in batches. The next batch waits until the page has handled the
 * last one: while a page is busy or stopped, messages queue here, where order book updates are merged, and not in the
 * page's own queue.
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

  /** Call this when the page has handled the last batch. */
  handled(): void {
    this.#isHandling = false;
    if (!this.#batch.isEmpty) this.#passOn();
  }

  /** Delivers all pending messages. Call this when the connection has ended. */
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
