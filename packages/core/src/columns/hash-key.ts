/** Three random 32-bit words that make positions in hash tables unpredictable for those who choose the keys. */
export type HashKey = readonly [number, number, number];

/** A key that is not secret: for tests, tools, and anything without input from outsiders. */
export const PLAIN_KEY: HashKey = [0, 0x9e3779b1, 0x85ebca6b];

/**
 * A keyed 32-bit hash of 64-bit keys, each given as two 32-bit words. It only determines positions in tables, which
 * appear in no event, state hash or snapshot, so each process may use a different hash key.
 */
export class KeyedHash {
  private readonly mask: number;
  private readonly first: number;
  private readonly second: number;

  constructor([mask, first, second]: HashKey) {
    this.mask = mask | 0;
    // Multiplying by an odd factor loses no information.
    this.first = first | 1;
    this.second = second | 1;
  }

  /** The hash of two words, as a signed number. */
  ofWords(low: number, high: number): number {
    let h = Math.imul(low ^ this.mask, this.first);
    h = Math.imul(h ^ (h >>> 15) ^ high, this.second);
    return h ^ (h >>> 13);
  }

  /** The hash of a whole number from 0 to 2^53 − 1, as a signed number. */
  ofNumber(key: number): number {
    return this.ofWords(key | 0, (key / 4294967296) | 0);
  }
}
