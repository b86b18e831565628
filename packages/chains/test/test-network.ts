import type { Chain, KeyStore, TransactionSigner } from '../src/chain.ts';
import type { Lie, NodeProxy } from './node-proxy.ts';

/** A coin sent to an address. */
export interface TestPayment {
  readonly to: string;
  readonly coin: string;
  readonly amount: bigint;
}

/**
 * A network of its own for one test: a node with some of its coins in the hands of outsiders, behind a proxy, and our
 * side of it. Blocks come by `mine` alone. Its functions need no `this`. What is optional is what some networks do not
 * have; its tests are skipped.
 */
export interface TestNetwork {
  readonly chain: Chain;
  readonly signer: TransactionSigner;
  readonly keys: KeyStore;
  /** The extended public key that deposit addresses are derived from. */
  readonly xpub: string;
  /** The most that one payment may cost, with room to spare. */
  readonly maxFee: bigint;
  /** In front of the node; undefined where the chain reads none. */
  readonly node?: NodeProxy;
  /** Another chain on the same node, which it has never spoken to. */
  freshChain(): Chain;
  /** The address of an outsider; different ones for different numbers. */
  outsider(number: number): string;

  /** An outsider pays. Answers the txid; it waits for a block. */
  pay(payment: TestPayment): Promise<string>;
  /** Several payments in one transaction. */
  payBatch?(payments: readonly TestPayment[]): Promise<string>;
  /** A transfer of a token that is not on our list. */
  payUnlisted?(to: string, amount: bigint): Promise<string>;
  /** A transaction that names the address and the amount, is included, and fails. */
  payFailing?(payment: TestPayment): Promise<string>;
  /** A successful transfer of nothing. */
  payZero?(to: string, coin: string): Promise<string>;

  /** The network asks for more from now on; where that is not needed, a replacement pays more anyway. */
  raiseFees?(): Promise<void>;
  /** Adds blocks; the first one takes what waits. */
  mine(count: number): Promise<void>;
  /** The node's last `depth` blocks give way to as many others and one more, all empty: it forgets what was in them. */
  forkBack(depth: number): Promise<void>;
  /** The bytes of a transaction are sent to the node again. */
  resend(txid: string): Promise<void>;
  /** The node loses its last `depth` blocks, as one does that is behind. */
  rewind?(depth: number): Promise<void>;
  /** What a node can say that is not to be believed, by name. Each makes reading the newest block a NodeFault. */
  readonly lies?: Readonly<Record<string, Lie>>;

  close(): Promise<void>;
}

/** An address format's cases, from published vectors where there are any. */
export interface AddressCases {
  /** An account's extended public key, and the addresses at its places 0, 1, 2... */
  readonly xpub: string;
  readonly derived: readonly string[];
  /** A text, and its canonical address. */
  readonly accepted: Readonly<Record<string, string>>;
  readonly refused: readonly string[];
}
