import type { Endpoint } from '@vitrine/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AttemptLimit } from '../identity/attempt-limits.ts';
import { ApiError } from './api-error.ts';
import { toApiError } from './error-answer.ts';
import { FilePlaces, fileUser } from './file-places.ts';
import type { Guard } from './guard.ts';
import { closeIfSlow } from './least-rate.ts';
import { RateLimiter } from './rate-limiter.ts';
import type { Services } from './services.ts';
import { whenOver } from './when-over.ts';

/**
 * What happens before the bytes of a file are read, once it is known who sends them: one file at a time from one sender,
 * at a pace that a person keeps, so many an hour whatever becomes of them, and few at once from one address and from all.
 */
export class UploadGuards {
  readonly #services: Services;
  readonly #sending = new Set<string>();
  readonly #places = new FilePlaces();
  readonly #pace: RateLimiter;

  constructor(services: Services) {
    this.#services = services;
    this.#pace = new RateLimiter(
      services.settings.rates.filesPerMinute / 60,
      services.settings.rates.filesPerMinute / 4,
    );
  }

  for(path: string, { perHour }: NonNullable<Endpoint['file']>): Guard {
    const limit = { name: path, attempts: perHour, windowSeconds: 3_600 };
    return (request, reply, done) => {
      this.#admit(limit, request, reply).then(
        () => done(),
        (error: unknown) => done(this.#known(error)),
      );
    };
  }

  async #admit(limit: AttemptLimit, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const sender = fileUser(request);
    if (this.#sending.has(sender)) throw tooMany(reply, 1);
    const wait = this.#pace.take(sender, performance.now());
    if (wait > 0) throw tooMany(reply, wait);
    const leave = this.#places.take(request);
    this.#sending.add(sender);
    const { raw } = request;
    const startBytes = raw.socket.bytesRead;
    // What is done with a file that has come takes its own time.
    const sentBytes = () => (raw.complete ? Number.POSITIVE_INFINITY : raw.socket.bytesRead - startBytes);
    const endWatch = closeIfSlow(raw.socket, sentBytes);
    whenOver(request, reply, () => {
      endWatch();
      this.#sending.delete(sender);
      leave();
    });
    const seconds = await this.#services.uploadLimits.use(limit, sender);
    if (seconds !== undefined) throw tooMany(reply, seconds);
  }

  #known(error: unknown): ApiError {
    const known = toApiError(error);
    if (known === undefined) this.#services.log.error({ err: error }, 'an upload could not be counted');
    return known ?? new ApiError('unavailable');
  }
}

function tooMany(reply: FastifyReply, seconds: number): ApiError {
  reply.header('retry-after', seconds);
  return new ApiError('too_many_requests', { seconds: String(seconds) });
}
