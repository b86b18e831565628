export const pictureFormats = ['jpeg', 'png', 'webp'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

/** ISO media files whose first brand is one of these are pictures of phones that no browser but their own can read. */
const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

/** What the first bytes of a file say that it is. */
export function sniff(bytes: Buffer): PictureFormat | 'heic' | undefined {
  const word = (from: number, to: number) => bytes.toString('latin1', from, to);
  if (word(0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (word(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (word(0, 4) === 'RIFF' && word(8, 12) === 'WEBP') return 'webp';
  if (word(4, 8) === 'ftyp' && HEIC_BRANDS.has(word(8, 12))) return 'heic';
  return undefined;
}
