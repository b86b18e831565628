import type { Endpoint } from '@vitrine/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Session } from '../identity/session.ts';
import { ApiError } from './api-error.ts';
import { toApiError } from './error-answer.ts';
import { isOwnOrigin } from './own-origin.ts';
import { addressKey, RateLimiter } from './rate-limiter.ts';
import type { Services } from './services.ts';

type Done = (error?: Error) => void;
export type Guard = (request: FastifyRequest, reply: FastifyReply, done: Done) => void;
type Authenticated = Session | 'none' | 'expired';

/** Answers of the API are nobody's to store or to sniff. Nothing in them may run. */
const plainHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};
const hsts = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };

/** The headers of every answer that is not a page. */
export const answerHeaders = (mode: 'sandbox' | 'production'): Readonly<Record<string, string>> =>
  mode === 'production' ? { ...plainHeaders, ...hsts } : plainHeaders;

/**
 * What happens before a request is read: rate limits, who is asking, and for cookie requests that change something,
 * where the page came from. One synchronous step where the session is known already.
 */
export class Guards {
  readonly #services: Services;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #byAddress: RateLimiter;
  readonly #bySession: RateLimiter;

  constructor(services: Services) {
    this.#services = services;
    this.#headers = answerHeaders(services.settings.mode);
    this.#byAddress = new RateLimiter(services.settings.rates.perAddressPerSecond);
    this.#bySession = new RateLimiter(services.settings.rates.ordersPerSessionPerSecond);
  }

  /** `cookies: false` for compatibility GETs, which a foreign page could make a browser send. */
  for(endpoint: Endpoint, { cookies }: { readonly cookies: boolean }): Guard {
    const { sessions } = this.#services;
    return (request, reply, done) => {
      reply.headers(this.#headers);
      const fault = this.#limit(this.#byAddress, addressKey(request.ip), reply);
      if (fault !== undefined) return done(fault);
      const { authorization, cookie } = request.headers;
      if (authorization === undefined && (cookie === undefined || !cookies)) {
        return done(this.#admit(endpoint, 'none', request, reply));
      }
      const found = sessions.authenticate({ authorization, cookie: cookies ? cookie : undefined });
      if (!(found instanceof Promise)) return done(this.#admit(endpoint, found, request, reply));
      found
        .then((session) => this.#admit(endpoint, session, request, reply))
        .then(done, (error) => done(this.#unknown(error)));
    };
  }

  /** A session that cannot be looked up is neither there nor ended. */
  #unknown(error: unknown): ApiError {
    const known = toApiError(error);
    if (known === undefined) this.#services.log.error({ err: error }, 'a session could not be looked up');
    return known ?? new ApiError('unavailable');
  }

  #admit(endpoint: Endpoint, found: Authenticated, request: FastifyRequest, reply: FastifyReply): ApiError | undefined {
    const session = typeof found === 'string' ? undefined : found;
    request.session = session;
    if (
      endpoint.method === 'POST' &&
      request.method === 'POST' &&
      !isOwnOrigin(request, session, this.#services.settings.publicOrigin)
    ) {
      return new ApiError('foreign_origin');
    }
    if (endpoint.access === 'visitor') return undefined;
    if (session === undefined) return new ApiError(found === 'expired' ? 'session_expired' : 'not_authenticated');
    // The core itself refuses a frozen owner's commands, in their place in the log: they need no up-to-date memory here,
    // which after a pause longer than the lease is not to be had before the next batch.
    if (endpoint.money) return this.#limit(this.#bySession, session.id, reply);
    return this.#services.core.isFrozen(session.owner) ? new ApiError('account_frozen') : undefined;
  }

  #limit(limiter: RateLimiter, key: string, reply: FastifyReply): ApiError | undefined {
    const seconds = limiter.take(key, performance.now());
    if (seconds === 0) return undefined;
    reply.header('retry-after', seconds);
    return new ApiError('too_many_requests', { seconds: String(seconds) });
  }
}
