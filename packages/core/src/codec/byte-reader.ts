/** Reads the varint encoding of ByteWriter. Throws RangeError past the end. */
export class ByteReader {
  readonly bytes: Uint8Array;
  position: number;
  /** The same bytes as a DataView, for reading four at a time. */
  readonly view: DataView;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.position = 0;
    this.view = viewOf(bytes);
  }

  byte(): number {
    const value = this.bytes[this.position++];
    if (value === undefined) throw new RangeError('damaged bytes: unexpected end');
    return value;
  }

  /** Reads a whole number from 0 to 2^53 − 1, encoded with seven bits per byte, lowest bits first. */
  number(): number {
    const bytes = this.bytes;
    let position = this.position;
    let byte = bytes[position++];
    let value = byte & 127;
    if (byte < 128) {
      this.position = position;
      return value;
    }
    byte = bytes[position++];
    value |= (byte & 127) << 7;
    if (byte < 128) {
      this.position = position;
      return value;
    }
    byte = bytes[position++];
    value |= (byte & 127) << 14;
    if (byte < 128) {
      this.position = position;
      return value;
    }
    byte = bytes[position++];
    value |= (byte & 127) << 21;
    this.position = position;
    return byte < 128 ? value : this.rest(value);
  }

  private rest(low: number): number {
    let value = low;
    let weight = 2 ** 28;
    for (;;) {
      const byte = this.byte();
      value += (byte & 127) * weight;
      if (value > Number.MAX_SAFE_INTEGER) throw new RangeError('damaged bytes: a number exceeds 2^53 - 1');
      if (byte < 128) return value;
      weight *= 128;
    }
  }

  /** Reads a little-endian 32-bit signed integer. */
  word(): number {
    const { view, position } = this;
    if (position + 4 > view.byteLength) throw new RangeError('damaged bytes: unexpected end');
    this.position = position + 4;
    return view.getInt32(position, true);
  }
}

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
