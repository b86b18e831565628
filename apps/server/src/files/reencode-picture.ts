import sharp from 'sharp';
import { jpegScans } from './jpeg-scans.ts';
import { MOST_HEAVY_MEGAPIXELS, MOST_MEGAPIXELS, type PictureFault } from './picture-faults.ts';
import type { PictureFormat } from './picture-format.ts';

const QUALITY = 86;
/**
 * Maximum number of scans in a JPEG. Encoders write about ten; a small file can hold thousands, which would take
 * minutes to decode.
 */
const MOST_SCANS = 24;

export interface EncodedPicture {
  readonly jpeg: Buffer;
  readonly width: number;
  readonly height: number;
}

// Decoded pixels must not stay in memory, where an exploit in a later picture could read them.
sharp.cache(false);
sharp.concurrency(1);

/** Decodes a picture and encodes its pixels again, as an upright JPEG without metadata. */
export async function reencodePicture(
  bytes: Buffer,
  format: PictureFormat,
  { least, longest }: { readonly least: number; readonly longest: number },
): Promise<EncodedPicture | PictureFault> {
  const limitInputPixels = MOST_MEGAPIXELS * 1_000_000;
  const options = { limitInputPixels, failOn: 'error', pages: 1 } as const;
  if (format === 'jpeg' && jpegScans(bytes) > MOST_SCANS) return 'photo_not_image';
  try {
    const found = await sharp(bytes, { ...options, limitInputPixels: false }).metadata();
    if (found.format !== format) return 'photo_not_image';
    const pixels = found.width * found.height;
    if (pixels > limitInputPixels) return 'photo_too_large';
    // `isProgressive` is also true of interlaced PNG, and of sequential JPEG with a scan per color channel.
    const isHeavy = found.depth !== 'uchar' || found.isProgressive;
    if (isHeavy && pixels > MOST_HEAVY_MEGAPIXELS * 1_000_000) return 'photo_too_heavy';
    if (Math.min(found.width, found.height) < least) return 'photo_too_small';
    const { data, info } = await sharp(bytes, options)
      .autoOrient()
      .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .jpeg({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true });
    return { jpeg: data, width: info.width, height: info.height };
  } catch {
    // Whatever error the decoder reports, the file is not a usable picture.
    return 'photo_not_image';
  }
}
