import { bech32, bech32m } from '@scure/base';
import { decodeBase58check } from './base58check.ts';

/** The address prefixes of a Bitcoin network (BIP-173; Base58Check). */
export interface BitcoinPrefixes {
  readonly bech32: string;
  readonly pubKeyHash: number;
  readonly scriptHash: number;
}

export const bitcoinMainnet: BitcoinPrefixes = { bech32: 'bc', pubKeyHash: 0x00, scriptHash: 0x05 };

/** The maximum length (BIP-173): the checksum does not protect longer texts. */
const MOST_CHARACTERS = 90;
/** The prime of secp256k1's field: the curve is y² = x³ + 7 modulo this prime. */
const PRIME = 2n ** 256n - 2n ** 32n - 977n;

/**
 * The canonical form of an address that can be paid, or undefined: P2PKH and P2SH (Base58Check), P2WPKH and P2WSH
 * (BIP-173), P2TR (BIP-350, BIP-341). Witness programs of later versions are refused, as anyone could spend from them.
 */
export function parseBitcoinAddress(text: string, prefixes: BitcoinPrefixes): string | undefined {
  if (isWitnessAddress(text, prefixes.bech32)) return text.toLowerCase();
  return isHashAddress(text, prefixes) ? text : undefined;
}

function isHashAddress(text: string, { pubKeyHash, scriptHash }: BitcoinPrefixes): boolean {
  const bytes = decodeBase58check(text);
  return bytes?.length === 21 && (bytes[0] === pubKeyHash || bytes[0] === scriptHash);
}

function isWitnessAddress(text: string, prefix: string): boolean {
  const [version, program] = witnessProgram(text, prefix, bech32) ?? [];
  if (version === 0) return program?.length === 20 || program?.length === 32;
  const [later, key] = witnessProgram(text, prefix, bech32m) ?? [];
  return later === 1 && key?.length === 32 && isPoint(key);
}

function witnessProgram(text: string, prefix: string, code: typeof bech32): [number, Uint8Array] | undefined {
  const decoded = code.decodeUnsafe(text, MOST_CHARACTERS);
  const [version, ...words] = decoded?.prefix === prefix ? decoded.words : [];
  const program = code.fromWordsUnsafe(words);
  return version === undefined || !program ? undefined : [version, program];
}

/**
 * Whether the curve has a point with this x coordinate (Euler's criterion): money sent to any other key would be lost.
 */
function isPoint(bytes: Uint8Array): boolean {
  const x = bytes.reduce((all, byte) => (all << 8n) | BigInt(byte), 0n);
  return x < PRIME && power(x ** 3n + 7n, (PRIME - 1n) / 2n) === 1n;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let square = base % PRIME, rest = exponent; rest > 0n; square = (square * square) % PRIME, rest >>= 1n)
    if (rest & 1n) result = (result * square) % PRIME;
  return result;
}
