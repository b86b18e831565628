export const pictureFormats = ['jpeg', 'png', 'webp'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

/** Major brands of ISO media files that phones use for pictures; most browsers cannot display them. */
const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

/** The picture format that the first bytes of a file indicate. */
export function sniff(bytes: Buffer): PictureFormat | 'heic' | undefined {
  const word = (from: number, to: number) => bytes.toString('latin1', from, to);
  if (word(0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (word(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (word(0, 4) === 'RIFF' && word(8, 12) === 'WEBP') return 'webp';
  if (word(4, 8) === 'ftyp' && HEIC_BRANDS.has(word(8, 12))) return 'heic';
  return undefined;
}
