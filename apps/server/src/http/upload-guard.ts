import type { Endpoint } from '@vitrine/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../kit/api-error.ts';
import { RateLimiter } from '../kit/rate-limiter.ts';
import { closeIfSlow } from './close-if-slow.ts';
import { toApiError } from './error-answer.ts';
import { FilePlaces, fileUser } from './file-places.ts';
import type { Guard } from './guard.ts';
import type { Services } from './services.ts';
import { whenOver } from './when-over.ts';

/**
 * Maximum number of uploads in progress from one address. A sender may be as slow as the minimum rate allows, so
 * without this maximum, a few people at one address could take all slots.
 */
const MOST_PER_ADDRESS = 2;

/**
 * Checks that run when the sender of a file is known, before the file is read: one file at a time per sender, a rate
 * limit, an hourly limit in which failed uploads count too, and a limited number of files at once per address and in
 * total.
 */
export class UploadGuards {
  readonly #services: Services;
  readonly #sending = new Set<string>();
  readonly #places: FilePlaces;
  readonly #pace: RateLimiter;

  constructor(services: Services) {
    this.#services = services;
    this.#places = new FilePlaces({ mostPerAddress: MOST_PER_ADDRESS, kyc: services.kyc });
    this.#pace = new RateLimiter(
      services.settings.rates.filesPerMinute / 60,
      services.settings.rates.filesPerMinute / 4,
    );
  }

  for(path: string, { perHour }: NonNullable<Endpoint['file']>): Guard {
    const limit = { name: path, attempts: perHour, windowSeconds: 3_600 };
    return (request, reply, done) => {
      const sender = fileUser(request);
      try {
        this.#admit(sender, request, reply);
      } catch (error) {
        return done(this.#known(error));
      }
      this.#services.uploadLimits.use(limit, sender).then(
        (seconds) => done(seconds === undefined ? undefined : tooMany(reply, seconds)),
        (error: unknown) => done(this.#known(error)),
      );
    };
  }

  /**
   * Admits an upload, or refuses it. Runs synchronously with the headers, so that no byte of a refused file is read.
   */
  #admit(sender: string, request: FastifyRequest, reply: FastifyReply): void {
    if (this.#sending.has(sender)) throw tooMany(reply, 1);
    const wait = this.#pace.take(sender, performance.now());
    if (wait > 0) throw tooMany(reply, wait);
    const leave = this.#places.take(request);
    this.#sending.add(sender);
    const { raw } = request;
    const startBytes = raw.socket.bytesRead;
    // The speed no longer matters once the whole file has arrived: processing it may take any length of time.
    const sentBytes = () => (raw.complete ? Number.POSITIVE_INFINITY : raw.socket.bytesRead - startBytes);
    const endWatch = closeIfSlow(raw.socket, sentBytes);
    whenOver(request, reply, () => {
      endWatch();
      this.#sending.delete(sender);
      leave();
    });
  }

  #known(error: unknown): ApiError {
    const known = toApiError(error);
    if (known === undefined) this.#services.log.error({ err: error }, 'upload rate limit check failed');
    return known ?? new ApiError('unavailable');
  }
}

function tooMany(reply: FastifyReply, seconds: number): ApiError {
  reply.header('retry-after', seconds);
  return new ApiError('too_many_requests', { seconds: String(seconds) });
}
