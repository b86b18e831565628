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

/** Headers with which browsers neither cache an API response, nor guess another content type, nor execute it. */
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
   * Whether a session cookie is accepted. Compatibility GETs accept none: a page of another site could make a browser
   * send one.
   */
  readonly cookies: boolean;
  /** The rate limiter by address that applies to this call; several calls may share it. */
  readonly limiter: AddressRateLimiter | undefined;
}

/**
 * Checks that are made before the body of a request is read: rate limits, authentication, and the Origin of cookie
 * requests that change something. If the session is already in memory, all checks run in one synchronous step.
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
   * Runs for every request, regardless of its route. Checks the rate limit of the address (probes have their own) and
   * the rules of HTTP. A body of unknown length is refused, because it may arrive in a million chunks.
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
      // Read before the checks, because the request has no address after its sender has disconnected.
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
   * too_many_requests if the limit would be exceeded.
   */
  chargeItems(items: number, ip: string): void {
    const fault = limitExceeded(this.#rates.takeItems(items, ip));
    if (fault !== undefined) throw fault;
  }

  /** Counts the length of a body against the address's rate limit, before the body is read. */
  readonly bodyLength: Guard = ({ headers, ip }, _reply, done) => {
    done(limitExceeded(this.#rates.takeBody(Number(headers['content-length'] ?? 0), ip)));
  };

  /** The error if a session could not be looked up, so that it is unknown whether the session is valid. */
  #unknown(error: unknown): ApiError {
    const known = toApiError(error);
    if (known === undefined) this.#services.log.error({ err: error }, 'session lookup failed');
    return known ?? new ApiError('unavailable');
  }

  #admit(endpoint: Endpoint, found: Authenticated, request: FastifyRequest, reply: FastifyReply): ApiError | undefined {
    const session = typeof found === 'string' ? undefined : found;
    request.session = session;
    // The sandbox shows all mail. Requests to a host name other than the exchange's own are refused: the owner of such
    // a name could point it at this server, and the owner's page could then read the mail (DNS rebinding).
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
    // For calls that move money, freezes are not checked here: the core itself refuses commands of a frozen owner, in
    // log order. Also, after a pause longer than the lease, the core cannot be read until the next batch.
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
 * The error if a request breaks a rule of HTTP, or has a body of unknown length. HTTP/1.0 requires no Host header.
 * HTTP/0.9 has no headers at all, and its clients would not understand a response.
 */
function unfit({ headers, raw: { httpVersion } }: FastifyRequest): ApiError | undefined {
  if (httpVersion === '0.9') return new ApiError('invalid_request', { reason: 'http_too_old' });
  if (httpVersion === '1.1' && headers.host === undefined)
    return new ApiError('invalid_request', { reason: 'host_missing' });
  return headers['transfer-encoding'] === undefined ? undefined : new ApiError('length_required');
}
