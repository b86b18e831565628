import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000';

export type EvmAddress = `0x${string}`;

/**
 * The canonical form of an address of an EVM network, with the checksum of EIP-55; undefined if it is invalid. Text
 * without letters of both cases has no checksum to verify. The zero address is refused: coins sent there are lost.
 */
export function parseEvmAddress(text: string): EvmAddress | undefined {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text) || text === ZERO_ADDRESS) return undefined;
  const digits = text.slice(2);
  const canonical = checksummed(digits.toLowerCase());
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return isOneCase || canonical === text ? canonical : undefined;
}

/**
 * EIP-55: a letter is upper case if, at the same position, the hash of the lower-case text has a digit of 8 or more.
 */
function checksummed(digits: string): EvmAddress {
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
  const marked = [...digits].map((digit, at) =>
    Number.parseInt(hash.charAt(at), 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${marked.join('')}`;
}
