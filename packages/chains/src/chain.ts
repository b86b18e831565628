/** The networks for deposits and withdrawals, by the names that clients know. */
export const networks = ['TRC20', 'ERC20', 'BEP20', 'BTC'] as const;
export type Network = (typeof networks)[number];

/** Networks of the same family share their address format, and a client has the same deposit address on them. */
export type ChainFamily = 'evm' | 'tron' | 'bitcoin';

export const familyOf: Readonly<Record<Network, ChainFamily>> = {
  TRC20: 'tron',
  ERC20: 'evm',
  BEP20: 'evm',
  BTC: 'bitcoin',
};

/** A coin on one network. On-chain amounts are whole numbers, in units of 10^-decimals coins. */
export interface ChainCoin {
  /** The exchange's code for the coin. */
  readonly coin: string;
  readonly decimals: number;
  /** The allow-listed contract of a token; undefined for the network's native coin. */
  readonly contract?: string;
}

export interface BlockRef {
  readonly height: number;
  readonly hash: string;
}

/** A movement of coins to one of our addresses by a successful transaction. */
export interface ChainTransfer {
  readonly txid: string;
  /**
   * Identifies a movement within its transaction: 'native', 'log:3' (counted within the transaction), 'internal:0.1',
   * 'out:1'. It is the same in every block that includes the transaction.
   */
  readonly output: string;
  readonly coin: string;
  /** The address of ours that received the coins, in the network's canonical form. */
  readonly to: string;
  /** Undefined if the network's transfers have no sender (Bitcoin). */
  readonly from: string | undefined;
  readonly amount: bigint;
}

/** A transaction, included in a block, that was signed with the key for one of our addresses. */
export interface ChainSpend {
  readonly txid: string;
  /** The claims that the transaction has used up; see UnsignedTransaction. */
  readonly claims: readonly string[];
  /** The payments stated in the transaction's own bytes, even if it moved nothing. */
  readonly pays: readonly ChainPaid[];
}

export interface ChainPaid {
  readonly coin: string;
  /** The receiver's address, in the network's canonical form. */
  readonly to: string;
  readonly amount: bigint;
}

/** The payment source with this address, if it is one of ours. */
export type SourceOf = (address: string) => PaymentSource | undefined;

export interface ChainBlock extends BlockRef {
  readonly parentHash: string;
  readonly timeMs: number;
  readonly transfers: readonly ChainTransfer[];
  /**
   * Transactions from our own addresses that have claims (so none on TRON); undefined if there are none, or if they
   * were not requested.
   */
  readonly spends?: readonly ChainSpend[];
  /**
   * Transactions that the node could not trace. They may have moved coins to us that `transfers` lacks, so operators
   * must check them.
   */
  readonly unread?: readonly string[];
}

/** The status of a transaction on the node's main chain. */
export type TransactionStatus =
  /** The node does not know the transaction, or has dropped it. */
  | { readonly kind: 'unknown' }
  /** The transaction is in the node's pool. */
  | { readonly kind: 'waiting' }
  /**
   * `succeeded`: false if the transaction was included but moved nothing. `fee`: paid to the network, in the smallest
   * units of its native coin.
   */
  | { readonly kind: 'included'; readonly block: BlockRef; readonly succeeded: boolean; readonly fee: bigint };

/**
 * Reads a network through one node. Every method throws NodeUnreachable if the node does not respond in time, and
 * NodeFault if its response cannot be trusted (malformed, inconsistent, or of a different network).
 */
export interface ChainReader {
  readonly network: Network;
  /** The coins that are read on this network. They always include its native coin, in which fees are paid. */
  readonly coins: readonly ChainCoin[];
  /** The newest block that the node has. */
  head(): Promise<BlockRef>;
  /**
   * The block at this height on the node's main chain, with transfers to our addresses and spends from the addresses
   * that `sourceOf` knows; undefined if there is no such block.
   */
  block(height: number, isOurs: (address: string) => boolean, sourceOf?: SourceOf): Promise<ChainBlock | undefined>;
  /** Only the hash of the block at this height; undefined if the node has none. */
  hashAt(height: number): Promise<string | undefined>;
  transaction(txid: string): Promise<TransactionStatus>;
  /** The balance as of the node's head. */
  balance(coin: string, address: string): Promise<bigint>;
}

/** The source of a payment's money: the hot wallet, or the deposit address with this index. */
export type PaymentSource = { readonly kind: 'hot' } | { readonly kind: 'deposit'; readonly index: number };

/** One movement that we make on a network. */
export interface Payment extends Movement {
  /** The payment's permanent id, such as 'withdrawal:12' or 'sweep:3'. */
  readonly id: string;
}

/** The transfer that a payment makes. */
export interface Movement {
  readonly source: PaymentSource;
  readonly coin: string;
  readonly to: string;
  /** What the receiver gets. */
  readonly amount: bigint;
}

/** A complete transaction as the signer receives it. The signer relies on nothing else. */
export interface UnsignedTransaction {
  /**
   * Hexadecimal. EVM: the unsigned EIP-1559 (or legacy) serialization; TRON: raw_data; Bitcoin: a PSBT with the
   * complete transactions that it spends from (BIP-174's non-witness UTXO), because nothing else proves what its inputs
   * are worth.
   */
  readonly bytes: string;
  readonly source: PaymentSource;
  /**
   * Names that only one transaction of this network can ever use: a nonce ('hot:nonce:5', 'deposit/7:nonce:0'; each
   * source counts its own), or the outpoints that the transaction spends ('txid:1'). Empty on TRON, where transactions
   * expire instead.
   */
  readonly claims: readonly string[];
  /** The highest fee that the transaction can pay, in the network's native coin. */
  readonly maxFee: bigint;
  /** The block time after which the transaction can never be included (TRON). */
  readonly expiresAtMs?: number;
}

