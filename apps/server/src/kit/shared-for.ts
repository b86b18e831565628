/**
 * A result shared by all callers for a limited time, computed on demand. A failed computation is not shared with later
 * callers.
 */
export class SharedFor<T> {
  readonly #ms: number;
  readonly #compute: () => Promise<T>;
  #result: Promise<T> | undefined;
  #untilMs = 0;

  constructor(ms: number, compute: () => Promise<T>) {
    this.#ms = ms;
    this.#compute = compute;
  }

  /** A result that was completed at most `ms` ago, or the one that is being computed. */
  get(): Promise<T> {
    if (this.#result !== undefined && performance.now() < this.#untilMs) return this.#result;
    const result = this.#compute();
    this.#result = result;
    this.#untilMs = Number.POSITIVE_INFINITY;
    result.then(
      () => {
        this.#untilMs = performance.now() + this.#ms;
      },
      () => {
        this.#untilMs = 0;
      },
    );
    return result;
  }
}
