/** The minimum number of distinct characters in a random secret or, if it is hexadecimal, of distinct bytes. */
const LEAST_DIFFERENT = 16;

/**
 * Whether a secret could be random. False for text typed only to reach the required length, such as a repeated word.
 */
export function isVaried(secret: string): boolean {
  const isHex = /^(?:[0-9a-f]{2})+$/i.test(secret);
  const parts: Iterable<unknown> = isHex ? Buffer.from(secret, 'hex') : secret;
  return new Set(parts).size >= LEAST_DIFFERENT;
}
