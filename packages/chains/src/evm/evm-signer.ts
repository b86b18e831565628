import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, keccak256 } from 'viem/utils';
import type {
  EcdsaSignature,
  KeyStore,
  Network,
  SignedTransaction,
  TransactionContent,
  TransactionSigner,
  UnsignedTransaction,
} from '../chain.ts';
import { MalformedTransaction } from '../chain-errors.ts';
import { keyPath } from '../key-paths.ts';
import { nonceClaim, parsePayment, serializePayment } from './evm-transaction.ts';

/** Reads and signs payments of one network, identified by its chain id (EIP-155). */
export class EvmSigner implements TransactionSigner {
  readonly network: Network;
  readonly #chainId: number;

  constructor(network: Network, chainId: number) {
    this.network = network;
    this.#chainId = chainId;
  }

  read(unsigned: UnsignedTransaction): TransactionContent {
    const { contract, to, amount, gas, fees, nonce } = this.#parse(unsigned);
    return { contract, to, amount, maxFee: gas * fees.cap, claims: [nonceClaim(unsigned.source, nonce)] };
  }

  async sign(unsigned: UnsignedTransaction, keys: KeyStore): Promise<SignedTransaction> {
    const payment = this.#parse(unsigned);
    const path = keyPath('evm', unsigned.source);
    const digest = keccak256(`0x${unsigned.bytes}`, 'bytes');
    const signature = await keys.sign(path, digest);
    assertSignedBy(await keys.publicKey(path), digest, signature);
    const bytes = serializePayment(payment, {
      r: bytesToHex(signature.compact.slice(0, 32)),
      s: bytesToHex(signature.compact.slice(32)),
      recovery: signature.recovery,
    });
    return { txid: keccak256(bytes), bytes: bytes.slice(2) };
  }

  #parse(unsigned: UnsignedTransaction) {
    const payment = parsePayment(unsigned.bytes);
    if (payment.chainId !== this.#chainId)
      throw new MalformedTransaction(`the transaction is for chain ${payment.chainId}, not for ${this.#chainId}`);
    return payment;
  }
}

/**
 * Throws unless the signature identifies this key: the network derives the sender from the signature alone, so a wrong
 * recovery bit would change the sender.
 */
function assertSignedBy(publicKey: Uint8Array, digest: Uint8Array, { compact, recovery }: EcdsaSignature): void {
  const signature = secp256k1.Signature.fromBytes(compact, 'compact').addRecoveryBit(recovery);
  if (signature.hasHighS() || bytesToHex(signature.recoverPublicKey(digest).toBytes()) !== bytesToHex(publicKey)) {
    throw new Error('the key store returned a signature by a different key');
  }
}
