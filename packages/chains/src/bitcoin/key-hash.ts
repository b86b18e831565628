import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { ByteReader } from './byte-reader.ts';

/** The kind of script that all our addresses have, P2WPKH: a witness program of version 0 with the hash of one public key (BIP-141). */
export function keyHashScript(publicKey: Uint8Array): Uint8Array {
  return Uint8Array.of(0, 20, ...hash160(publicKey));
}

export function isKeyHashScript(script: Uint8Array): boolean {
  return script.length === 22 && script[0] === 0 && script[1] === 20;
}

/** Whether this witness is one for the script: two items, a signature and the key with the script's hash. */
export function isWitnessOf(script: Uint8Array, witness: Uint8Array): boolean {
  const reader = new ByteReader(witness);
  if (reader.isAtEnd || reader.compactSize() !== 2) return false;
  reader.lengthAndBytes();
  return Buffer.compare(keyHashScript(reader.lengthAndBytes()), script) === 0;
}

export function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes));
}
