import type { Refusal } from '../vocabulary/refusals.ts';

/**
 * A value that no command may have, such as a negative or fractional number, one above 2^53 − 1, or an unknown literal.
 */
export class UnencodableValue extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(`a command field cannot be encoded: ${refusal}`);
    this.refusal = refusal;
  }
}

/** A buffer of bytes that grows as needed. Numbers are encoded with seven bits per byte, lowest bits first. */
export class ByteWriter {
  private bytes = new Uint8Array(1024);
  length = 0;

  byte(value: number): void {
    if (this.length === this.bytes.length) this.reserve(this.length + 1);
    this.bytes[this.length++] = value;
  }

  /** A whole number from 0 to 2^53 − 1. Throws UnencodableValue for any other. */
  number(value: number): void {
    if (!(value >= 0) || !Number.isInteger(value)) throw new UnencodableValue('malformed');
    if (value > Number.MAX_SAFE_INTEGER) throw new UnencodableValue('exceeds_range');
    let rest = value;
    while (rest >= 128) {
      this.byte((rest % 128) | 128);
      rest = Math.floor(rest / 128);
    }
    this.byte(rest);
  }

  /** Writes the index of this literal in its list. Throws UnencodableValue if the list does not contain it. */
  literal<T extends string>(all: readonly T[], value: T): void {
    this.byte(literalCode(all, value));
  }

  word(value: number): void {
    if (value >>> 0 !== value) throw new UnencodableValue('malformed');
    this.byte(value & 255);
    this.byte((value >>> 8) & 255);
    this.byte((value >>> 16) & 255);
    this.byte(value >>> 24);
  }

  truncate(length: number): void {
    this.length = length;
  }

  setWord(at: number, value: number): void {
    for (let i = 0; i < 4; i++) this.bytes[at + i] = (value >>> (8 * i)) & 255;
  }

  append(bytes: Uint8Array): void {
    this.reserve(this.length + bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** The whole buffer; only its first `length` bytes have been written. */
  get all(): Uint8Array {
    return this.bytes;
  }

  /** A view, valid until the next write. */
  view(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  /** Makes room for this many bytes in total. */
  private reserve(length: number): void {
    if (length <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(length, this.bytes.length * 2));
    larger.set(this.bytes);
    this.bytes = larger;
  }
}

export const literalCode = <T extends string>(all: readonly T[], value: T): number => {
  const code = all.indexOf(value);
  if (code < 0) throw new UnencodableValue('malformed');
  return code;
};
