import type { Endpoint } from '@vitrine/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../kit/api-error.ts';
import type { AddressRateLimiter } from '../kit/by-address.ts';
import { isOwnHost, isOwnOrigin } from '../kit/own-origin.ts';
import { toApiError } from './error-answer.ts';
import { countOverPace } from './give-up.ts';
import { RequestRates } from './request-rates.ts';
import type { Services } from './services.ts';
import type { Session } from './session.ts';
import { SessionMemory } from './session-memory.ts';

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
  /** The per-address rate limiter of this call, or one that several calls share. */
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
  readonly #rates: RequestRates;

  constructor(services: Services) {
    this.#services = services;
    this.#sessions = new SessionMemory(services.sessions);
    this.#headers = responseHeaders(services.settings.mode);
    this.#rates = new RequestRates(services.settings.rates);
  }

  /**
   * Runs for every request, regardless of its route. Checks the per-address rate limit (probes have their own) and the
   * rules of HTTP. A body whose length is not stated is refused, since it may arrive in a million chunks.
   */
  readonly anything: Guard = (request, reply, done) => {
    const { ip, routeOptions } = request;
    const fault = limitExceeded(this.#rates.takeRequest(ip, routeOptions.config?.probe === true), reply);
    if (fault !== undefined) countOverPace(request.raw.socket);
    done(fault ?? unfit(request));
  };

  for(endpoint: Endpoint, { cookies, limiter }: GuardOptions): Guard {
    return (request, reply, done) => {
      reply.headers(this.#headers);
      // Read now, because the request no longer has an address after its sender has disconnected.
      const { ip } = request;
      const fault = limiter && limitExceeded(limiter.take(ip, performance.now()), reply);
      if (fault !== undefined) return done(fault);
      const { authorization, cookie } = request.headers;
      if (authorization === undefined && (cookie === undefined || !cookies)) {
        return done(this.#admit(endpoint, 'none', request, reply));
      }
      const found = this.#sessions.authenticate({ authorization, cookie: cookies ? cookie : undefined });
      if (!(found instanceof Promise)) return done(this.#admit(endpoint, found, request, reply));
      found
        .then((session) => {
          if (session === 'expired') this.#rates.chargeVainLookup(ip);
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
    const fault = limitExceeded(this.#rates.takeItems(items, ip));
    if (fault !== undefined) throw fault;
  }

  /** Counts the length of a body against the address's rate limit, before the body is read. */
  readonly bodyLength: Guard = ({ headers, ip }, _reply, done) => {
    done(limitExceeded(this.#rates.takeBody(Number(headers['content-length'] ?? 0), ip)));
  };

  /** The error if a session lookup fails: it is then unknown whether the session is valid. */
  #unknown(error: unknown): ApiError {
    const known = toApiError(error);
    if (known === undefined) this.#services.log.error({ err: error }, 'session lookup failed');
    return known ?? new ApiError('unavailable');
  }

  #admit(endpoint: Endpoint, found: Authenticated, request: FastifyRequest, reply: FastifyReply): ApiError | undefined {
    const session = typeof found === 'string' ? undefined : found;
    request.session = session;
    // The sandbox shows all mail. Requests to a host name that is not the exchange's own are refused: the owner of that
    // name could point it here and read the mail (DNS rebinding).
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
      endpoint.money || endpoint.limitedAsOrder ? limitExceeded(this.#rates.takeOrder(session.id), reply) : undefined;
    if (fault !== undefined || endpoint.money) return fault;
    return this.#services.core.isFrozen(session.owner) ? new ApiError('account_frozen') : undefined;
  }
}

/** The error of a request that has to wait this many seconds; undefined if the number is zero. */
function limitExceeded(seconds: number, reply?: FastifyReply): ApiError | undefined {
  if (seconds === 0) return undefined;
  reply?.header('retry-after', seconds);
  return new ApiError('too_many_requests', { seconds: String(seconds) });
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
