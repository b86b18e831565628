import type { Endpoint } from '@vitrine/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../kit/api-error.ts';
import { AddressRateLimiter } from '../kit/by-address.ts';
import { isOwnHost, isOwnOrigin } from '../kit/own-origin.ts';
import { RateLimiter } from '../kit/rate-limiter.ts';
import { toApiError } from './error-answer.ts';
import { countOverPace } from './give-up.ts';
import type { Services } from './services.ts';
import type { Session } from './session.ts';
import { SessionMemory } from './session-memory.ts';

/**
 * This many items of a response cost as much as one request; the cost of the request itself covers that many items. 50
 * candles take about 0.2 ms of the core's thread: at production's limit of 200 requests a second, one address can
 * occupy 4% of the thread. A page of our chart (500 candles) costs 10 requests, so an address can open or scroll 60 at
 * once, and 20 a second after that.
 */
const ITEMS_PER_REQUEST = 50;

/** This many bytes of a body cost as much as one item: 2 kB of preferences take about 0.1 ms to parse and check. */
const BYTES_PER_ITEM = 40;

/**
 * Probes from one address: a load balancer sends one every few seconds. They have their own allowance, so that other
 * requests from the same address cannot use it up and make a healthy server look unhealthy.
 */
const PROBES_PER_ADDRESS_PER_SECOND = 20;

/** The cost of a lookup that finds no session, in requests: the token of an ended session is looked up each time. */
export const VAIN_LOOKUP_COST = 10;

type Done = (error?: Error) => void;
export type Guard = (request: FastifyRequest, reply: FastifyReply, done: Done) => void;
type Authenticated = Session | 'none' | 'expired';

/** API responses must not be cached, sniffed for another content type, or executed by a browser. */
const plainHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
};
const hsts = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };

/** The headers of every response that is not a page. */
export const responseHeaders = (mode: 'sandbox' | 'production'): Readonly<Record<string, string>> =>
  mode === 'production' ? { ...plainHeaders, ...hsts } : plainHeaders;

export interface GuardOptions {
  /**
   * Whether a session cookie is accepted. False for compatibility GETs, because another site's page could make a
   * browser send one.
   */
  readonly cookies: boolean;
  /** The per-address rate limiter of this call, or of a few calls together. */
  readonly limiter: AddressRateLimiter | undefined;
}

/**
 * Checks made before the body of a request is read: rate limits, authentication, and the Origin of cookie requests that
 * change something. All checks run in one synchronous step if the session is already in memory.
 */
export class Guards {
  readonly #services: Services;
  readonly #sessions: SessionMemory;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #byAddress: AddressRateLimiter;
  readonly #probes = new AddressRateLimiter(PROBES_PER_ADDRESS_PER_SECOND);
  readonly #bySession: RateLimiter;

  constructor(services: Services) {
    this.#services = services;
    this.#sessions = new SessionMemory(services.sessions);
    this.#headers = responseHeaders(services.settings.mode);
    this.#byAddress = new AddressRateLimiter(services.settings.rates.perAddressPerSecond);
    this.#bySession = new RateLimiter(services.settings.rates.ordersPerSessionPerSecond);
  }

  /**
   * Runs for every request, regardless of its route. Checks the per-address rate limit (probes have their own) and the
   * rules of HTTP. A body whose length is not stated is refused, since it may arrive in a million chunks.
   */
  readonly anything: Guard = (request, reply, done) => {
    const { ip, routeOptions } = request;
    const fault = this.#limit(routeOptions.config?.probe ? this.#probes : this.#byAddress, ip, reply);
    if (fault !== undefined) countOverPace(request.raw.socket);
    done(fault ?? unfit(request));
  };

