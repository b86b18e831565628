import type { BlockRef } from '../chain.ts';

/** More than the largest block, 4,000,000 bytes, takes in hexadecimal with its envelope. */
export const mostAnswerBytes = 16 * 1024 * 1024;

/** What the adapter needs from a node of any kind. Errors: NodeUnreachable, NodeFault. */
export interface BitcoinNode {
  head(): Promise<BlockRef>;
  /** Undefined if the main chain is not that high. */
  blockHash(height: number): Promise<string | undefined>;
  /** The whole block in network serialization. */
  blockBytes(hash: string): Promise<Uint8Array>;
  /** Undefined if the node does not know it, or dropped it. */
  transaction(txid: string): Promise<FoundTransaction | undefined>;
  /** Unspent outputs according to the node, in blocks and pool; outputs spent in the pool are excluded. */
  unspent(address: string): Promise<readonly UnspentOutput[]>;
  /** Satoshis at the address according to blocks alone. */
  balance(address: string): Promise<bigint>;
  /** Whether a transaction in a block spends this output. */
  isSpentInBlock(outpoint: Outpoint): Promise<boolean>;
  /**
   * Satoshis per 1000 virtual bytes that get a transaction into one of the next `blocks`; undefined if it has no
   * estimate.
   */
  feeRate(blocks: number): Promise<number | undefined>;
  /** The node's reason for rejecting the transaction; undefined if it accepts it. */
  send(hex: string): Promise<string | undefined>;
}

export interface Outpoint {
  readonly txid: string;
  readonly index: number;
}

/** The claim (see UnsignedTransaction) of an output, which only one transaction can ever spend. */
export function claimOf({ txid, index }: Outpoint): string {
  return `${txid}:${index}`;
}

export interface UnspentOutput extends Outpoint {
  /** Satoshis according to the node; the output's transaction proves them. */
  readonly amount: bigint;
  /** 0: in the pool. */
  readonly confirmations: number;
}

export interface FoundTransaction {
  readonly bytes: Uint8Array;
  /** Undefined: in the pool. */
  readonly block: BlockRef | undefined;
}
