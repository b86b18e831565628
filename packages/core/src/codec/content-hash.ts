let high = 0;

/**
 * A 64-bit hash of bytes[start, end) as two signed words: returns the low word, and contentHashHigh() the high one. It
 * distinguishes different contents with the same reference. It does not resist forgery, but a client who finds a
 * collision can only make their own commands count as repetitions.
 */
export const contentHash = (bytes: DataView, start: number, end: number): number => {
  let a = 0x9e3779b9 ^ (end - start);
  let b = 0x85ebca6b;
  let i = start;
  for (; i + 4 <= end; i += 4) {
    const word = bytes.getInt32(i, true);
    a = Math.imul(a ^ word, 0x9e3779b1);
    a ^= a >>> 15;
    b = Math.imul((b << 13) ^ (b >>> 19) ^ word, 0xcc9e2d51);
  }
  for (; i < end; i++) {
    const byte = bytes.getUint8(i);
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul((b << 5) ^ (b >>> 27) ^ byte, 0xcc9e2d51);
  }
  a = Math.imul(a ^ (a >>> 16) ^ b, 0x85ebca6b);
  b = Math.imul(b ^ (b >>> 15) ^ a, 0xc2b2ae35);
  high = b ^ (b >>> 13);
  return a ^ (a >>> 16);
};

/** The high word of the most recent contentHash. */
export const contentHashHigh = (): number => high;
