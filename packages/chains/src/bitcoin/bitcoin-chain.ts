import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  BlockRef,
  Chain,
  ChainBlock,
  ChainSpend,
  ChainTransfer,
  Movement,
  Payment,
  PaymentBounds,
  SignedTransaction,
  SourceOf,
  SweepBounds,
  TransactionStatus,
  UnsignedTransaction,
} from '../chain.ts';
import { NodeFault } from '../chain-errors.ts';
import { BitcoinAddresses } from './bitcoin-addresses.ts';
import { type BitcoinNetwork, easiestBits } from './bitcoin-network.ts';
import { type BitcoinNode, claimOf } from './bitcoin-node.ts';
import { BitcoinPayments } from './bitcoin-payments.ts';
import { type BitcoinBlock, hasWork, heightScript, parseBlock, transactionsPerTurn } from './block-bytes.ts';
import { isKeyHashScript, scriptSpentBy } from './key-hash.ts';
import { knownTransaction, valueSpent } from './previous-transactions.ts';
import { type BitcoinTransaction, isCoinbase, outpointOf, type TransactionInput } from './transaction-bytes.ts';

export interface BitcoinChainParts {
  readonly network: BitcoinNetwork;
  readonly node: BitcoinNode;
  readonly hotAddress: string;
  /** The account that deposit addresses are derived from. */
  readonly xpub: string;
  /** The number of blocks within which payments should be included. This number determines their fee. */
  readonly blocksToWait?: number;
  /**
   * Outputs that others created, and the change of replacements, are spent only after this number of confirmations: a
   * fork that replaces such an output would void the payment.
   */
  readonly spendAfter?: number;
}

const decimals = 8;
const mostFees = 10_000;

/**
 * Bitcoin. Blocks are verified as a whole: each must have enough work, and exactly the transactions that its hash
 * commits to.
 */
export class BitcoinChain implements Chain {
  readonly network = 'BTC';
  readonly coins = [{ coin: 'BTC', decimals }];
  readonly addresses: BitcoinAddresses;
  readonly hotAddress: string;
  readonly #network: BitcoinNetwork;
  readonly #node: BitcoinNode;
  readonly #payments: BitcoinPayments;
  readonly #fees = new Map<string, bigint>();
  /** Whether the node has proven that it is on this network. */
  #isOfNetwork = false;

  constructor(parts: BitcoinChainParts) {
    this.addresses = new BitcoinAddresses(parts.network);
    this.hotAddress = parts.hotAddress;
    this.#network = parts.network;
    this.#node = parts.node;
    this.#payments = new BitcoinPayments({ blocksToWait: 3, spendAfter: 6, ...parts, addresses: this.addresses });
  }

  async head(): Promise<BlockRef> {
    await this.#checkNetwork();
    return await this.#node.head();
  }

