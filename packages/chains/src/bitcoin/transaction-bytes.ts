import { hash } from 'node:crypto';
import type { Outpoint } from './bitcoin-node.ts';
import { ByteReader } from './byte-reader.ts';

/** The maximum supply in satoshis: no output can hold more. */
const maxMoney = 2_100_000_000_000_000n;

export interface TransactionInput {
  /**
   * The hash of the transaction whose output is spent, in the order of the serialized bytes; callers reverse the hash
   * if needed.
   */
  readonly previousHash: Uint8Array;
  readonly index: number;
  readonly sequence: number;
  readonly script: Uint8Array;
  /**
   * The raw items of the witness; empty if the input has no witness. There can be millions of items, of which at most
   * two are ever read.
   */
  readonly witness: Uint8Array;
}

interface TransactionOutput {
  /** Satoshis. */
  readonly amount: bigint;
  readonly script: Uint8Array;
}

export interface BitcoinTransaction {
  readonly txid: string;
  /** The same hash as the txid, in the order of the serialized bytes, as used in merkle trees. */
  readonly hash: Uint8Array;
  readonly inputs: readonly TransactionInput[];
  readonly outputs: readonly TransactionOutput[];
  /** The bytes whose hash is the txid: all but the witnesses. */
  readonly withoutWitness: Uint8Array;
}

/**
 * Parses one whole transaction, with or without witnesses (BIP-144). Throws RangeError if the bytes are anything else.
 */
export function parseTransaction(bytes: Uint8Array): BitcoinTransaction {
  const reader = new ByteReader(bytes);
  const transaction = readTransaction(reader);
  if (!reader.isAtEnd) throw new RangeError('there are bytes after the end of the transaction');
  return transaction;
}

/** Reads the next transaction. */
export function readTransaction(reader: ByteReader): BitcoinTransaction {
  const start = reader.position;
  const version = reader.take(4);
  const hasWitness = reader.skips(0, 1);
  const bodyStart = reader.position;
  const bareInputs = readMany(reader, readInput);
  const outputs = readMany(reader, readOutput);
  const body = reader.bytes.subarray(bodyStart, reader.position);
  const inputs = hasWitness ? bareInputs.map((input) => ({ ...input, witness: readWitness(reader) })) : bareInputs;
  const lockTime = reader.take(4);
  const withoutWitness = hasWitness
    ? Buffer.concat([version, body, lockTime])
    : reader.bytes.subarray(start, reader.position);
  const digest = doubleSha256(withoutWitness);
  return { txid: displayHash(digest), hash: digest, inputs, outputs, withoutWitness };
}

/** Whether the transaction is a coinbase, which creates new money and spends no output. */
export function isCoinbase({ inputs: [first, ...others] }: BitcoinTransaction): boolean {
  return others.length === 0 && first?.index === 0xffffffff && first.previousHash.every((byte) => byte === 0);
}

export function doubleSha256(bytes: Uint8Array): Uint8Array {
  return hash('sha256', hash('sha256', bytes, 'buffer'), 'buffer');
}

/** A hash as it is displayed: with its bytes reversed. */
export function displayHash(bytes: Uint8Array): string {
  return Buffer.from(bytes).reverse().toString('hex');
}

/** The output that an input spends. */
export function outpointOf({ previousHash, index }: TransactionInput): Outpoint {
  return { txid: displayHash(previousHash), index };
}

function readInput(reader: ByteReader): TransactionInput {
  return {
    previousHash: reader.take(32),
    index: reader.u32(),
    script: reader.lengthAndBytes(),
    sequence: reader.u32(),
    witness: Uint8Array.of(),
  };
}

function readOutput(reader: ByteReader): TransactionOutput {
  const amount = reader.u64();
  if (amount > maxMoney) throw new RangeError('the amount of an output exceeds the supply of bitcoin');
  return { amount, script: reader.lengthAndBytes() };
}

function readWitness(reader: ByteReader): Uint8Array {
  const start = reader.position;
  const count = reader.compactSize();
  for (let item = 0; item < count; item++) reader.skip(reader.compactSize());
  return reader.bytes.subarray(start, reader.position);
}

/** A false count does no harm: each item takes at least one byte, so reading fails when the bytes run out. */
function readMany<Item>(reader: ByteReader, readOne: (reader: ByteReader) => Item): Item[] {
  const count = reader.compactSize();
  const items: Item[] = [];
  while (items.length < count) items.push(readOne(reader));
  return items;
}
