import type { BlockRef } from '../chain.ts';

/** More than the largest block takes in hexadecimal, 4,000,000 bytes of it, with its envelope. */
export const mostAnswerBytes = 16 * 1024 * 1024;

/** What the adapter asks of a node, whichever kind it is. Errors: NodeUnreachable, NodeFault. */
export interface BitcoinNode {
  head(): Promise<BlockRef>;
  /** Undefined where the main chain is not that high. */
  blockHash(height: number): Promise<string | undefined>;
  /** The whole block as the network carries it. */
  blockBytes(hash: string): Promise<Uint8Array>;
  /** Undefined where the node does not know it, or dropped it. */
  transaction(txid: string): Promise<FoundTransaction | undefined>;
  /** What the node says is unspent, blocks and pool taken together: outputs spent in the pool are not among it. */
  unspent(address: string): Promise<readonly UnspentOutput[]>;
  /** Satoshis that the blocks alone leave at the address. */
  balance(address: string): Promise<bigint>;
  /** Whether a transaction in a block spends this output. */
  isSpentInBlock(outpoint: Outpoint): Promise<boolean>;
  /**
   * Satoshis per 1000 virtual bytes that get a transaction into one of the next `blocks`; undefined if it has no
   * estimate.
   */
  feeRate(blocks: number): Promise<number | undefined>;
  /** The node's own words where it does not take the transaction; undefined where it does. */
  send(hex: string): Promise<string | undefined>;
}

export interface Outpoint {
  readonly txid: string;
  readonly index: number;
}

/** What only one transaction can ever spend, as UnsignedTransaction's claims name it. */
export function claimOf({ txid, index }: Outpoint): string {
  return `${txid}:${index}`;
}

export interface UnspentOutput extends Outpoint {
  /** Satoshis, as the node says; the transaction it is an output of proves them. */
  readonly amount: bigint;
  /** 0: in the pool. */
  readonly confirmations: number;
}

export interface FoundTransaction {
  readonly bytes: Uint8Array;
  /** Undefined: in the pool. */
  readonly block: BlockRef | undefined;
}
