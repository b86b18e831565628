import { setImmediate as nextTurn } from 'node:timers/promises';
import { ByteReader } from './byte-reader.ts';
import {
  type BitcoinTransaction,
  displayHash,
  doubleSha256,
  isCoinbase,
  readTransaction,
} from './transaction-bytes.ts';

/** The number of transactions that are parsed before other tasks get a turn: a few milliseconds of work. */
export const transactionsPerTurn = 200;

export interface BlockHeader {
  readonly hash: string;
  readonly parentHash: string;
  /** The merkle root stated in the header, to be compared with that of the transactions. */
  readonly merkleRoot: string;
  readonly timeMs: number;
  /** The highest value that the block's hash may have; the lower it is, the more work the block has. */
  readonly target: bigint;
}

export interface BitcoinBlock {
  readonly header: BlockHeader;
  /** In order, with the coinbase first. */
  readonly transactions: readonly BitcoinTransaction[];
}

/**
 * Parses a whole block. Throws RangeError unless its transactions are those that its header commits to. Does not check
 * whether the header belongs to a chain (its work, its height). Yields to other tasks in between, as a full block takes
 * a large part of a second.
 */
export async function parseBlock(bytes: Uint8Array): Promise<BitcoinBlock> {
  const reader = new ByteReader(bytes);
  const header = parseHeader(reader.take(80));
  const count = reader.compactSize();
  const transactions: BitcoinTransaction[] = [];
  while (transactions.length < count) {
    transactions.push(readTransaction(reader));
    if (transactions.length % transactionsPerTurn === 0) await nextTurn();
  }
  if (!reader.isAtEnd) throw new RangeError('there are bytes after the end of the block');
  // The coinbase must be first, and there must be only one: otherwise inner nodes of the tree could pass for
  // transactions.
  const coinbases = transactions.map(isCoinbase);
  if (coinbases.indexOf(true) !== 0 || coinbases.lastIndexOf(true) !== 0) {
    throw new RangeError('the first transaction of the block must be its only coinbase');
  }
  if (displayHash(merkleRoot(transactions.map((transaction) => transaction.hash))) !== header.merkleRoot) {
    throw new RangeError('the transactions do not match the header');
  }
  return { header, transactions };
}

/** Parses a header: the 80 bytes whose hash is the hash of the block. */
export function parseHeader(bytes: Uint8Array): BlockHeader {
  if (bytes.length !== 80) throw new RangeError(`a block header must be 80 bytes, not ${bytes.length}`);
  const reader = new ByteReader(bytes);
  reader.take(4);
  return {
    hash: displayHash(doubleSha256(bytes)),
    parentHash: displayHash(reader.take(32)),
    merkleRoot: displayHash(reader.take(32)),
    timeMs: reader.u32() * 1000,
    target: targetOf(reader.u32()),
  };
}

/**
 * Whether the hash proves the work that the header claims, and the header claims at least the work that is required.
 */
export function hasWork({ hash, target }: BlockHeader, easiestBits: number): boolean {
  return target <= targetOf(easiestBits) && BigInt(`0x${hash}`) <= target;
}

/**
 * The root of the merkle tree over these hashes (at least one). If the last hash of a level has no neighbor, it is
 * paired with itself.
 */
export function merkleRoot(hashes: readonly Uint8Array[]): Uint8Array {
  let level = hashes;
  while (level.length > 1) level = parentsOf(level);
  const [root] = level;
  if (root === undefined) throw new RangeError('the block has no transactions');
  return root;
}

function parentsOf(level: readonly Uint8Array[]): Uint8Array[] {
  const parents: Uint8Array[] = [];
  for (let index = 0; index < level.length; index += 2) {
    const left = level[index] as Uint8Array;
    const right = level[index + 1];
    // CVE-2012-2459: transactions repeated at the end would give the same root.
    if (right !== undefined && Buffer.compare(left, right) === 0)
      throw new RangeError('the block contains a transaction twice');
    parents.push(doubleSha256(Buffer.concat([left, right ?? left])));
  }
  return parents;
}

/** The compact form: one byte of exponent, then three bytes of mantissa whose top bit is the sign. */
function targetOf(bits: number): bigint {
  const exponent = bits >>> 24;
  const mantissa = BigInt(bits & 0x7fffff);
  if ((bits & 0x800000) !== 0 || mantissa === 0n || exponent < 3 || exponent > 32) {
    throw new RangeError('the target in the block header is invalid');
  }
  return mantissa << BigInt(8 * (exponent - 3));
}

/** The start of a coinbase's script: the block's height, pushed as a number (BIP-34). */
export function heightScript(height: number): Uint8Array {
  if (height <= 16) return Uint8Array.of(height === 0 ? 0 : 0x50 + height);
  const bytes: number[] = [];
  for (let rest = height; rest > 0; rest = Math.floor(rest / 256)) bytes.push(rest % 256);
  // A set top bit would make the number negative.
  if ((bytes.at(-1) ?? 0) >= 0x80) bytes.push(0);
  return Uint8Array.of(bytes.length, ...bytes);
}
