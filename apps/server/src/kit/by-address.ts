import { Places } from './places.ts';
import { RateLimiter } from './rate-limiter.ts';

/** A sender's IP address; undefined if unknown, because Node no longer knows it once the sender has disconnected. */
type Address = string | undefined;

/**
 * The allowance of an IPv6 site (/48), as a multiple of one address's allowance. Hosting providers give one customer a
 * whole site, which has 65,536 networks (/64); mobile operators give each customer one network of a shared site.
 */
export const SITE_ALLOWANCES = 4;

/**
 * The key of an IP address for limits: a household has one IPv4 address but a whole /64 of IPv6 addresses, all of which
 * share one key.
 */
export function addressKey(ip: Address): string {
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

/** The key of an address's site, given the address's key; undefined for IPv4, which has no sites. */
export function siteKey(key: string): string | undefined {
  const end = key.lastIndexOf(':');
  return end < 0 ? undefined : `${key.slice(0, end)}/48`;
}

/** A token bucket per address, and a larger one per IPv6 site. */
export class AddressRateLimiter {
  readonly #addresses: RateLimiter;
  readonly #sites: RateLimiter;

  constructor(perSecond: number) {
    this.#addresses = new RateLimiter(perSecond);
    this.#sites = new RateLimiter(perSecond * SITE_ALLOWANCES);
  }

  /** Like RateLimiter.take. A refused request counts against neither the address nor its site. */
  take(ip: Address, nowMs: number, cost = 1): number {
    const address = addressKey(ip);
    const seconds = this.#addresses.take(address, nowMs, cost);
    const site = siteKey(address);
    if (seconds > 0 || site === undefined) return seconds;
    const secondsOfSite = this.#sites.take(site, nowMs, cost);
    if (secondsOfSite > 0) this.#addresses.charge(address, nowMs, -cost);
    return secondsOfSite;
  }

  /** Like RateLimiter.charge. */
  charge(ip: Address, nowMs: number, cost: number): void {
    const address = addressKey(ip);
    this.#addresses.charge(address, nowMs, cost);
    const site = siteKey(address);
    if (site !== undefined) this.#sites.charge(site, nowMs, cost);
  }
}

/** Counts the slots that each address, and each IPv6 site, has taken. */
export class AddressPlaces {
  readonly #addresses: Places;
  readonly #sites: Places;

  constructor(most: number, mostOfSite = most * SITE_ALLOWANCES) {
    this.#addresses = new Places(most);
    this.#sites = new Places(mostOfSite);
  }

  /** Takes a slot. Returns false if the address or its site already has the maximum. */
  take(ip: Address): boolean {
    const address = addressKey(ip);
    if (!this.#addresses.take(address)) return false;
    const site = siteKey(address);
    if (site === undefined || this.#sites.take(site)) return true;
    this.#addresses.leave(address);
    return false;
  }

  /**
   * Releases a slot. A request no longer has its address after its sender has disconnected, so the caller must store
   * the address.
   */
  leave(ip: Address): void {
    const address = addressKey(ip);
    this.#addresses.leave(address);
    const site = siteKey(address);
    if (site !== undefined) this.#sites.leave(site);
  }
}
