import { hexToBytes } from '@noble/hashes/utils.js';
import { bech32 } from '@scure/base';
import { decodeBase58check } from '@vitrine/addresses';

/** Well-known burn addresses. Their text was chosen, not derived from a key, so no one can have their keys. */
const burnAddresses: ReadonlySet<string> = new Set([
  '0xdEAD000000000000000042069420694206942069',
  'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy',
  '1BitcoinEaterAddressDontSendf59kuE',
  '1CounterpartyXXXXXXXXXXXXXXXUWLpVr',
]);

/**
 * Addresses below this are treated as unspendable: Ethereum reserves the lowest ones for precompiles, and 0x…dEaD, a
 * burn address, is only slightly higher.
 */
const RESERVED_BELOW = 0x1_0000n;

/**
 * Whether no one can have the key for an address (in canonical form, on any network), so that coins sent to it are
 * lost.
 */
export function isUnspendable(address: string): boolean {
  if (burnAddresses.has(address)) return true;
  const bytes = contentOf(address);
  if (bytes === undefined) return false;
  const number = bytes.reduce((all, byte) => (all << 8n) | BigInt(byte), 0n);
  return number < RESERVED_BELOW || bytes.every((byte) => byte === bytes[0]);
}

/** The hash or key that an address encodes, without the part that identifies the network. */
function contentOf(address: string): Uint8Array | undefined {
  if (address.startsWith('0x')) return hexToBytes(address.slice(2));
  const words = bech32.decodeUnsafe(address)?.words;
  if (words !== undefined) return bech32.fromWordsUnsafe(words.slice(1)) ?? undefined;
  return decodeBase58check(address)?.slice(1);
}
