import { type Endpoint, mayCall } from '@vitrine/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toApiError } from '../../http/error-answer.ts';
import { type Guard, responseHeaders } from '../../http/guard.ts';
import { VAIN_LOOKUP_COST } from '../../http/request-rates.ts';
import type { StaffSession } from '../../http/staff-session.ts';
import { ApiError } from '../../kit/api-error.ts';
import { AddressRateLimiter } from '../../kit/by-address.ts';
import { isOwnOrigin } from '../../kit/own-origin.ts';
import type { Services } from '../services.ts';
import { ForbiddenCalls } from './forbidden-calls.ts';

/**
 * Checks made before the body of a staff call is read: a separate rate limit, the session, the origin of the page, and
 * the role. Followers do not serve the console.
 */
export class StaffGuards {
  readonly #services: Services;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #byAddress: AddressRateLimiter;
  readonly #forbidden: ForbiddenCalls;

  constructor(services: Services) {
    const { mode, rates } = services.settings;
    this.#services = services;
    this.#headers = responseHeaders(mode);
    this.#byAddress = new AddressRateLimiter(rates.consolePerAddressPerSecond);
    this.#forbidden = new ForbiddenCalls(services.audit);
  }

  for(key: string, endpoint: Endpoint): Guard {
    return (request, reply, done) => {
      reply.headers(this.#headers);
      // A follower cannot serve reads either: they write to staff sessions and to the audit trail, and some responses
      // contain data about the server, which must be the leader's.
      if (this.#services.settings.role === 'follower') return done(new ApiError('unavailable'));
      this.#admit(key, endpoint, request, reply).then(
        () => done(),
        (error: unknown) => done(this.#errorOf(error)),
      );
    };
  }

  async #admit(key: string, endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const seconds = this.#byAddress.take(request.ip, performance.now());
    if (seconds > 0) {
      reply.header('retry-after', seconds);
      throw new ApiError('too_many_requests', { seconds: String(seconds) });
    }
    // The IP address is read before the lookup, because the request no longer has one after its sender has
    // disconnected.
    const { ip } = request;
    const found = await this.#services.staffSessions.authenticate(request.headers);
    if (found === 'none') throw new ApiError('not_authenticated');
    if (found === 'expired') {
      this.#byAddress.charge(ip, performance.now(), VAIN_LOOKUP_COST);
      throw new ApiError('session_expired');
    }
    request.staff = found;
    await this.#check(key, endpoint, request, found);
  }

  async #check(key: string, endpoint: Endpoint, request: FastifyRequest, session: StaffSession): Promise<void> {
    const { publicOrigin } = this.#services.settings;
    if (endpoint.method === 'POST' && !isOwnOrigin(request, session, publicOrigin)) {
      throw new ApiError('foreign_origin');
    }
    if (mayCall(endpoint, session.roles)) return;
    await this.#forbidden.record(key, session, request.ip);
    throw new ApiError('not_permitted');
  }

  /** A session that cannot be looked up is reported as `unavailable`, not as missing or ended. */
  #errorOf(error: unknown): ApiError {
    const known = toApiError(error);
    if (known === undefined) this.#services.log.error({ err: error }, 'staff session lookup failed');
    return known ?? new ApiError('unavailable');
  }
}
