/** Seconds of unused allowance that may be spent at once. */
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

  constructor(perSecond: number) {
    this.#perMs = perSecond / 1000;
    this.#capacity = perSecond * BURST_SECONDS;
  }

  /** Takes one request from the key's allowance. Returns 0, or the whole seconds to wait until there is one again. */
  take(key: string, nowMs: number): number {
    const bucket = this.#buckets.get(key);
    if (bucket === undefined) {
      this.#add(key, nowMs);
      return 0;
    }
    bucket.tokens = Math.min(this.#capacity, bucket.tokens + (nowMs - bucket.atMs) * this.#perMs);
    bucket.atMs = nowMs;
    if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) / this.#perMs / 1000);
    bucket.tokens -= 1;
    return 0;
  }

  #add(key: string, nowMs: number): void {
    // Forgetting the key that came first is at worst a full allowance for it: memory stays bounded whatever comes.
    if (this.#buckets.size >= MAX_KEYS) {
      for (const oldest of this.#buckets.keys()) {
        this.#buckets.delete(oldest);
        break;
      }
    }
    this.#buckets.set(key, { tokens: this.#capacity - 1, atMs: nowMs });
  }
}

/** One household has one IPv4 address but a whole /64 of IPv6 ones. */
export function addressKey(ip: string): string {
  if (!ip.includes(':')) return ip;
  if (ip.startsWith('::ffff:')) return ip.slice(7);
  const [head = '', tail] = ip.split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  return [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(tail?.split(':') ?? [])]
    .slice(0, 4)
    .join(':');
}
