/** Reads Bitcoin's serialization sequentially. Every method throws RangeError if the bytes end too early. */
export class ByteReader {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get position(): number {
    return this.#at;
  }

  get isAtEnd(): boolean {
    return this.#at === this.bytes.length;
  }

  /** A view of the next bytes, not a copy. */
  take(length: number): Uint8Array {
    return this.bytes.subarray(this.#advance(length), this.#at);
  }

  skip(length: number): void {
    this.#advance(length);
  }

  /** Skips these bytes if they come next; returns whether they did. */
  skips(...expected: readonly number[]): boolean {
    const found = expected.every((byte, index) => this.bytes[this.#at + index] === byte);
    if (found) this.#at += expected.length;
    return found;
  }

  u16(): number {
    return this.#view.getUint16(this.#advance(2), true);
  }

  u32(): number {
    return this.#view.getUint32(this.#advance(4), true);
  }

  u64(): bigint {
    return this.#view.getBigUint64(this.#advance(8), true);
  }

  /** A length or a count. Only its shortest encoding is valid: otherwise the same content could have two hashes. */
  compactSize(): number {
    const first = this.#view.getUint8(this.#advance(1));
    if (first < 0xfd) return first;
    const [value, least] =
      first === 0xfd ? [this.u16(), 0xfd] : first === 0xfe ? [this.u32(), 0x10000] : [Number(this.u64()), 2 ** 32];
    if (value < least) throw new RangeError('a length is not in its shortest encoding (non-canonical CompactSize)');
    return value;
  }

  /** Reads a length, then that many bytes. */
  lengthAndBytes(): Uint8Array {
    return this.take(this.compactSize());
  }

  /** Moves forward by this many bytes. Returns the position before the move. */
  #advance(length: number): number {
    const start = this.#at;
    if (length > this.bytes.length - start) throw new RangeError('the data ends too early');
    this.#at += length;
    return start;
  }
}
