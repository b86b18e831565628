import { hexToBytes } from '@noble/hashes/utils.js';
import { coinbaseTransaction, genesisBlock, nextBlock, type RegtestBlock } from './regtest-block.ts';
import { type Refusal, RegtestPool, type UnspentInBlock } from './regtest-pool.ts';
import { type RegtestTransaction, readRegtestTransaction } from './regtest-transaction.ts';

/**
 * A Bitcoin node with its own network: blocks with real headers, work and merkle trees; real transactions; a pool.
 */
export class RegtestNode {
  readonly pool = new RegtestPool();
  /** The node's fee estimate, in satoshis per virtual byte; undefined as in a node that has seen too few blocks. */
  feeRate: number | undefined;
  /** The receiver of coinbases. */
  minerScript: Uint8Array;
  readonly #blocks = new Map<string, RegtestBlock>();
  readonly #received = new Map<string, RegtestTransaction>();
  #main: RegtestBlock[] = [];
  #unspent = new Map<string, UnspentInBlock>();
  /** The block of each transaction in the main chain, by txid. */
  #places = new Map<string, RegtestBlock>();
  /** Outpoint → the transaction in a block that spends it. */
  #spenders = new Map<string, string>();
  #mined = 0;

  /** @param blocks the blocks with which the node starts; by default, the first block of every regtest network */
  constructor(minerScript: Uint8Array, blocks: readonly RegtestBlock[] = [genesisBlock()]) {
    this.minerScript = minerScript;
    for (const block of blocks) this.#connect(block);
    this.#mined = blocks.length;
  }

  get tip(): RegtestBlock {
    return this.#main.at(-1) as RegtestBlock;
  }

  get blocks(): readonly RegtestBlock[] {
    return this.#main;
  }

  get unspent(): ReadonlyMap<string, UnspentInBlock> {
    return this.#unspent;
  }

  blockAt(height: number): RegtestBlock | undefined {
    return this.#main[height];
  }

  /** The block with this hash, even if it is no longer in the main chain. */
  block(hash: string): RegtestBlock | undefined {
    return this.#blocks.get(hash);
  }

  isMain({ hash, height }: RegtestBlock): boolean {
    return this.#main[height]?.hash === hash;
  }

  /** The transaction with this id, if it is in a block of the main chain or in the pool. */
  transaction(txid: string): { transaction: RegtestTransaction; block: RegtestBlock | undefined } | undefined {
    const block = this.#places.get(txid);
    const transaction = block?.transactions.find((each) => each.txid === txid) ?? this.pool.find(txid);
    return transaction === undefined ? undefined : { transaction, block };
  }

  /** A transaction that the node has received, even if the node has dropped it since. */
  received(txid: string): RegtestTransaction | undefined {
    return this.#received.get(txid);
  }

  get allHeard(): readonly RegtestTransaction[] {
    return [...this.#received.values()];
  }

  spenderInBlock(outpoint: string): string | undefined {
    return this.#spenders.get(outpoint);
  }

  /** The response to `sendrawtransaction`: the txid, or the reason for rejecting the transaction. */
  send(hex: string): Refusal | string {
    let transaction: RegtestTransaction;
    try {
      transaction = readRegtestTransaction(hexToBytes(hex));
    } catch {
      return { code: -22, message: 'TX decode failed. Make sure the tx has at least one input.' };
    }
    const { txid, outputs } = transaction;
    if (outputs.some((_, index) => this.#unspent.has(`${txid}:${index}`))) {
      return { code: -27, message: 'Transaction outputs already in utxo set' };
    }
    this.#received.set(txid, transaction);
    return this.pool.accept(transaction, this.#unspent, this.tip.height + 1) ?? txid;
  }

  /** Adds blocks, the first with all pending transactions. */
  mine(count: number): void {
    for (let done = 0; done < count; done++) this.#mineOne();
  }

  /** Removes the last blocks from the main chain. Their transactions and all pending transactions are forgotten. */
  drop(depth: number): void {
    const kept = this.#main.slice(0, this.#main.length - depth);
    this.pool.clear();
    this.#main = [];
    this.#unspent = new Map();
    this.#places = new Map();
    this.#spenders = new Map();
    for (const block of kept) this.#connect(block);
  }

  #mineOne(): void {
    const height = this.tip.height + 1;
    const waiting = this.pool.transactions;
    const amount = (5_000_000_000n >> BigInt(Math.floor(height / 150))) + this.pool.feesOf();
    const coinbase = coinbaseTransaction(height, this.#mined++, { amount, script: this.minerScript }, waiting);
    this.#connect(nextBlock(this.tip, [coinbase, ...waiting]));
    this.pool.clear();
  }

  #connect(block: RegtestBlock): void {
    this.#blocks.set(block.hash, block);
    this.#main.push(block);
    for (const transaction of block.transactions) this.#include(transaction, block);
  }

  #include({ txid, inputs, outputs, isCoinbase }: RegtestTransaction, block: RegtestBlock): void {
    this.#places.set(txid, block);
    for (const { outpoint } of isCoinbase ? [] : inputs) {
      if (!this.#unspent.delete(outpoint)) throw new Error(`a block spends ${outpoint}, which does not exist`);
      this.#spenders.set(outpoint, txid);
    }
    // The genesis block's output is unspendable, and nodes do not include it in the UTXO set.
    if (block.height === 0) return;
    for (const [index, { amount, script }] of outputs.entries()) {
      this.#unspent.set(`${txid}:${index}`, { amount, script, height: block.height, isCoinbase });
    }
  }
}
