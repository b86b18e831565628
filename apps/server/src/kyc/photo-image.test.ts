import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { cleanPhoto } from './photo-image.ts';
import { dataUrl, photoBytes, photoUrl } from './testing/photos.ts';

const refusal = (image: string) =>
  cleanPhoto(image).then(
    () => 'taken',
    (error: { code: string }) => error.code,
  );

test.each(['jpeg', 'png', 'webp'] as const)('a %s becomes a JPEG of the same size', async (format) => {
  const { jpeg, width, height } = await cleanPhoto(await photoUrl({ format }));
  expect([width, height]).toEqual([800, 600]);
  expect((await sharp(jpeg).metadata()).format).toBe('jpeg');
});

test('what a picture is, its bytes say and not its name', async () => {
  expect((await cleanPhoto(dataUrl(await photoBytes({ format: 'png' }), 'image/jpeg'))).width).toBe(800);
});

test('metadata is gone, and a photo taken sideways is turned upright first', async () => {
  const taken = await sharp(await photoBytes())
    .withExif({ IFD0: { Make: 'Spyphone', Copyright: 'Ada' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect((await sharp(taken).metadata()).exif).toBeDefined();
  const { jpeg, width, height } = await cleanPhoto(dataUrl(taken));
  const { exif, icc, iptc, xmp, orientation } = await sharp(jpeg).metadata();
  expect({ exif, icc, iptc, xmp, orientation }).toEqual({});
  expect([width, height]).toEqual([600, 800]);
});

test('a large photo is made smaller, and no photo larger', async () => {
  expect(await cleanPhoto(await photoUrl({ width: 4_000, height: 3_000 }))).toMatchObject({
    width: 2_400,
    height: 1_800,
  });
});

test('a polyglot loses what is not the picture', async () => {
  const script = '<script>alert(1)</script>';
  const polyglot = Buffer.concat([await photoBytes(), Buffer.from(script), Buffer.from('PK\x03\x04')]);
  const { jpeg } = await cleanPhoto(dataUrl(polyglot));
  expect(jpeg.includes(script)).toBe(false);
  expect(jpeg.includes('PK\x03\x04')).toBe(false);
});

test('no photo at all', async () => {
  expect(await refusal('')).toBe('photo_required');
});

test.each([
  ['no data URL', 'hello'],
  ['an address', 'https://evil.example/x.jpg'],
  ['no base64', 'data:image/jpeg;base64,!!!!'],
  ['nothing in it', 'data:image/jpeg;base64,'],
  ['a cut off base64', 'data:image/jpeg;base64,/9j'],
  ['text that calls itself a JPEG', dataUrl(Buffer.from('hello, I am a photo'))],
  ['only the first bytes of a JPEG', dataUrl(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]))],
  [
    'an SVG',
    dataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>'), 'image/svg+xml'),
  ],
  ['a PDF', dataUrl(Buffer.from('%PDF-1.7\n'), 'application/pdf')],
])('%s is no photo', async (_, image) => {
  expect(await refusal(image)).toBe('photo_not_image');
});

test('a GIF and half of a JPEG are no photos', async () => {
  expect(await refusal(await photoUrl({ format: 'gif' }))).toBe('photo_not_image');
  const whole = await photoBytes({ width: 1_600, height: 1_200 });
  expect(await refusal(dataUrl(whole.subarray(0, whole.length / 2)))).toBe('photo_not_image');
});

test('a HEIC is told apart, so that one knows what to do', async () => {
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(200)]);
  expect(await refusal(dataUrl(heic, 'image/jpeg'))).toBe('photo_heic');
});

test('a bomb is refused by its header, without being decoded', async () => {
  const started = performance.now();
  expect(await refusal(dataUrl(emptyPng(30_000, 30_000), 'image/png'))).toBe('photo_too_large');
  expect(performance.now() - started).toBeLessThan(2_000);
});

test('a header that lies about a small size brings no more than what it says', async () => {
  expect(await refusal(dataUrl(emptyPng(400, 400), 'image/png'))).toBe('photo_not_image');
});

test('a thumbnail is too small', async () => {
  expect(await refusal(await photoUrl({ width: 290, height: 2_000 }))).toBe('photo_too_small');
});

/** A PNG whose header states this size, with a few rows of nothing behind it. */
function emptyPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const chunks = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000))),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
