/** The half-life of the time that a client has used. */
const HALF_LIFE_MS = 60_000;
/** A client whose used time falls below this is removed. */
const LEAST_MS = 1;

/** How much time the work of each client has recently taken. */
export class TimeUsed {
  readonly #used = new Map<string, { readonly ms: number; readonly atMs: number }>();
  readonly #now: () => number;
  #sweptMs: number;

  constructor(now: () => number) {
    this.#now = now;
    this.#sweptMs = now();
  }

  add(client: string, ms: number): void {
    const atMs = this.#now();
    this.#used.set(client, { ms: this.of(client) + ms, atMs });
    if (atMs - this.#sweptMs < HALF_LIFE_MS) return;
    this.#sweptMs = atMs;
    for (const each of this.#used.keys()) if (this.of(each) < LEAST_MS) this.#used.delete(each);
  }

  of(client: string): number {
    const used = this.#used.get(client);
    return used === undefined ? 0 : used.ms * 0.5 ** ((this.#now() - used.atMs) / HALF_LIFE_MS);
  }
}
