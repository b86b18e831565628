/** Default burst: seconds of unused allowance that may be spent at once. */
const BURST_SECONDS = 3;
const MAX_KEYS = 50_000;

interface Bucket {
  tokens: number;
  atMs: number;
}

/** A token bucket per key (an address, a session): synchronous and without allocation for a known key. */
export class RateLimiter {
  readonly #perMs: number;
  readonly #capacity: number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(perSecond: number, burst = perSecond * BURST_SECONDS) {
    this.#perMs = perSecond / 1000;
    this.#capacity = burst;
  }

  /**
   * Takes one request from the key's allowance, or the cost of an expensive one. Returns 0, or the whole seconds to
   * wait until there is enough again; a full allowance admits any request, and the rest is paid later.
   */
  take(key: string, nowMs: number, cost = 1): number {
    const bucket = this.#filled(key, nowMs);
    const missing = Math.min(cost, this.#capacity) - bucket.tokens;
    if (missing > 0) return Math.ceil(missing / this.#perMs / 1000);
    bucket.tokens -= cost;
    return 0;
  }

  /** Charges for work already done: the next request may have to wait for it. */
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
    // Memory stays bounded: forgetting the oldest key at worst gives it a full allowance.
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

/** One household has one IPv4 address but a whole /64 of IPv6 ones. */
export function addressKey(ip: string | undefined): string {
  // After a sender has disconnected, Node no longer knows the address.
  if (ip === undefined) return 'gone';
  if (!ip.includes(':')) return ip;
  if (ip.startsWith('::ffff:')) return ip.slice(7);
  const [head = '', tail] = ip.split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  return [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(tail?.split(':') ?? [])]
    .slice(0, 4)
    .join(':');
}
