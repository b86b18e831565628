import type { Chain, KeyStore, TransactionSigner } from '../src/chain.ts';
import type { Lie, NodeProxy } from './node-proxy.ts';

/** A coin sent to an address. */
export interface TestPayment {
  readonly to: string;
  readonly coin: string;
  readonly amount: bigint;
}

/**
 * A network for one test: a node behind a proxy, outsiders who own some of its coins, and our own adapter and
 * addresses. Only `mine` and `forkBack` add blocks. The methods may be called without `this`. Optional members are
 * missing on networks that lack the feature, and the tests that need them are skipped there.
 */
export interface TestNetwork {
  readonly chain: Chain;
  readonly signer: TransactionSigner;
  readonly keys: KeyStore;
  /** The extended public key from which deposit addresses are derived. */
  readonly xpub: string;
  /** The maximum cost of one payment, with room to spare. */
  readonly maxFee: bigint;
  /** The proxy in front of the node; undefined if the chain needs no node. */
  readonly node?: NodeProxy;
  /** Another chain object on the same node, without earlier contact. */
  freshChain(): Chain;
  /** The address of an outsider; a different one for each number. */
  outsider(number: number): string;

  /** An outsider pays. Returns the txid of the pending transaction. */
  pay(payment: TestPayment): Promise<string>;
  /** Several payments in one transaction. */
  payBatch?(payments: readonly TestPayment[]): Promise<string>;
  /** A transfer of a token that is not on our list. */
  payUnlisted?(to: string, amount: bigint): Promise<string>;
  /** A transaction that would pay this, and is included but fails. */
  payFailing?(payment: TestPayment): Promise<string>;
  /** A successful transfer of zero. */
  payZero?(to: string, coin: string): Promise<string>;

  /**
   * Raises the network's fees, so that a replacement is worth more than the original. Undefined on networks where a
   * replacement pays more anyway or where there are no replacements.
   */
  raiseFees?(): Promise<void>;
  /** Adds blocks; the first one includes pending transactions. */
  mine(count: number): Promise<void>;
  /** A reorg replaces the last `depth` blocks by `depth` + 1 empty ones: the node forgets their transactions. */
  forkBack(depth: number): Promise<void>;
  /** Sends the bytes of a transaction to the node again. */
  resend(txid: string): Promise<void>;
  /** Makes the node lose its last `depth` blocks, so that it lags behind. */
  rewind?(depth: number): Promise<void>;
  /** False responses of a node, by name. Each must make reading the newest block throw a NodeFault. */
  readonly lies?: Readonly<Record<string, Lie>>;

  close(): Promise<void>;
}

/** Test cases for an address format, from published vectors if there are any. */
export interface AddressCases {
  /** An account's extended public key, and the addresses at its indexes 0, 1, 2... */
  readonly xpub: string;
  readonly derived: readonly string[];
  /** A text, and its canonical address. */
  readonly accepted: Readonly<Record<string, string>>;
  readonly refused: readonly string[];
}
