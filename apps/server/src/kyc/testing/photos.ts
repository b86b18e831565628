import sharp from 'sharp';

interface TestPhoto {
  readonly width?: number;
  readonly height?: number;
  readonly format?: 'jpeg' | 'png' | 'webp' | 'gif';
  /** A different number gives a different picture. */
  readonly seed?: number;
}

/** A simple drawing, encoded as an image file. */
export function photoBytes({ width = 800, height = 600, format = 'jpeg', seed = 1 }: TestPhoto = {}): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="hsl(${(seed * 47) % 360},40%,70%)"/>
    <circle cx="${(seed * 131) % width}" cy="${(seed * 57) % height}" r="60" fill="#234"/></svg>`;
  return sharp(Buffer.from(svg)).toFormat(format).toBuffer();
}
