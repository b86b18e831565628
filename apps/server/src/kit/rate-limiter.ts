/** The default burst: this many seconds of unused allowance may be spent at once. */
const BURST_SECONDS = 3;
const MAX_KEYS = 50_000;

interface Bucket {
  tokens: number;
  atMs: number;
}

/** A token bucket per key, such as an address or a session: synchronous, and without allocation for a known key. */
export class RateLimiter {
  readonly #perMs: number;
  readonly #capacity: number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(perSecond: number, burst = perSecond * BURST_SECONDS) {
    this.#perMs = perSecond / 1000;
    this.#capacity = burst;
  }

  /**
   * Takes one request, or the cost of an expensive one, from the key's allowance. Returns 0 if it is admitted, or the
   * whole seconds to wait until the allowance suffices. A full allowance admits a request of any cost, and the
   * remaining cost delays later requests.
   */
  take(key: string, nowMs: number, cost = 1): number {
    const bucket = this.#filled(key, nowMs);
    const missing = Math.min(cost, this.#capacity) - bucket.tokens;
    if (missing > 0) return Math.ceil(missing / this.#perMs / 1000);
    bucket.tokens -= cost;
    return 0;
  }

  /**
   * Deducts the cost of work already done from the key's allowance; the next request may have to wait because of it.
   */
  charge(key: string, nowMs: number, cost: number): void {
    this.#filled(key, nowMs).tokens -= cost;
  }

  /** The key's remaining allowance. */
  left(key: string, nowMs: number): number {
    return this.#filled(key, nowMs).tokens;
  }

  #filled(key: string, nowMs: number): Bucket {
    const bucket = this.#buckets.get(key) ?? this.#add(key, nowMs);
    bucket.tokens = Math.min(this.#capacity, bucket.tokens + (nowMs - bucket.atMs) * this.#perMs);
    bucket.atMs = nowMs;
    return bucket;
  }

  #add(key: string, nowMs: number): Bucket {
    // To limit memory use, the oldest key is forgotten; at worst, this gives it a full allowance again.
    if (this.#buckets.size >= MAX_KEYS) {
      for (const oldest of this.#buckets.keys()) {
        this.#buckets.delete(oldest);
        break;
      }
    }
    const bucket = { tokens: this.#capacity, atMs: nowMs };
    this.#buckets.set(key, bucket);
    return bucket;
  }
}
