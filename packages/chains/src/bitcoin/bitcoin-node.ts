import type { BlockRef } from '../chain.ts';

/**
 * The maximum length of a response: more than the largest block needs (4,000,000 bytes in hexadecimal, and the JSON
 * around them).
 */
export const mostResponseBytes = 16 * 1024 * 1024;

/** The calls that the adapter needs from a node of any kind. Errors: NodeUnreachable, NodeFault. */
export interface BitcoinNode {
  head(): Promise<BlockRef>;
  /** The hash of the block at this height; undefined if the main chain is not that high. */
  blockHash(height: number): Promise<string | undefined>;
  /** The whole block in network serialization. */
  blockBytes(hash: string): Promise<Uint8Array>;
  /** The transaction with this hash; undefined if the node does not know it, or has dropped it. */
  transaction(txid: string): Promise<FoundTransaction | undefined>;
  /**
   * The address's unspent outputs according to the node, in blocks and in the pool, except those that a transaction in
   * the pool spends.
   */
  unspent(address: string): Promise<readonly UnspentOutput[]>;
  /** The address's balance in satoshis, counting only transactions in blocks, not in the pool. */
  balance(address: string): Promise<bigint>;
  /** Whether a transaction in a block spends this output. */
  isSpentInBlock(outpoint: Outpoint): Promise<boolean>;
  /**
   * The fee rate, in satoshis per 1000 virtual bytes, that gets a transaction into one of the next `blocks` blocks;
   * undefined if the node has no estimate.
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
  /** Satoshis according to the node; only the output's transaction proves the amount. */
  readonly amount: bigint;
  /** 0 while the output's transaction is in the pool. */
  readonly confirmations: number;
}

export interface FoundTransaction {
  readonly bytes: Uint8Array;
  /** Undefined while the transaction is in the pool. */
  readonly block: BlockRef | undefined;
}