export interface SignedTransaction {
  readonly txid: string;
  /** Hexadecimal, as it is broadcast. */
  readonly bytes: string;
}

/** Builds and sends payments. Holds no private keys. Throws the same errors as ChainReader, and FeeTooHigh. */
export interface ChainWriter {
  readonly network: Network;
  /**
   * A transaction for the payment that conflicts with no transaction in flight: `taken` has the claims of the
   * transactions in flight. Throws InsufficientFunds if the source cannot pay the amount and the fee, FeeTooHigh if the
   * network requires more than `maxFee`, and Rejected if the transaction would have no effect (a token refuses the
   * receiver) or if code at the receiver's address would use too much gas at our cost.
   */
  build(payment: Payment, bounds: PaymentBounds): Promise<UnsignedTransaction>;
  /**
   * The same payment with the same claims at a higher fee. Undefined if no replacement is needed or possible (on TRON,
   * none ever is).
   */
  replacement(
    payment: Payment,
    stuck: UnsignedTransaction,
    bounds: PaymentBounds,
  ): Promise<UnsignedTransaction | undefined>;
  /**
   * The movements that bring the balance of a coin, as far as it can be spent now, from the deposit address with this
   * index to the hot wallet. They are in order: each must be included before the next is built. A token's fee is paid
   * in the network's native coin, so the first movement may send some of that coin from the hot wallet to the deposit
   * address. Empty if what is left after the fee is not worth moving. Throws FeeTooHigh if a movement would cost more
   * than `maxFee`.
   */
  sweep(index: number, coin: string, bounds: SweepBounds): Promise<readonly Movement[]>;
  /**
   * Sends signed bytes; may be repeated. Throws Rejected if the network will never accept them.
   */
  broadcast(signed: SignedTransaction): Promise<void>;
}

export interface SweepBounds {
  /** In the smallest units of the network's native coin. */
  readonly maxFee: bigint;
  /**
   * The amount of a coin at the deposit address that no reorg can remove. A larger payment could fail after a reorg.
   * Undefined if the whole balance that the node reports may be used, and always undefined on Bitcoin, where each
   * output has its own confirmations.
   */
  readonly settled?: ((coin: string) => bigint) | undefined;
}

export interface PaymentBounds extends SweepBounds {
  readonly taken: readonly string[];
}

/** The payment that a transaction makes, as read from its own bytes. */
export interface TransactionContent {
  /** The coin's contract as stated in the bytes; undefined for the network's native coin. */
  readonly contract: string | undefined;
  readonly to: string;
  readonly amount: bigint;
  /** The highest fee that the transaction can pay. */
  readonly maxFee: bigint;
  readonly claims: readonly string[];
  readonly expiresAtMs?: number;
  /** The amount returned to the source (Bitcoin's change); its address must be the source's. */
  readonly change?: { readonly to: string; readonly amount: bigint };
}

/** ECDSA on secp256k1. */
export interface EcdsaSignature {
  /** r and s, 32 bytes each; s is the lower of the two that are valid (BIP-62). */
  readonly compact: Uint8Array;
  /** Selects one of the two curve points that have this r. */
  readonly recovery: 0 | 1;
}

/**
 * Private keys that never leave their store (the signer's file, an HSM, or a multi-party computation (MPC) service).
 * Paths are BIP-32's, such as m/44'/60'/0'/0/7 (`keyPath`). Only the signer has a key store.
 */
export interface KeyStore {
  /** The public key at this path, compressed to 33 bytes. */
  publicKey(path: string): Promise<Uint8Array>;
  /** The extended public key of an account, from which addresses are derived. */
  accountXpub(path: string): Promise<string>;
  /** Signs a digest of 32 bytes without hashing it again. */
  sign(path: string, digest: Uint8Array): Promise<EcdsaSignature>;
}

/**
 * Reads and signs the transactions of a network, without a node. Throws MalformedTransaction if the bytes are not a
 * plain payment.
 */
export interface TransactionSigner {
  readonly network: Network;
  /** `to` and the address of the change are in the canonical form of AddressFormat. */
  read(unsigned: UnsignedTransaction): TransactionContent;
  /** Signs with the keys of the transaction's source (`keyPath`). */
  sign(unsigned: UnsignedTransaction, keys: KeyStore): Promise<SignedTransaction>;
}

/** Checks and derives the addresses of a network, without a node. */
export interface AddressFormat {
  readonly family: ChainFamily;
  /**
   * The canonical form, or undefined if the text is not an address of this network (length, alphabet, checksum,
   * prefix).
   */
  parse(text: string): string | undefined;
  /** The address that this compressed secp256k1 public key spends from. */
  fromPublicKey(publicKey: Uint8Array): string;
  /** The address of the public key at this index below an account's extended public key (BIP-32, external chain). */
  derive(xpub: string, index: number): string;
}

/** One network with everything that the exchange needs. */
export interface Chain extends ChainReader, ChainWriter {
  readonly addresses: AddressFormat;
  /** The address that pays withdrawals and receives sweeps. */
  readonly hotAddress: string;
}
