import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { decodeFields, encodeFields } from './protobuf.ts';

// The examples of the Protocol Buffers encoding guide.
test.each([
  ['089601', [{ number: 1, value: 150n }]],
  ['120774657374696e67', [{ number: 2, value: new TextEncoder().encode('testing') }]],
  ['1a03089601', [{ number: 3, value: hexToBytes('089601') }]],
])('%s decodes as documented', (hex, fields) => {
  expect(bytesToHex(encodeFields(fields))).toBe(hex);
  expect(decodeFields(hexToBytes(hex))).toEqual(fields);
});

test('the largest int64 and the largest field number are encoded and decoded', () => {
  const fields = [
    { number: 1, value: (1n << 63n) - 1n },
    { number: 0x1fff_ffff, value: new Uint8Array([0]) },
  ];
  expect(decodeFields(encodeFields(fields))).toEqual(fields);
});

test('zero and empty values are not encoded', () => {
  expect(
    encodeFields([
      { number: 1, value: 0n },
      { number: 2, value: new Uint8Array() },
    ]),
  ).toEqual(new Uint8Array());
});

test('values above int64 and negative values are refused', () => {
  expect(() => encodeFields([{ number: 1, value: 1n << 63n }])).toThrow(RangeError);
  expect(() => encodeFields([{ number: 1, value: -1n }])).toThrow(RangeError);
});

test.each([
  ['08', 'a value is missing'],
  ['0896', 'a value is cut short'],
  ['1207746573', 'bytes are cut short'],
  ['0001', 'field number 0'],
  ['0d00000000', 'a fixed32'],
  ['090000000000000000', 'a fixed64'],
  ['0b', 'a group'],
  [`08${'ff'.repeat(10)}01`, 'a varint of eleven bytes'],
])('%s is not a valid message: %s', (hex) => {
  expect(decodeFields(hexToBytes(hex))).toBeUndefined();
});