  for(endpoint: Endpoint, { cookies, limiter }: GuardOptions): Guard {
    return (request, reply, done) => {
      reply.headers(this.#headers);
      // Read now, because the request no longer has an address after its sender has disconnected.
      const { ip } = request;
      const fault = limiter && this.#limit(limiter, ip, reply);
      if (fault !== undefined) return done(fault);
      const { authorization, cookie } = request.headers;
      if (authorization === undefined && (cookie === undefined || !cookies)) {
        return done(this.#admit(endpoint, 'none', request, reply));
      }
      const found = this.#sessions.authenticate({ authorization, cookie: cookies ? cookie : undefined });
      if (!(found instanceof Promise)) return done(this.#admit(endpoint, found, request, reply));
      found
        .then((session) => {
          if (session === 'expired') this.#byAddress.charge(ip, performance.now(), VAIN_LOOKUP_COST);
          return this.#admit(endpoint, session, request, reply);
        })
        .then(done, (error) => done(this.#unknown(error)));
    };
  }

  /**
   * Counts a response with this many items against the address's rate limit, before the items are read. Throws
   * too_many_requests if the remaining allowance does not suffice.
   */
  chargeItems(items: number, ip: string): void {
    const fault = this.#charge(items, ip);
    if (fault !== undefined) throw fault;
  }

  /** Counts the length of a body against the address's rate limit, before the body is read. */
  readonly bodyLength: Guard = ({ headers, ip }, _reply, done) => {
    done(this.#charge(Number(headers['content-length'] ?? 0) / BYTES_PER_ITEM, ip));
  };

  #charge(items: number, ip: string): ApiError | undefined {
    const cost = items / ITEMS_PER_REQUEST - 1;
    const seconds = cost <= 0 ? 0 : this.#byAddress.take(ip, performance.now(), cost);
    return seconds === 0 ? undefined : new ApiError('too_many_requests', { seconds: String(seconds) });
  }

  /** The error if a session lookup fails: it is then unknown whether the session is valid. */
  #unknown(error: unknown): ApiError {
    const known = toApiError(error);
    if (known === undefined) this.#services.log.error({ err: error }, 'session lookup failed');
    return known ?? new ApiError('unavailable');
  }

  #admit(endpoint: Endpoint, found: Authenticated, request: FastifyRequest, reply: FastifyReply): ApiError | undefined {
    const session = typeof found === 'string' ? undefined : found;
    request.session = session;
    // The sandbox shows all mail, so only its own pages may read it, at a host name that no other site can have.
    if (endpoint.sandboxOnly && !isOwnHost(request.headers.host, this.#services.settings.publicOrigin)) {
      return new ApiError('foreign_origin');
    }
    if (
      endpoint.method === 'POST' &&
      request.method === 'POST' &&
      !isOwnOrigin(request, session, this.#services.settings.publicOrigin)
    ) {
      return new ApiError('foreign_origin');
    }
    if (endpoint.access === 'visitor') return undefined;
    if (session === undefined) return new ApiError(found === 'expired' ? 'session_expired' : 'not_authenticated');
    // Freezes are not checked here for calls that move money: the core itself refuses commands of a frozen owner, in
    // log order. After a pause longer than the lease, the core cannot be read here until the next batch.
    const fault =
      endpoint.money || endpoint.limitedAsOrder ? this.#limit(this.#bySession, session.id, reply) : undefined;
    if (fault !== undefined || endpoint.money) return fault;
    return this.#services.core.isFrozen(session.owner) ? new ApiError('account_frozen') : undefined;
  }

  #limit(limiter: RateLimiter | AddressRateLimiter, key: string, reply: FastifyReply): ApiError | undefined {
    const seconds = limiter.take(key, performance.now());
    if (seconds === 0) return undefined;
    reply.header('retry-after', seconds);
    return new ApiError('too_many_requests', { seconds: String(seconds) });
  }
}

/**
 * The error of a request that breaks a rule of HTTP, or that has a body of unknown length. HTTP/1.0 requires no Host
 * header; HTTP/0.9 has no headers, and its clients would not understand a response.
 */
function unfit({ headers, raw: { httpVersion } }: FastifyRequest): ApiError | undefined {
  if (httpVersion === '0.9') return new ApiError('invalid_request', { reason: 'http_too_old' });
  if (httpVersion === '1.1' && headers.host === undefined)
    return new ApiError('invalid_request', { reason: 'host_missing' });
  return headers['transfer-encoding'] === undefined ? undefined : new ApiError('length_required');
}
