import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const encodings = ['br', 'gzip'] as const;
type Encoding = (typeof encodings)[number];

/** Below this size, compression saves less than its headers cost. */
const LEAST_BYTES = 1_024;
const BROTLI_QUALITY = 5;

const compressors: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: promisify(gzip),
};

interface Loaded {
  readonly bytes: Buffer;
  readonly etag: string;
}

/**
 * A response text that does not change while the server runs. It is loaded at the first request, and compressed only
 * once per encoding, off the main thread.
 */
export class FixedText {
  readonly #type: string;
  readonly #load: () => string | Promise<string>;
  readonly #copies = new Map<Encoding, Promise<Buffer>>();
  #loaded: Promise<Loaded> | undefined;

  constructor(type: string, load: () => string | Promise<string>) {
    this.#type = type;
    this.#load = load;
  }

  /** Sends the text in an encoding that the request accepts, or 304 if the browser already has it. */
  readonly send = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    this.#loaded ??= this.#read();
    const { bytes, etag } = await this.#loaded;
    reply.headers({ etag, vary: 'accept-encoding', 'cache-control': 'no-cache' });
    if (request.headers['if-none-match']?.includes(etag)) return reply.status(304).send();
    const encoding = bytes.length < LEAST_BYTES ? undefined : accepted(request.headers['accept-encoding']);
    reply.type(this.#type);
    if (encoding === undefined) return reply.send(bytes);
    return reply.header('content-encoding', encoding).send(await this.#copy(encoding, bytes));
  };

  async #read(): Promise<Loaded> {
    const bytes = Buffer.from(await this.#load());
    return { bytes, etag: `W/"${createHash('sha256').update(bytes).digest('base64url')}"` };
  }

  #copy(encoding: Encoding, bytes: Buffer): Promise<Buffer> {
    const made = this.#copies.get(encoding) ?? compressors[encoding](bytes);
    this.#copies.set(encoding, made);
    return made;
  }
}

/** The best encoding that a request accepts; a weight of zero excludes an encoding. */
function accepted(header: string | string[] | undefined): Encoding | undefined {
  const names = String(header ?? '')
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.replace(/;.*/, '').trim().toLowerCase());
  return encodings.find((encoding) => names.includes(encoding));
}
