/** Three random 32-bit words: what makes the places of keys in hash tables unpredictable to those who choose the keys. */
export type HashKey = readonly [number, number, number];

/** Without a secret: for tests, tools and whatever outsiders send nothing to. */
export const PLAIN_KEY: HashKey = [0, 0x9e3779b1, 0x85ebca6b];

/**
 * A hash of 64 bits, given as two 32-bit words, under a secret key. Positions in a table depend on it and enter no
 * event, hash or snapshot, so each process may have its own.
 */
export class KeyedHash {
  private readonly mask: number;
  private readonly first: number;
  private readonly second: number;

  constructor([mask, first, second]: HashKey) {
    this.mask = mask | 0;
    // Only an odd factor loses nothing.
    this.first = first | 1;
    this.second = second | 1;
  }

  /** Of two words. Signed. */
  ofWords(low: number, high: number): number {
    let h = Math.imul(low ^ this.mask, this.first);
    h = Math.imul(h ^ (h >>> 15) ^ high, this.second);
    return h ^ (h >>> 13);
  }

  /** Of a whole number from 0 to 2^53 − 1. Signed. */
  ofNumber(key: number): number {
    return this.ofWords(key | 0, (key / 4294967296) | 0);
  }
}
