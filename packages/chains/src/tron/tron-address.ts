import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';
import { HDKey } from '@scure/bip32';
import type { AddressFormat } from '../chain.ts';

const base58check = createBase58check(sha256);

/** What every address of TRON begins with; in Base58Check it shows as 'T'. */
const PREFIX = 0x41;
const BYTES = 21;

/** Base58Check of 0x41 and the last 20 bytes of Keccak-256 of the public key. */
export const tronAddresses: AddressFormat = {
  family: 'tron',
  parse: (text) => {
    const bytes = decode(text);
    // Nobody has the key of 20 zeros: what is sent there is lost.
    return bytes?.slice(1).some((byte) => byte !== 0) ? base58check.encode(bytes) : undefined;
  },
  fromPublicKey,
  derive: (xpub, index) => {
    const { publicKey } = HDKey.fromExtendedKey(xpub).deriveChild(0).deriveChild(index);
    if (publicKey === null) throw new Error('an extended public key has a public key');
    return fromPublicKey(publicKey);
  },
};

/** Throws RangeError where the text is no address of TRON. */
export function canonicalAddress(text: string): string {
  return base58check.encode(addressBytes(text));
}

/** The 21 bytes of an address. Throws RangeError where the text is none. */
export function addressBytes(address: string): Uint8Array {
  const bytes = decode(address);
  if (bytes === undefined) throw new RangeError(`${address} is no address of TRON`);
  return bytes;
}

/** The canonical form of an address's 21 bytes, or undefined where they are none. */
export function addressOfBytes(bytes: Uint8Array): string | undefined {
  return bytes.length === BYTES && bytes[0] === PREFIX ? base58check.encode(bytes) : undefined;
}

/** As nodes take and give addresses: 42 hexadecimal digits. */
export function addressHex(address: string): string {
  return bytesToHex(addressBytes(address));
}

/** The address of the 20 bytes that contracts and logs know it by, given as 40 hexadecimal digits. */
export function addressOfWord(hex: string): string {
  return base58check.encode(Uint8Array.from([PREFIX, ...hexToBytes(hex)]));
}

/** The 20 bytes that contracts and logs know an address by. */
export function addressWord(address: string): Uint8Array {
  return addressBytes(address).slice(1);
}

function fromPublicKey(publicKey: Uint8Array): string {
  // Without the byte that says 'uncompressed'.
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false).slice(1);
  return base58check.encode(Uint8Array.from([PREFIX, ...keccak_256(point).slice(-20)]));
}

function decode(text: string): Uint8Array | undefined {
  // 34 characters always: 21 bytes that begin with 0x41, and 4 of checksum.
  if (text.length !== 34) return undefined;
  try {
    const bytes = base58check.decode(text);
    return bytes.length === BYTES && bytes[0] === PREFIX ? bytes : undefined;
  } catch {
    return undefined;
  }
}
