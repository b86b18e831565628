import type { FastifyBaseLogger } from 'fastify';
import { ApiError } from '../kit/api-error.ts';
import { RateLimiter } from '../kit/rate-limiter.ts';
import { isStaff } from '../kit/sender.ts';
import { DecoderProcess } from './decoder-process.ts';
import { MOST_HEAVY_MEGAPIXELS, MOST_MEGAPIXELS, pictureFaults } from './picture-faults.ts';
import { pictureFormats, sniff } from './picture-format.ts';
import { ShortLine } from './short-line.ts';

/** A picture re-encoded from its pixels: nothing of the original file is left. */
export interface CleanPicture {
  readonly jpeg: Buffer;
  readonly width: number;
  readonly height: number;
}

/** A picture as received. */
export interface SentPicture {
  /** The user whose allowance of CPU time is charged for the decoding. */
  readonly sender: string;
  readonly bytes: Buffer;
  /** Aborted when the sender disconnects. */
  readonly gone: AbortSignal;
}

/** In pixels: the minimum length of the input's shorter side, and the maximum length of the output's longer side. */
interface Sides {
  readonly least: number;
  readonly longest: number;
}
export const sides = {
  /** A document smaller than `least` is not legible; `longest` is enough to read the small print of a passport. */
  document: { least: 300, longest: 2_400 },
  /** `least` is half an article's column width, `longest` twice its full width. */
  page: { least: 360, longest: 1_440 },
  /** The largest icon on a page is 32 pixels wide; `longest` is enough for any screen and any later page. */
  icon: { least: 64, longest: 256 },
  any: { least: 1, longest: 2_400 },
} satisfies Record<string, Sides>;
/** The most expensive pictures take about two seconds of CPU time; the remaining time is a margin for busy machines. */
const DECODE_WITHIN_MS = 20_000;
/**
 * Each sender's allowance of decoding time, in seconds: even a small file can take long, and no single sender may
 * monopolize the decoder. It is enough for thirty photos an hour, even on a busy machine, where a photo takes two
 * seconds instead of one.
 */
const DECODING = { perSecond: 1 / 30, burst: 60 };
/** The maximum number of waiting pictures: each occupies memory, and a person is waiting for it. */
const MOST_WAITING = 8;

interface PicturesParts {
  readonly log: FastifyBaseLogger;
  readonly decodeWithinMs?: number;
}

/**
 * Re-encodes uploaded pictures in a separate low-priority process, one at a time, so that neither the cost of decoding
 * nor a crash of the decoder affects the exchange. The process starts with the first picture and restarts if it has
 * ended.
 */
export class Pictures {
  readonly #log: FastifyBaseLogger;
  readonly #withinMs: number;
  readonly #line = new ShortLine({ mostWaiting: MOST_WAITING, leftOf: (sender) => this.#leftOf(sender) });
  readonly #pace = new RateLimiter(DECODING.perSecond, DECODING.burst);
  #decoder: DecoderProcess | undefined;
  #isClosed = false;

  constructor({ log, decodeWithinMs = DECODE_WITHIN_MS }: PicturesParts) {
    this.#log = log;
    this.#withinMs = decodeWithinMs;
  }

  /** Like `clean`, for photos of documents. Errors: those of `clean`, and photo_required if there are no bytes. */
  async cleanPhoto(sent: SentPicture): Promise<CleanPicture> {
    if (sent.bytes.length === 0) throw new ApiError('photo_required');
    return this.clean(sent, sides.document);
  }

  /**
   * Re-encodes a picture as an upright JPEG without metadata. The input's format is detected from its bytes. A picture
   * that is still waiting when `gone` is aborted is not decoded. Errors: photo_not_image, photo_heic, photo_too_large,
   * photo_too_small if a side is below `least`, too_many_requests if the sender's earlier pictures took too long, and
   * busy if the sender already has a picture waiting, if the queue is full and all senders in it have at least as much
   * of their allowance left, if the picture is dropped in favor of another, or if the decoder ends before the picture
   * is done.
   */
  async clean({ sender, bytes, gone }: SentPicture, { least, longest }: Sides): Promise<CleanPicture> {
    const format = sniff(bytes);
    if (format === 'heic') throw new ApiError('photo_heic');
    if (format === undefined) throw new ApiError('photo_not_image');
    const numbers = [pictureFormats.indexOf(format), least, longest] as const;
    const seconds = this.#pace.take(sender, performance.now(), 0);
    if (seconds > 0) throw new ApiError('too_many_requests', { seconds: String(seconds) });
    const answer = await this.#line.run(sender, gone, () =>
      this.#chargeTo(sender, () => this.#ask({ numbers, bytes })),
    );
    const [width, height, fault] = answer.numbers;
    const code = pictureFaults[fault - 1];
    if (code === 'photo_too_large') throw new ApiError(code, { megapixels: String(MOST_MEGAPIXELS) });
    if (code === 'photo_too_heavy') {
      throw new ApiError('photo_too_large', { megapixels: String(MOST_HEAVY_MEGAPIXELS) });
    }
    if (code === 'photo_too_small') throw new ApiError(code, { pixels: String(least) });
    if (code !== undefined) throw new ApiError(code);
    return { jpeg: answer.bytes, width, height };
  }

  /** The process id of the decoder, if one has been started. */
  get pid(): number | undefined {
    return this.#decoder?.pid;
  }

  /** Ends the process, even while it is decoding. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#decoder?.kill();
    await this.#decoder?.ended;
  }

  /** The sender's remaining allowance, in seconds of decoding. Staff are never dropped in favor of clients. */
  #leftOf(sender: string): number {
    return isStaff(sender) ? Number.POSITIVE_INFINITY : this.#pace.left(sender, performance.now());
  }

  /** Deducts the time that the work takes from the sender's allowance, whether or not the work succeeds. */
  async #chargeTo<T>(sender: string, work: () => Promise<T>): Promise<T> {
    const startMs = performance.now();
    try {
      return await work();
    } finally {
      const endMs = performance.now();
      this.#pace.charge(sender, endMs, (endMs - startMs) / 1_000);
    }
  }

  async #ask(asked: Parameters<DecoderProcess['ask']>[0]) {
    if (this.#isClosed) throw new ApiError('busy');
    this.#decoder ??= this.#start();
    const decoder = this.#decoder;
    const impatience = setTimeout(() => decoder.kill(), this.#withinMs);
    const answer = await decoder.ask(asked);
    clearTimeout(impatience);
    if (answer !== undefined) return answer;
    this.#forget(decoder);
    throw new ApiError('busy', undefined, 'decoder_ended');
  }

  #start(): DecoderProcess {
    const decoder = new DecoderProcess();
    void decoder.ended.then((end) => {
      this.#forget(decoder);
      if (!this.#isClosed) this.#log.error(end, 'picture decoder exited');
    });
    return decoder;
  }

  #forget(decoder: DecoderProcess): void {
    decoder.kill();
    if (this.#decoder === decoder) this.#decoder = undefined;
  }
}
