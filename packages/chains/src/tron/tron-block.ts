import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { NodeFault } from '../chain-errors.ts';
import { encodeFields } from './protobuf.ts';
import { hexIn, integerIn, listIn, objectIn, type TronResponse, textIn } from './tron-node.ts';
import { transactionHash } from './tron-transaction.ts';

/** A transaction in a block. */
export interface TronTransaction {
  readonly txid: string;
  readonly rawData: Uint8Array;
  /** The transaction's outcome according to its block: SUCCESS, REVERT, OUT_OF_ENERGY and others. */
  readonly contractRet: string | undefined;
}

export interface TronHeader {
  readonly height: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly timeMs: number;
}

export interface TronBlock extends TronHeader {
  readonly transactions: readonly TronTransaction[];
}

/** The fields of BlockHeader.raw by their names in JSON, with their numbers. */
const headerFields = {
  timestamp: { number: 1, kind: 'integer' },
  txTrieRoot: { number: 2, kind: 'bytes' },
  parentHash: { number: 3, kind: 'bytes' },
  number: { number: 7, kind: 'integer' },
  witness_id: { number: 8, kind: 'integer' },
  witness_address: { number: 9, kind: 'bytes' },
  version: { number: 10, kind: 'integer' },
  accountStateRoot: { number: 11, kind: 'bytes' },
} as const;

/** Reads a node's block; undefined if the node has none. Throws NodeFault if the block does not match its hash. */
export function readBlock(answer: TronResponse): TronBlock | undefined {
  const header = readHeader(answer);
  return header && { ...header, transactions: listIn(answer, 'transactions').map(readTransaction) };
}

/** Like `readBlock`, without the transactions. */
export function readHeader(answer: TronResponse): TronHeader | undefined {
  if (Object.keys(answer).length === 0) return undefined;
  const header = objectIn(objectIn(answer, 'block_header'), 'raw_data');
  const height = integerIn(header, 'number');
  const hash = hexIn(answer, 'blockID', 64);
  const parentHash = hexIn(header, 'parentHash', 64);
  if (hash !== blockHash(header)) throw new NodeFault(`the header of block ${height} does not have the hash ${hash}`);
  // The first block has no parent, only a placeholder.
  if (height > 0 && heightIn(parentHash) !== height - 1) {
    throw new NodeFault(`the height of block ${height} does not follow that of its parent ${parentHash}`);
  }
  return { height, hash, parentHash, timeMs: integerIn(header, 'timestamp') };
}

/** Reads a node's transaction. Throws NodeFault unless its id is the hash of its bytes. */
export function readTransaction(answer: TronResponse): TronTransaction {
  const rawData = hexToBytes(hexIn(answer, 'raw_data_hex'));
  const txid = hexIn(answer, 'txID', 64);
  if (txid !== bytesToHex(transactionHash(rawData)))
    throw new NodeFault(`the id of transaction ${txid} does not match its bytes`);
  const [result] = listIn(answer, 'ret');
  return { txid, rawData, contractRet: result && textIn(result, 'contractRet') };
}

/** SHA-256 of the header, with the height in place of the first eight bytes. */
function blockHash(header: TronResponse): string {
  const unknown = Object.keys(header).find((name) => !(name in headerFields));
  if (unknown !== undefined) throw new NodeFault(`a block header has the unknown field ${unknown}`);
  const digest = bytesToHex(sha256(encodeHeader(header)));
  return integerIn(header, 'number').toString(16).padStart(16, '0') + digest.slice(16);
}

function encodeHeader(header: TronResponse): Uint8Array {
  return encodeFields(
    Object.entries(headerFields).map(([name, { number, kind }]) => ({
      number,
      value: kind === 'integer' ? BigInt(integerIn(header, name)) : hexToBytes(hexIn(header, name)),
    })),
  );
}

function heightIn(hash: string): number {
  return Number.parseInt(hash.slice(0, 16), 16);
}
