import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { HDKey } from '@scure/bip32';
import { base58check, parseTronAddress, TRON_PREFIX, tronAddressBytes } from '@vitrine/addresses';
import type { AddressFormat } from '../chain.ts';

/** Base58Check of 0x41 and the last 20 bytes of Keccak-256 of the public key. */
export const tronAddresses: AddressFormat = {
  family: 'tron',
  parse: parseTronAddress,
  fromPublicKey,
  derive: (xpub, index) => {
    const { publicKey } = HDKey.fromExtendedKey(xpub).deriveChild(0).deriveChild(index);
    if (publicKey === null) throw new Error('no public key could be derived from the extended public key');
    return fromPublicKey(publicKey);
  },
};

/** The canonical form of a TRON address. Throws RangeError if the text is not a TRON address. */
export function canonicalAddress(text: string): string {
  addressBytes(text);
  return text;
}

/** The 21 bytes of an address. Throws RangeError if the text is not an address. */
export function addressBytes(address: string): Uint8Array {
  const bytes = tronAddressBytes(address);
  if (bytes === undefined) throw new RangeError(`${address} is not a TRON address`);
  return bytes;
}

/** An address in the form that nodes use: 42 hexadecimal digits. */
export function addressHex(address: string): string {
  return bytesToHex(addressBytes(address));
}

/** The address of the 20 bytes that contracts and logs use, given as 40 hexadecimal digits. */
export function addressOfWord(hex: string): string {
  return base58check.encode(Uint8Array.from([TRON_PREFIX, ...hexToBytes(hex)]));
}

/** The 20 bytes that contracts and logs use for an address. */
export function addressWord(address: string): Uint8Array {
  return addressBytes(address).slice(1);
}

function fromPublicKey(publicKey: Uint8Array): string {
  // Without the byte that means 'uncompressed'.
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false).slice(1);
  return base58check.encode(Uint8Array.from([TRON_PREFIX, ...keccak_256(point).slice(-20)]));
}
