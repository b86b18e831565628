/** One field of a message as encoded: a varint (integers, enums) or a sequence of bytes (bytes, text, messages). */
export interface ProtobufField {
  readonly number: number;
  readonly value: bigint | Uint8Array;
}

const VARINT = 0;
const LENGTH_DELIMITED = 2;

/** Writes fields in the order given. A field with its default value (0, nothing) is left out, as proto3 does. */
export function encodeFields(fields: readonly ProtobufField[]): Uint8Array {
  return concatBytes(fields.flatMap(encodeField));
}

/** The fields in order; undefined unless the bytes are a message that has only varints and sequences of bytes. */
export function decodeFields(bytes: Uint8Array): ProtobufField[] | undefined {
  const cursor: Cursor = { bytes, at: 0 };
  const fields: ProtobufField[] = [];
  while (cursor.at < bytes.length) {
    const field = decodeField(cursor);
    if (field === undefined) return undefined;
    fields.push(field);
  }
  return fields;
}

export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function encodeField({ number, value }: ProtobufField): Uint8Array[] {
  if (typeof value === 'bigint') return value === 0n ? [] : [key(number, VARINT), encodeVarint(value)];
  return value.length === 0 ? [] : [key(number, LENGTH_DELIMITED), encodeVarint(BigInt(value.length)), value];
}

function key(number: number, wireType: number): Uint8Array {
  return encodeVarint(BigInt(number * 8 + wireType));
}

function encodeVarint(value: bigint): Uint8Array {
  if (value < 0n || value >= 1n << 63n) throw new RangeError(`${value} is not a non-negative int64`);
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  return Uint8Array.from([...bytes, Number(rest)]);
}

interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

function decodeField(cursor: Cursor): ProtobufField | undefined {
  const tag = decodeVarint(cursor);
  if (tag === undefined || tag >> 3n === 0n || tag > 0xffff_ffffn) return undefined;
  const number = Number(tag >> 3n);
  const value = decodeValue(cursor, Number(tag & 7n));
  return value === undefined ? undefined : { number, value };
}

function decodeValue(cursor: Cursor, wireType: number): bigint | Uint8Array | undefined {
  if (wireType === VARINT) return decodeVarint(cursor);
  if (wireType !== LENGTH_DELIMITED) return undefined;
  const length = decodeVarint(cursor);
  if (length === undefined || length > BigInt(cursor.bytes.length - cursor.at)) return undefined;
  const start = cursor.at;
  cursor.at += Number(length);
  return cursor.bytes.slice(start, cursor.at);
}

function decodeVarint(cursor: Cursor): bigint | undefined {
  let value = 0n;
  for (let shift = 0n; shift < 70n; shift += 7n) {
    const byte = cursor.bytes[cursor.at];
    if (byte === undefined) return undefined;
    cursor.at += 1;
    value |= BigInt(byte & 0x7f) << shift;
    if (byte < 0x80) return value;
  }
  return undefined;
}
