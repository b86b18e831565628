/** Runs tasks with the same key one at a time, and tasks with different keys concurrently. */
export class KeyedMutex {
  static #waiting = 0;
  readonly #last = new Map<string, Promise<unknown>>();

  /** The number of waiting tasks, in all mutexes of the process. */
  static get waiting(): number {
    return KeyedMutex.#waiting;
  }

  /** Whether a task with this key is running or waiting. */
  isBusy(key: string): boolean {
    return this.#last.has(key);
  }

  async runExclusive<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const mine = before === undefined ? work() : this.#after(before, work);
    this.#last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.#last.get(key) === mine) this.#last.delete(key);
    }
  }

  async #after<T>(before: Promise<unknown>, work: () => Promise<T>): Promise<T> {
    KeyedMutex.#waiting += 1;
    await before.catch(() => undefined);
    KeyedMutex.#waiting -= 1;
    return work();
  }
}