  /** Coinbase outputs are ignored: they are never deposits, and cannot be spent until 100 blocks later. */
  async block(
    height: number,
    isOurs: (address: string) => boolean,
    sourceOf?: SourceOf,
  ): Promise<ChainBlock | undefined> {
    await this.#checkNetwork();
    const hash = await this.#node.blockHash(height);
    if (hash === undefined) return undefined;
    const { header, transactions } = await this.#verifiedBlock(hash, height);
    const transfers: ChainTransfer[] = [];
    const spends: ChainSpend[] = [];
    for (const [at, transaction] of transactions.entries()) {
      if (at % transactionsPerTurn === 0) await nextTurn();
      if (isCoinbase(transaction)) continue;
      transfers.push(...this.#transfersOf(transaction, isOurs));
      if (sourceOf !== undefined) spends.push(...this.#spendOf(transaction, sourceOf));
    }
    const { parentHash, timeMs } = header;
    return { height, hash, parentHash, timeMs, transfers, ...(spends.length > 0 ? { spends } : {}) };
  }

  async hashAt(height: number): Promise<string | undefined> {
    await this.#checkNetwork();
    return await this.#node.blockHash(height);
  }

  async transaction(txid: string): Promise<TransactionStatus> {
    await this.#checkNetwork();
    const found = await knownTransaction(this.#node, txid);
    if (found === undefined) return { kind: 'unknown' };
    const { transaction, block } = found;
    if (block === undefined) return { kind: 'waiting' };
    return { kind: 'included', block, succeeded: true, fee: await this.#feeOf(transaction) };
  }

  async balance(coin: string, address: string): Promise<bigint> {
    this.#refuseOtherCoins(coin);
    await this.#checkNetwork();
    return await this.#node.balance(address);
  }

  async build(payment: Payment, bounds: PaymentBounds): Promise<UnsignedTransaction> {
    this.#refuseOtherCoins(payment.coin);
    await this.#checkNetwork();
    return await this.#payments.build(payment, bounds);
  }

  async replacement(
    payment: Payment,
    stuck: UnsignedTransaction,
    bounds: PaymentBounds,
  ): Promise<UnsignedTransaction | undefined> {
    this.#refuseOtherCoins(payment.coin);
    await this.#checkNetwork();
    return await this.#payments.replacement(payment, stuck, bounds);
  }

  async sweep(index: number, coin: string, { maxFee }: SweepBounds): Promise<readonly Movement[]> {
    this.#refuseOtherCoins(coin);
    await this.#checkNetwork();
    return await this.#payments.sweep(index, maxFee);
  }

  async broadcast(signed: SignedTransaction): Promise<void> {
    await this.#checkNetwork();
    await this.#payments.broadcast(signed);
  }

  async #checkNetwork(): Promise<void> {
    if (this.#isOfNetwork) return;
    const genesis = await this.#node.blockHash(0);
    if (genesis !== this.#network.genesisHash)
      throw new NodeFault(`the node is on another network, whose first block is ${genesis}`);
    this.#isOfNetwork = true;
  }

  async #verifiedBlock(hash: string, height: number): Promise<BitcoinBlock> {
    const block = await readBlock(await this.#node.blockBytes(hash));
    const { header, transactions } = block;
    if (header.hash !== hash) throw new NodeFault(`the block returned for ${hash} has the hash ${header.hash}`);
    if (!hasWork(header, easiestBits(this.#network, height)))
      throw new NodeFault(`block ${hash} does not have enough proof of work`);
    if (height >= this.#network.heightInCoinbaseFrom && !namesHeight(transactions, height)) {
      throw new NodeFault(`the coinbase of block ${hash} does not contain height ${height}`);
    }
    return block;
  }

  #transfersOf({ txid, outputs }: BitcoinTransaction, isOurs: (address: string) => boolean): ChainTransfer[] {
    return outputs.flatMap(({ amount, script }, index) => {
      // All our addresses are P2WPKH. Other scripts are not encoded as addresses, because encoding them would be most
      // of the work of reading a block.
      const to = isKeyHashScript(script) && amount > 0n ? this.addresses.ofScript(script) : undefined;
      if (to === undefined || !isOurs(to)) return [];
      return [{ txid, output: `out:${index}`, coin: 'BTC', to, from: undefined, amount }];
    });
  }

  #spendOf({ txid, inputs, outputs }: BitcoinTransaction, sourceOf: SourceOf): ChainSpend[] {
    const ours = inputs.filter((input) => this.#isFrom(input, sourceOf)).map(outpointOf);
    if (ours.length === 0) return [];
    const pays = outputs.flatMap(({ amount, script }) => {
      const to = this.addresses.ofScript(script);
      return to === undefined ? [] : [{ coin: 'BTC', to, amount }];
    });
    return [{ txid, claims: ours.map(claimOf), pays }];
  }

  /**
   * Whether an input spends from an address that `sourceOf` knows. The input does not name that address, but its
   * witness contains the public key.
   */
  #isFrom({ witness }: TransactionInput, sourceOf: SourceOf): boolean {
    const script = scriptSpentBy(witness);
    const address = script && this.addresses.ofScript(script);
    return address !== undefined && sourceOf(address) !== undefined;
  }

  /**
   * The fee of a transaction. Cached, because it never changes and is needed repeatedly until the transaction is final.
   */
  async #feeOf(transaction: BitcoinTransaction): Promise<bigint> {
    const { txid, outputs } = transaction;
    const known = this.#fees.get(txid);
    if (known !== undefined) return known;
    const paid = outputs.reduce((sum, { amount }) => sum + amount, 0n);
    const fee = isCoinbase(transaction) ? 0n : (await valueSpent(this.#node, transaction)) - paid;
    if (fee < 0n) throw new NodeFault(`the outputs of transaction ${txid} exceed its inputs`);
    if (this.#fees.size >= mostFees) this.#fees.clear();
    this.#fees.set(txid, fee);
    return fee;
  }

  #refuseOtherCoins(coin: string): void {
    if (coin !== 'BTC') throw new RangeError(`Bitcoin does not support ${coin}`);
  }
}

async function readBlock(bytes: Uint8Array): Promise<BitcoinBlock> {
  try {
    return await parseBlock(bytes);
  } catch (error) {
    throw new NodeFault('the node returned an invalid block', { cause: error });
  }
}

/** Whether the coinbase states this height, as BIP-34 requires. */
function namesHeight([coinbase]: BitcoinBlock['transactions'], height: number): boolean {
  const script = coinbase?.inputs[0]?.script ?? Uint8Array.of();
  const expected = heightScript(height);
  return Buffer.compare(script.subarray(0, expected.length), expected) === 0;
}
