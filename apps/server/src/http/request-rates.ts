import { AddressRateLimiter } from '../kit/by-address.ts';
import { RateLimiter } from '../kit/rate-limiter.ts';

/**
 * The number of items that cost as much as one request. The cost of a request includes that many items of its response;
 * further items are charged. 50 candles take about 0.2 ms of the core's thread: at production's limit of 200 requests a
 * second, one address can occupy 4% of the thread. A page of our chart (500 candles) costs 10 requests, so an address
 * can load 60 pages at once, and 20 a second after that.
 */
const ITEMS_PER_REQUEST = 50;

/**
 * The number of bytes of a body that cost as much as one item: 2 kB of preferences take about 0.1 ms to parse and
 * check.
 */
const BYTES_PER_ITEM = 40;

/**
 * The rate limit of probes from one address; a load balancer sends one every few seconds. It is separate from that of
 * other requests, so that these cannot use it up and thereby make a healthy server look unhealthy.
 */
const PROBES_PER_ADDRESS_PER_SECOND = 20;

/** The cost, in requests, of a lookup that finds no session. The token of an ended session is looked up each time. */
export const VAIN_LOOKUP_COST = 10;

/** The rates of the settings RATE_PER_ADDRESS and RATE_ORDERS_PER_SESSION. */
export interface Rates {
  readonly perAddressPerSecond: number;
  readonly ordersPerSessionPerSecond: number;
}

/**
 * The rate limits of requests by address, of probes by address, and of orders (calls that move money) by session;
 * `guard.ts` enforces them. Each method that takes from an allowance returns 0 if the allowance suffices; otherwise the
 * whole seconds until it does.
 */
export class RequestRates {
  readonly #byAddress: AddressRateLimiter;
  readonly #probes = new AddressRateLimiter(PROBES_PER_ADDRESS_PER_SECOND);
  readonly #bySession: RateLimiter;

  constructor({ perAddressPerSecond, ordersPerSessionPerSecond }: Rates) {
    this.#byAddress = new AddressRateLimiter(perAddressPerSecond);
    this.#bySession = new RateLimiter(ordersPerSessionPerSecond);
  }

  takeRequest(ip: string, isProbe: boolean): number {
    return (isProbe ? this.#probes : this.#byAddress).take(ip, performance.now());
  }

  takeOrder(sessionId: string): number {
    return this.#bySession.take(sessionId, performance.now());
  }

  /** Takes the cost of a response with this many items, less what was taken when the request arrived. */
  takeItems(items: number, ip: string): number {
    const cost = items / ITEMS_PER_REQUEST - 1;
    return cost <= 0 ? 0 : this.#byAddress.take(ip, performance.now(), cost);
  }

  takeBody(bytes: number, ip: string): number {
    return this.takeItems(bytes / BYTES_PER_ITEM, ip);
  }

  chargeVainLookup(ip: string): void {
    this.#byAddress.charge(ip, performance.now(), VAIN_LOOKUP_COST);
  }
}
