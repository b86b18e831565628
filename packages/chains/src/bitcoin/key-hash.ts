import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';

/** The kind of script that all our addresses have, P2WPKH: a witness program of version 0 with the hash of one public key (BIP-141). */
export function keyHashScript(publicKey: Uint8Array): Uint8Array {
  return Uint8Array.of(0, 20, ...hash160(publicKey));
}

export function isKeyHashScript(script: Uint8Array): boolean {
  return script.length === 22 && script[0] === 0 && script[1] === 20;
}

/** Whether these are a witness's items for this script: a signature, and the key with the script's hash. */
export function isWitnessOf(script: Uint8Array, items: readonly Uint8Array[]): boolean {
  const [, publicKey] = items;
  if (items.length !== 2 || publicKey === undefined) return false;
  return Buffer.compare(keyHashScript(publicKey), script) === 0;
}

export function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes));
}
