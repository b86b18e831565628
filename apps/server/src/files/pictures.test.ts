import { readFileSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { crc32, deflateSync } from 'node:zlib';
import { eventually } from '@vitrine/tools/eventually';
import pino from 'pino';
import sharp from 'sharp';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { photoBytes } from '../kyc/testing/photos.ts';
import { isAlive } from '../wiring/process/process-life.ts';
import { jpegScans } from './jpeg-scans.ts';
import { Pictures } from './pictures.ts';

const log = pino({ level: 'silent' });
const pictures = new Pictures({ log });
afterAll(() => pictures.close());

const { signal: waits } = new AbortController();
const cleanPhoto = (image: Buffer) => pictures.cleanPhoto({ sender: 'client 1', bytes: image, gone: waits });
const codeOf = (cleaned: Promise<unknown>) =>
  cleaned.then(
    () => 'taken',
    (error: { code: string }) => error.code,
  );
const refusal = (image: Buffer) => codeOf(cleanPhoto(image));

test.each(['jpeg', 'png', 'webp'] as const)('a %s picture becomes a JPEG of the same size', async (format) => {
  const { jpeg, width, height } = await cleanPhoto(await photoBytes({ format }));
  expect([width, height]).toEqual([800, 600]);
  expect((await sharp(jpeg).metadata()).format).toBe('jpeg');
});

test('the type of a picture is determined by its bytes, not by its name', async () => {
  expect((await cleanPhoto(await photoBytes({ format: 'png' }))).width).toBe(800);
});

test('metadata is removed, and a photo taken sideways is first rotated upright', async () => {
  const taken = await sharp(await photoBytes())
    .withExif({ IFD0: { Make: 'Spyphone', Copyright: 'Ada' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect((await sharp(taken).metadata()).exif).toBeDefined();
  const { jpeg, width, height } = await cleanPhoto(taken);
  const { exif, icc, iptc, xmp, orientation } = await sharp(jpeg).metadata();
  expect({ exif, icc, iptc, xmp, orientation }).toEqual({});
  expect([width, height]).toEqual([600, 800]);
});

test('a large photo is scaled down, and no photo is scaled up', async () => {
  expect(await cleanPhoto(await photoBytes({ width: 4_000, height: 3_000 }))).toMatchObject({
    width: 2_400,
    height: 1_800,
  });
});

test('a polyglot file loses everything but the picture', async () => {
  const script = '<script>alert(1)</script>';
  const polyglot = Buffer.concat([await photoBytes(), Buffer.from(script), Buffer.from('PK\x03\x04')]);
  const { jpeg } = await cleanPhoto(polyglot);
  expect(jpeg.includes(script)).toBe(false);
  expect(jpeg.includes('PK\x03\x04')).toBe(false);
});

test('a progressive photo is accepted; one with too many scans is refused before decoding', async () => {
  const progressive = await sharp(await photoBytes())
    .jpeg({ progressive: true })
    .toBuffer();
  expect(jpegScans(progressive)).toBeGreaterThan(3);
  expect(await refusal(progressive)).toBe('taken');
  expect(jpegScans(await photoBytes())).toBe(1);
  // The picture's first scan, repeated as in a decompression bomb of a few kilobytes.
  const begin = progressive.indexOf(Buffer.from([0xff, 0xda]));
  const end = progressive.indexOf(Buffer.from([0xff, 0xc4]), begin);
  const scan = progressive.subarray(begin, end);
  const bomb = Buffer.concat([
    progressive.subarray(0, end),
    ...Array<Buffer>(30).fill(scan),
    progressive.subarray(end),
  ]);
  expect(jpegScans(bomb)).toBe(jpegScans(progressive) + 30);
  // Decoders skip bytes that are not markers, and unexpected restart markers, so scans after such bytes must be counted
  // too.
  const hidden = Buffer.concat([
    progressive.subarray(0, end),
    Buffer.from('\0x\xff\xd3', 'latin1'),
    bomb.subarray(end),
  ]);
  for (const image of [bomb, hidden]) expect(await refusal(image)).toBe('photo_not_image');
  expect(jpegScans(Buffer.concat([progressive, bomb]))).toBe(jpegScans(progressive));
});

test('an empty file is reported as a missing photo', async () => {
  expect(await refusal(Buffer.alloc(0))).toBe('photo_required');
});

test.each([
  ['a data URL', Buffer.from('data:image/jpeg;base64,/9j/4AAQSkZJRgABAQ')],
  ['a single byte', Buffer.from('x')],
  ['text that calls itself a JPEG', Buffer.from('hello, I am a photo')],
  ['only the first bytes of a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>')],
  ['a PDF', Buffer.from('%PDF-1.7\n')],
])('%s is not accepted as a photo', async (_, image) => {
  expect(await refusal(image)).toBe('photo_not_image');
});

test('a GIF and a truncated JPEG are refused', async () => {
  expect(await refusal(await photoBytes({ format: 'gif' }))).toBe('photo_not_image');
  const whole = await photoBytes({ width: 1_600, height: 1_200 });
  expect(await refusal(whole.subarray(0, whole.length / 2))).toBe('photo_not_image');
});

test('a HEIC file gets its own error', async () => {
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(200)]);
  expect(await refusal(heic)).toBe('photo_heic');
});

test('a decompression bomb is refused by its header, without being decoded', async () => {
  expect(await refusal(emptyPng(30_000, 30_000))).toBe('photo_too_large');
});

describe('a picture that takes several times the CPU time of others', () => {
  const blank = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#123456' } });
  const interlaced = (width: number, height: number) =>
    blank(width, height).png({ progressive: true, compressionLevel: 1 }).toBuffer();
  const deep = (width: number, height: number) =>
    blank(width, height).toColourspace('rgb16').png({ compressionLevel: 1 }).toBuffer();
  const progressive = (width: number, height: number) => blank(width, height).jpeg({ progressive: true }).toBuffer();
  /** A baseline JPEG whose first scan has one color channel, as if the others followed in separate scans. */
  const separate = async (width: number, height: number) => {
    const whole = await blank(width, height).jpeg().toBuffer();
    const at = whole.indexOf(Buffer.from([0xff, 0xda]));
    const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]);
    return Buffer.concat([whole.subarray(0, at), scan, whole.subarray(at + 2 + whole.readUInt16BE(at + 2))]);
  };

  test.each([
    ['an interlaced PNG', interlaced],
    ['a PNG of 16 bits per channel', deep],
    ['a progressive JPEG', progressive],
    ['a JPEG with a scan per channel', separate],
  ])('%s is refused above 13 megapixels, and the error says so', async (_, make) => {
    await expect(cleanPhoto(await make(4_000, 3_300))).rejects.toMatchObject({
      code: 'photo_too_large',
      parameters: { megapixels: '13' },
    });
  });

  test.each([
    ['an interlaced PNG', interlaced],
    ['a progressive JPEG', progressive],
  ])('%s of 12 megapixels is accepted', async (_, make) => {
    expect(await refusal(await make(4_032, 3_024))).toBe('taken');
  });

  test('a baseline JPEG of 48 megapixels is accepted, as it decodes quickly', async () => {
    expect(await refusal(await blank(8_064, 6_048).jpeg().toBuffer())).toBe('taken');
  });
});

