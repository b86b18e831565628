import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { ByteReader } from './byte-reader.ts';

/**
 * The P2WPKH script of a public key, the kind that all our addresses have: a witness program of version 0 with the
 * key's hash (BIP-141).
 */
export function keyHashScript(publicKey: Uint8Array): Uint8Array {
  return Uint8Array.of(0, 20, ...hash160(publicKey));
}

export function isKeyHashScript(script: Uint8Array): boolean {
  return script.length === 22 && script[0] === 0 && script[1] === 20;
}

/** Whether this witness fits the script: two items, a signature and the key whose hash is in the script. */
export function isWitnessOf(script: Uint8Array, witness: Uint8Array): boolean {
  const spent = scriptSpentBy(witness);
  return spent !== undefined && Buffer.compare(spent, script) === 0;
}

/** The P2WPKH script that this witness spends from; undefined if the witness is of a different kind. */
export function scriptSpentBy(witness: Uint8Array): Uint8Array | undefined {
  const reader = new ByteReader(witness);
  if (reader.isAtEnd || reader.compactSize() !== 2) return undefined;
  reader.lengthAndBytes();
  const key = reader.lengthAndBytes();
  // Only a compressed public key can be ours.
  return key.length === 33 ? keyHashScript(key) : undefined;
}

export function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes));
}
