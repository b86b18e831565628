import { base58check, decodeBase58check } from './base58check.ts';

/** The first byte of every TRON address; in Base58Check it becomes 'T'. */
export const TRON_PREFIX = 0x41;
const BYTES = 21;
/** The length of every address as text: it encodes 21 bytes that begin with 0x41, and a checksum of 4 bytes. */
const CHARACTERS = 34;

/**
 * The canonical form of a TRON address. Undefined if it is invalid, or if the 20 bytes after the prefix are all zero:
 * no one has the key for that address.
 */
export function parseTronAddress(text: string): string | undefined {
  const bytes = tronAddressBytes(text);
  return bytes?.slice(1).some((byte) => byte !== 0) ? text : undefined;
}

/** The 21 bytes of an address; undefined if the text is not an address. */
export function tronAddressBytes(text: string): Uint8Array | undefined {
  const bytes = text.length === CHARACTERS ? decodeBase58check(text) : undefined;
  return bytes !== undefined && isTronAddress(bytes) ? bytes : undefined;
}

/** The address that these 21 bytes encode; undefined if they encode none. */
export function tronAddressOf(bytes: Uint8Array): string | undefined {
  return isTronAddress(bytes) ? base58check.encode(bytes) : undefined;
}

const isTronAddress = (bytes: Uint8Array): boolean => bytes.length === BYTES && bytes[0] === TRON_PREFIX;
