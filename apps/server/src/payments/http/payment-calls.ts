import type { OwnerId } from '@vitrine/core';
import { ApiError } from '../../kit/api-error.ts';
import { RateLimiter } from '../../kit/rate-limiter.ts';

/**
 * Rate limits per client, for creating purchases and for polling them: a person needs a minute for a purchase, and its
 * page polls every few seconds.
 */
const ORDERS = { perSecond: 0.1, burst: 10 };
const LOOKS = { perSecond: 1, burst: 10 };
/** Rate limit per purchase: further polls return the provider's last response. */
const LOOKS_AT_ONE = { perSecond: 0.25, burst: 3 };
/** Rate limit on webhooks, shared by all callers: verifying one costs a call to the provider, no matter who sent it. */
const MESSAGES = { perSecond: 25, burst: 100 };
const EVERYBODY = '';

/** Rate limits on calls that make this server query the payment provider. Errors: too_many_requests. */
export class PaymentCalls {
  readonly #orders = new RateLimiter(ORDERS.perSecond, ORDERS.burst);
  readonly #looks = new RateLimiter(LOOKS.perSecond, LOOKS.burst);
  readonly #looksAtOne = new RateLimiter(LOOKS_AT_ONE.perSecond, LOOKS_AT_ONE.burst);
  readonly #messages = new RateLimiter(MESSAGES.perSecond, MESSAGES.burst);

  order(owner: OwnerId): void {
    demand(this.#orders, String(owner));
  }

  look(owner: OwnerId): void {
    demand(this.#looks, String(owner));
  }

  /** Whether enough time has passed to query the provider about this purchase again. */
  maySee(purchase: number): boolean {
    return this.#looksAtOne.take(String(purchase), performance.now()) === 0;
  }

  message(): void {
    demand(this.#messages, EVERYBODY);
  }
}

function demand(limiter: RateLimiter, key: string): void {
  const seconds = limiter.take(key, performance.now());
  if (seconds > 0) throw new ApiError('too_many_requests', { seconds: String(seconds) });
}
