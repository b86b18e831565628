import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';

/** Base58 with the first 4 bytes of a double SHA-256 appended: TRON's addresses, and Bitcoin's older ones. */
export const base58check = createBase58check(sha256);

/** The bytes without their checksum; undefined if the text is malformed or its checksum is wrong. */
export function decodeBase58check(text: string): Uint8Array | undefined {
  try {
    return base58check.decode(text);
  } catch {
    return undefined;
  }
}
