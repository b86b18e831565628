import { expect, test } from 'vitest';
import { CannotOpen, KeyRing } from './key-ring.ts';

const one = { id: '2026a', hex: '1'.repeat(64) };
const two = { id: '2026b', hex: '2'.repeat(64) };

test('sealed data can be opened only in the context for which it was sealed', () => {
  const ring = new KeyRing([one]);
  const sealed = ring.seal(Buffer.from('passport'), 'photo of 1000');
  expect(sealed.includes('passport')).toBe(false);
  expect(ring.open(sealed, 'photo of 1000').toString()).toBe('passport');
  expect(() => ring.open(sealed, 'photo of 1001')).toThrow(CannotOpen);
});

test('sealing the same content twice yields different bytes', () => {
  const ring = new KeyRing([one]);
  expect(ring.seal(Buffer.from('x'), '').equals(ring.seal(Buffer.from('x'), ''))).toBe(false);
});

test('a file sealed and opened in pieces gives the same result as in one call', async () => {
  const ring = new KeyRing([one]);
  for (const length of [0, 1, 131_072, 131_073, 1_000_000]) {
    const file = Buffer.alloc(length, 'passport');
    const sealed = await ring.sealFile(file, 'photo of 1000');
    expect(ring.open(sealed, 'photo of 1000').equals(file)).toBe(true);
    const opened = ring.seal(file, 'place');
    const plain = await ring.openFile(opened, 'place');
    expect(plain.equals(file)).toBe(true);
    expect(plain.buffer).toBe(opened.buffer);
    await expect(ring.openFile(Buffer.from(sealed), 'photo of 1001')).rejects.toThrow(CannotOpen);
    sealed.writeUInt8(sealed.readUInt8(sealed.length - 1) ^ 1, sealed.length - 1);
    await expect(ring.openFile(sealed, 'photo of 1000')).rejects.toThrow(CannotOpen);
  }
});

test('a change of any sealed byte is detected on opening', () => {
  const ring = new KeyRing([one]);
  const sealed = ring.seal(Buffer.from('passport'), 'place');
  for (let index = 0; index < sealed.length; index++) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
    expect(() => ring.open(changed, 'place'), `byte ${index}`).toThrow(CannotOpen);
  }
  for (const length of [0, 1, 7, 20, sealed.length - 1]) {
    expect(() => ring.open(sealed.subarray(0, length), 'place')).toThrow(CannotOpen);
  }
});

test('after a new key is added the old one still decrypts, and a missing key is named', () => {
  const sealed = new KeyRing([one]).seal(Buffer.from('passport'), 'place');
  const rotated = new KeyRing([two, one]);
  expect(rotated.open(sealed, 'place').toString()).toBe('passport');
  expect(rotated.newest).toBe('2026b');
  expect(() => new KeyRing([two]).open(sealed, 'place')).toThrow('not in KYC_KEY');
  expect(() => new KeyRing([]).newest).toThrow('not in KYC_KEY');
});

test('a key ring finds the marks made with its older keys, and marks differ from key to key', () => {
  const mark = new KeyRing([one]).mark('C48210913');
  expect(new KeyRing([two, one]).marks('C48210913').some((other) => other.equals(mark))).toBe(true);
  expect(new KeyRing([two]).mark('C48210913').equals(mark)).toBe(false);
});
