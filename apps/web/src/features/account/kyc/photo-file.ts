/** A photo that is ready to be sent. */
export interface Photo {
  /** Data URL of a JPEG. */
  readonly image: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

/** Why a file is not an acceptable photo; the messages are in the locale files. */
export type PhotoProblem = 'heic' | 'notImage' | 'tooSmall';

const LONGEST_SIDE = 1920;
const MOST_BYTES = 500_000;
const QUALITIES = [0.9, 0.8, 0.7, 0.6, 0.5];
/** A photo that is still too large at the lowest quality is scaled down by this factor and encoded again. */
const SHRINK = 0.85;
/** The server accepts only photos whose shorter side has at least this many pixels. */
const SHORTEST_SIDE = 300;

/** Reads a photo from a chosen file, or from a phone's camera. */
export async function photoOfFile(file: File): Promise<Photo | PhotoProblem> {
  if (await isHeic(file)) return 'heic';
  // The file's stated type does not matter: a picture that the browser can draw can also be sent.
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (bitmap === undefined) return 'notImage';
  try {
    return photoOf(bitmap, bitmap.width, bitmap.height);
  } finally {
    bitmap.close();
  }
}

/** The camera's current picture. */
export const photoOfVideo = (video: HTMLVideoElement): Photo | PhotoProblem =>
  photoOf(video, video.videoWidth, video.videoHeight);

function photoOf(source: CanvasImageSource, width: number, height: number): Photo | PhotoProblem {
  if (Math.min(width, height) < SHORTEST_SIDE) return 'tooSmall';
  const canvas = document.createElement('canvas');
  for (let scale = Math.min(1, LONGEST_SIDE / Math.max(width, height)); ; scale *= SHRINK) {
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    const context = canvas.getContext('2d');
    if (!context) return 'notImage';
    // A white background: a JPEG without one would show transparent pixels in black.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(source, 0, 0, canvas.width, canvas.height);
    for (const quality of QUALITIES) {
      const image = canvas.toDataURL('image/jpeg', quality);
      const bytes = bytesOf(image);
      if (bytes <= MOST_BYTES) return { image, bytes, width: canvas.width, height: canvas.height };
    }
  }
}

/** The bytes of the JPEG. */
export const photoBytes = ({ image }: Photo): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(image.slice(image.indexOf(',') + 1)), (character) => character.charCodeAt(0));

/** The decoded size of the base64 in a data URL. */
const bytesOf = (image: string): number => Math.floor(((image.length - image.indexOf(',') - 1) * 3) / 4);

const HEIC_BRAND = /^ftyp(heic|heix|heim|heis|hevc|hevx|mif1|msf1)/;

/** Checks the file's first bytes instead of its name, because phones name files inconsistently. */
async function isHeic(file: File): Promise<boolean> {
  const head = new Uint8Array(await file.slice(4, 12).arrayBuffer());
  return HEIC_BRAND.test(String.fromCharCode(...head));
}
