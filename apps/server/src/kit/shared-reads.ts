interface Kept<Answer> {
  readonly atMs: number;
  readonly answer: Promise<Answer>;
}

/**
 * Reads whose result is the same for every caller: each is performed at most once per `keptMs`, regardless of the
 * number of callers. The number of keys must be bounded.
 */
export class SharedReads<Key, Answer> {
  readonly #keptMs: number;
  readonly #kept = new Map<Key, Kept<Answer>>();

  constructor(keptMs: number) {
    this.#keptMs = keptMs;
  }

  of(key: Key, read: () => Promise<Answer>): Promise<Answer> {
    const atMs = performance.now();
    const known = this.#kept.get(key);
    if (known !== undefined && atMs - known.atMs < this.#keptMs) return known.answer;
    const kept = { atMs, answer: read() };
    this.#kept.set(key, kept);
    // A failed read is repeated by the next caller.
    kept.answer.catch(() => {
      if (this.#kept.get(key) === kept) this.#kept.delete(key);
    });
    return kept.answer;
  }
}
