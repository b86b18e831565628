import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../kit/api-error.ts';
import { KeyedMutex } from '../kit/keyed-mutex.ts';
import { RateLimiter } from '../kit/rate-limiter.ts';
import { closeIfSlow } from './close-if-slow.ts';
import { FilePlaces, fileUser } from './file-places.ts';
import type { VerifiedClients } from './services.ts';
import { isOver, whenOver } from './when-over.ts';

/**
 * The rate limit of reads. It allows bursts, because a page that shows a conversation loads all its pictures at once.
 */
const PACE = { perSecond: 2, burst: 30 };
/**
 * Maximum number of reads in progress from one address. It is higher than for uploads, because pages load pictures
 * without the user's action.
 */
const MOST_PER_ADDRESS = 4;
const PIECE_BYTES = 64 * 1_024;

/**
 * Limits reads of encrypted files: each file is held in memory until it has been sent. A reader's files are sent one
 * after another, and only a few readers' files are in memory at once.
 */
export class FileReads {
  readonly #pace = new RateLimiter(PACE.perSecond, PACE.burst);
  readonly #byReader = new KeyedMutex();
  readonly #places: FilePlaces;

  constructor(kyc: VerifiedClients) {
    this.#places = new FilePlaces({ mostPerAddress: MOST_PER_ADDRESS, kyc });
  }

  /** Reads a file and sends it. Errors: too_many_requests, busy. */
  run(request: FastifyRequest, reply: FastifyReply, read: () => Promise<Uint8Array>): Promise<Readable> {
    const reader = fileUser(request);
    const seconds = this.#pace.take(reader, performance.now());
    if (seconds > 0) throw new ApiError('too_many_requests', { seconds: String(seconds) });
    const { promise, resolve, reject } = Promise.withResolvers<Readable>();
    const over = new Promise<void>((end) => whenOver(request, reply, end));
    const serve = async () => {
      const leave = isOver(request, reply) ? undefined : this.#places.take(request);
      // No slot was taken, because the caller disconnected while waiting.
      if (leave === undefined) throw new ApiError('busy');
      try {
        resolve(inPieces(await read(), request, reply));
        await over;
      } finally {
        leave();
      }
    };
    this.#byReader.runExclusive(reader, serve).catch(reject);
    return promise;
  }
}

/** Streams the bytes as fast as the reader takes them. A reader that is too slow is disconnected. */
function inPieces(bytes: Uint8Array, request: FastifyRequest, reply: FastifyReply): Readable {
  let sentBytes = 0;
  const pieces = function* () {
    for (; sentBytes < bytes.length; sentBytes += PIECE_BYTES) yield bytes.subarray(sentBytes, sentBytes + PIECE_BYTES);
  };
  reply.header('content-length', bytes.length);
  whenOver(
    request,
    reply,
    closeIfSlow(request.raw.socket, () => sentBytes),
  );
  return Readable.from(pieces(), { objectMode: false, highWaterMark: PIECE_BYTES });
}