test('a header that understates the size yields no more pixels than it states', async () => {
  expect(await refusal(emptyPng(400, 400))).toBe('photo_not_image');
});

test('a thumbnail is refused as too small', async () => {
  expect(await refusal(await photoBytes({ width: 290, height: 2_000 }))).toBe('photo_too_small');
});

describe('the decoder process', () => {
  /** An instance of Pictures whose decoder process has been started and then suspended. */
  async function halted(decodeWithinMs?: number) {
    const own = new Pictures({ log, ...(decodeWithinMs === undefined ? {} : { decodeWithinMs }) });
    onTestFinished(() => own.close());
    const photo = await photoBytes();
    const clean = (gone = waits, sender = 'client 1') => codeOf(own.cleanPhoto({ sender, bytes: photo, gone }));
    /** One picture from each of this many clients, numbered from 1. */
    const cleanEach = (clients: number, gone = waits) =>
      Array.from({ length: clients }, (_, index) => clean(gone, `client ${index + 1}`));
    // On a busy machine, the first picture may take longer than the time limit that a test sets.
    await eventually(async () => expect(await clean()).toBe('taken'));
    const pid = own.pid as number;
    process.kill(pid, 'SIGSTOP');
    return { own, clean, cleanEach, pid };
  }

  test('runs at a lower priority than the server, without its environment', async () => {
    vi.stubEnv('SESSION_SECRET', 'only-the-server-knows');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { pid } = await halted();
    expect(getPriority(pid)).toBe(constants.priority.PRIORITY_BELOW_NORMAL);
    expect(readFileSync(`/proc/${pid}/environ`, 'latin1')).not.toContain('only-the-server-knows');
    expect(readFileSync(`/proc/${pid}/oom_score_adj`, 'latin1').trim()).toBe('1000');
  });

  test('decodes one picture at a time, lets eight wait and refuses further ones immediately', async () => {
    const { clean, cleanEach, pid } = await halted();
    const taken = cleanEach(9);
    expect(await Promise.all([clean(waits, 'client 10'), clean(waits, 'client 11')])).toEqual(['busy', 'busy']);
    process.kill(pid, 'SIGCONT');
    expect(new Set(await Promise.all(taken))).toEqual(new Set(['taken']));
    expect(await clean()).toBe('taken');
  });

  test('lets one picture of each sender wait', async () => {
    const { clean, pid } = await halted();
    const taken = [clean(), clean()];
    const further = clean();
    const other = clean(waits, 'client 2');
    expect(await further).toBe('busy');
    process.kill(pid, 'SIGCONT');
    expect(await Promise.all([...taken, other])).toEqual(['taken', 'taken', 'taken']);
  });

  test('when eight pictures wait, the one with the smallest remaining allowance is dropped in favor of those with more', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { clean, cleanEach, pid } = await halted();
    for (const [sender, ms] of [
      ['client 4', 30_000],
      ['client 6', 10_000],
    ] as const) {
      const slow = clean(waits, sender);
      vi.advanceTimersByTime(ms);
      process.kill(pid, 'SIGCONT');
      expect(await slow).toBe('taken');
      process.kill(pid, 'SIGSTOP');
    }
    const waiting = cleanEach(9);
    const newcomers = ['client 10', 'client 11', 'client 12'].map((sender) => clean(waits, sender));
    expect(await Promise.all([waiting[3], waiting[5], newcomers[2]])).toEqual(['busy', 'busy', 'busy']);
    // A client with less allowance left than all waiting ones does not replace any of them.
    expect(await clean(waits, 'client 4')).toBe('busy');
    process.kill(pid, 'SIGCONT');
    const others = [...waiting.filter((_, index) => index !== 3 && index !== 5), ...newcomers.slice(0, 2)];
    expect(new Set(await Promise.all(others))).toEqual(new Set(['taken']));
  });

  test('when eight pictures wait, a client’s is dropped in favor of one from staff, but staff’s are never dropped', async () => {
    const { clean, cleanEach, pid } = await halted();
    const first = clean();
    const clients = cleanEach(8);
    const staff = Array.from({ length: 9 }, (_, index) => clean(waits, `staff ${index}`));
    expect(new Set(await Promise.all(clients))).toEqual(new Set(['busy']));
    expect(await staff[8]).toBe('busy');
    expect(await clean(waits, 'client 9')).toBe('busy');
    process.kill(pid, 'SIGCONT');
    expect(new Set(await Promise.all([first, ...staff.slice(0, 8)]))).toEqual(new Set(['taken']));
  });

  test('frees the slot of a disconnected client', async () => {
    const { clean, cleanEach, pid } = await halted();
    const gone = new AbortController();
    const first = clean();
    const waiting = cleanEach(8, gone.signal);
    gone.abort();
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['busy']));
    const others = cleanEach(8);
    process.kill(pid, 'SIGCONT');
    expect(new Set(await Promise.all([first, ...others]))).toEqual(new Set(['taken']));
  });

  test('is restarted for the next picture after being killed while decoding one', async () => {
    const { own, clean, pid } = await halted();
    const [cut, next] = [clean(), clean()];
    process.kill(pid, 'SIGKILL');
    expect([await cut, await next]).toEqual(['busy', 'taken']);
    expect(own.pid).not.toBe(pid);
  });

  test('is restarted after a kill while idle', async () => {
    const { own, clean, pid } = await halted();
    process.kill(pid, 'SIGKILL');
    await eventually(() => expect(own.pid).toBeUndefined());
    expect(await clean()).toBe('taken');
  });

  test('is killed when a picture takes too long', async () => {
    const { clean, pid } = await halted(6_000);
    expect(await clean()).toBe('busy');
    await eventually(() => expect(isAlive(pid)).toBe(false));
  });

  test('charges its CPU time to the sender, and other senders are not refused', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { clean, pid } = await halted();
    const slow = clean();
    vi.advanceTimersByTime(90_000);
    process.kill(pid, 'SIGCONT');
    expect(await slow).toBe('taken');
    expect(await clean()).toBe('too_many_requests');
    expect(await clean(waits, 'client 2')).toBe('taken');
    // The allowance was exceeded by 30 seconds. One second is regained every half minute, so this suffices.
    vi.advanceTimersByTime(31 * 30_000);
    expect(await clean()).toBe('taken');
  });

  test('ends with the server, and is not started again', async () => {
    const { own, clean, pid } = await halted();
    await own.close();
    expect(isAlive(pid)).toBe(false);
    expect(await clean()).toBe('busy');
  });
});

/** A PNG whose header states this size, followed by a few empty rows. */
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
