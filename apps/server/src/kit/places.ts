/** Counts the slots that each key, such as an IP address, has taken. */
export class Places {
  readonly #most: number;
  readonly #taken = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes a slot. Returns false if the key already has the maximum, which `most` may lower for this call. */
  take(key: string, most = this.#most): boolean {
    const taken = this.#taken.get(key) ?? 0;
    if (taken >= most) return false;
    this.#taken.set(key, taken + 1);
    return true;
  }

  /** Releases a slot. */
  leave(key: string): void {
    const left = (this.#taken.get(key) ?? 1) - 1;
    if (left === 0) this.#taken.delete(key);
    else this.#taken.set(key, left);
  }
}
