import sharp from 'sharp';
import { ApiError } from '../http/api-error.ts';

/** A photo made anew from its pixels: nothing of the file it came in is left. */
export interface CleanPhoto {
  readonly jpeg: Buffer;
  readonly width: number;
  readonly height: number;
}

/** A decoded picture takes four bytes a pixel; a bomb of a few kilobytes would ask for gigabytes. */
const MOST_MEGAPIXELS = 50;
/** Below this, nobody reads a document. */
const LEAST_SIDE_PIXELS = 300;
/** Enough to read the small print of a passport. */
const LONGEST_SIDE_PIXELS = 2_400;
const QUALITY = 86;
const DECODE_WITHIN_SECONDS = 10;
/** Decoding uses the threads that hash passwords, and much memory. */
const AT_ONCE = 2;

// What is decoded here is nobody else's to find in memory.
sharp.cache(false);

/**
 * Decodes a data URL and encodes its pixels anew as JPEG, upright and without metadata. What the picture is, its bytes say
 * and not its name. Errors: photo_required, photo_not_image, photo_heic, photo_too_large, photo_too_small.
 */
export async function cleanPhoto(dataUrl: string): Promise<CleanPhoto> {
  if (dataUrl === '') throw new ApiError('photo_required');
  const bytes = bytesOfDataUrl(dataUrl);
  if (bytes === undefined) throw new ApiError('photo_not_image');
  return cleanPicture(bytes, LEAST_SIDE_PIXELS);
}

/**
 * The same for the bytes of a file, whatever they are for. Errors: photo_not_image, photo_heic, photo_too_large, and below
 * so many pixels photo_too_small.
 */
export async function cleanPicture(bytes: Buffer, leastSidePixels: number): Promise<CleanPhoto> {
  const format = sniff(bytes);
  if (format === 'heic') throw new ApiError('photo_heic');
  if (format === undefined) throw new ApiError('photo_not_image');
  return turns.run(() => encodeAnew(bytes, format, leastSidePixels));
}

type Format = 'jpeg' | 'png' | 'webp';

async function encodeAnew(bytes: Buffer, format: Format, leastSidePixels: number): Promise<CleanPhoto> {
  const options = { limitInputPixels: MOST_MEGAPIXELS * 1_000_000, failOn: 'error', pages: 1 } as const;
  const {
    width = 0,
    height = 0,
    ...found
  } = await readable(sharp(bytes, { ...options, limitInputPixels: false }).metadata());
  if (found.format !== format) throw new ApiError('photo_not_image');
  if (width * height > options.limitInputPixels) {
    throw new ApiError('photo_too_large', { megapixels: String(MOST_MEGAPIXELS) });
  }
  if (Math.min(width, height) < leastSidePixels) {
    throw new ApiError('photo_too_small', { pixels: String(leastSidePixels) });
  }
  const { data, info } = await readable(
    sharp(bytes, options)
      .timeout({ seconds: DECODE_WITHIN_SECONDS })
      .autoOrient()
      .resize({ width: LONGEST_SIDE_PIXELS, height: LONGEST_SIDE_PIXELS, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .jpeg({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true }),
  );
  return { jpeg: data, width: info.width, height: info.height };
}

/** Whatever the decoder says of the file, it is no photo. */
const readable = <T>(decoding: Promise<T>): Promise<T> =>
  decoding.catch(() => {
    throw new ApiError('photo_not_image');
  });

const DATA_URL = /^data:[a-z]+\/[a-z0-9.+-]+;base64,/i;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Undefined where it is no data URL in base64. */
export function bytesOfDataUrl(dataUrl: string): Buffer | undefined {
  const head = DATA_URL.exec(dataUrl.slice(0, 100))?.[0];
  const text = head === undefined ? '' : dataUrl.slice(head.length);
  return text.length % 4 === 0 && BASE64.test(text) ? Buffer.from(text, 'base64') : undefined;
}

/** ISO media files whose first brand is one of these are pictures of phones that no browser but their own can read. */
const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

function sniff(bytes: Buffer): Format | 'heic' | undefined {
  const word = (from: number, to: number) => bytes.toString('latin1', from, to);
  if (word(0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (word(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (word(0, 4) === 'RIFF' && word(8, 12) === 'WEBP') return 'webp';
  if (word(4, 8) === 'ftyp' && HEIC_BRANDS.has(word(8, 12))) return 'heic';
  return undefined;
}

/** So many pieces of work at once, the others in the order in which they came. */
class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((go) => this.#waiting.push(go));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}

const turns = new Turns(AT_ONCE);
