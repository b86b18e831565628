import type {
  BlockRef,
  Chain,
  ChainBlock,
  ChainCoin,
  Movement,
  Payment,
  PaymentBounds,
  SignedTransaction,
  SweepBounds,
  TransactionStatus,
  UnsignedTransaction,
} from '../chain.ts';
import type { NodeAccess } from '../node-http.ts';
import { canonicalAddress, tronAddresses } from './tron-address.ts';
import { TronNode } from './tron-node.ts';
import { TronReader } from './tron-reader.ts';
import { TronWriter } from './tron-writer.ts';

/** The hash of the first block of TRON's mainnet. */
export const TRON_MAINNET_GENESIS = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc';

export interface TronChainOptions {
  /**
   * A full node; its URL is the base of its HTTP API: https://api.trongrid.io, or http://127.0.0.1:8090 for our own
   * node.
   */
  readonly node: NodeAccess;
  /** The hash of the network's first block: TRON_MAINNET_GENESIS, or a test network's. */
  readonly genesisHash: string;
  /** TRX, and the tokens that are listed. */
  readonly coins: readonly ChainCoin[];
  readonly hotAddress: string;
  /** The extended public key of the deposit account (m/44'/195'/0'). */
  readonly xpub: string;
}

/** TRON with its TRC20 tokens, through one full node. */
export class TronChain implements Chain {
  readonly network = 'TRC20';
  readonly addresses = tronAddresses;
  readonly hotAddress: string;
  readonly coins: readonly ChainCoin[];
  readonly #reader: TronReader;
  readonly #writer: TronWriter;

  /** Throws RangeError if an address is invalid, or TRX is missing. */
  constructor({ node, genesisHash, coins, hotAddress, xpub }: TronChainOptions) {
    const connection = new TronNode(node);
    this.coins = coins.map((coin) =>
      coin.contract === undefined ? coin : { ...coin, contract: canonicalAddress(coin.contract) },
    );
    this.hotAddress = canonicalAddress(hotAddress);
    this.#reader = new TronReader(connection, genesisHash, this.coins);
    this.#writer = new TronWriter(connection, this.#reader, { hotAddress: this.hotAddress, xpub });
  }

  head(): Promise<BlockRef> {
    return this.#reader.head();
  }

  block(height: number, isOurs: (address: string) => boolean): Promise<ChainBlock | undefined> {
    return this.#reader.block(height, isOurs);
  }

  hashAt(height: number): Promise<string | undefined> {
    return this.#reader.hashAt(height);
  }

  transaction(txid: string): Promise<TransactionStatus> {
    return this.#reader.transaction(txid);
  }

  balance(coin: string, address: string): Promise<bigint> {
    return this.#reader.balance(coin, address);
  }

  build(payment: Payment, bounds: PaymentBounds): Promise<UnsignedTransaction> {
    return this.#writer.build(payment, bounds);
  }

  replacement(): Promise<undefined> {
    return this.#writer.replacement();
  }

  sweep(index: number, coin: string, bounds: SweepBounds): Promise<readonly Movement[]> {
    return this.#writer.sweep(index, coin, bounds);
  }

  broadcast(signed: SignedTransaction): Promise<void> {
    return this.#writer.broadcast(signed);
  }
}
