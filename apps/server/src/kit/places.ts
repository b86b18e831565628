/** How many places of a kind each key (an address) has taken. */
export class Places {
  readonly #most: number;
  readonly #taken = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes a place; false where the key has all that it may have, `most` of them where fewer are given just now. */
  take(key: string, most = this.#most): boolean {
    const taken = this.#taken.get(key) ?? 0;
    if (taken >= most) return false;
    this.#taken.set(key, taken + 1);
    return true;
  }

  /** Gives a place back that was taken. */
  leave(key: string): void {
    const left = (this.#taken.get(key) ?? 1) - 1;
    if (left === 0) this.#taken.delete(key);
    else this.#taken.set(key, left);
  }
}
