/** The first few of many items in the given order; equal items stay in the order in which they were added. */
export class Top<T> {
  readonly #most: number;
  readonly #compare: (a: T, b: T) => number;
  readonly #items: T[] = [];

  constructor(most: number, compare: (a: T, b: T) => number) {
    this.#most = most;
    this.#compare = compare;
  }

  add(item: T): void {
    const items = this.#items;
    if (items.length === this.#most && this.#compare(item, items[items.length - 1] as T) >= 0) return;
    let at = items.length;
    while (at > 0 && this.#compare(item, items[at - 1] as T) < 0) at--;
    items.splice(at, 0, item);
    if (items.length > this.#most) items.pop();
  }

  items(): readonly T[] {
    return this.#items;
  }
}
