import { secp256k1 } from '@noble/curves/secp256k1.js';
import { OutScript, SigHash, type Transaction } from '@scure/btc-signer';
import type {
  KeyStore,
  SignedTransaction,
  TransactionContent,
  TransactionSigner,
  UnsignedTransaction,
} from '../chain.ts';
import { MalformedTransaction } from '../chain-errors.ts';
import { keyPath } from '../key-paths.ts';
import { BitcoinAddresses } from './bitcoin-addresses.ts';
import type { BitcoinNetwork } from './bitcoin-network.ts';
import { type PlainPayment, readPsbt } from './bitcoin-psbt.ts';
import { hash160, keyHashScript } from './key-hash.ts';

/** Signs payments from P2WPKH addresses, all inputs from the one address of the source (BIP-143, SIGHASH_ALL). */
export class BitcoinSigner implements TransactionSigner {
  readonly network = 'BTC';
  readonly #addresses: BitcoinAddresses;

  constructor(network: BitcoinNetwork) {
    this.#addresses = new BitcoinAddresses(network);
  }

  read({ bytes }: UnsignedTransaction): TransactionContent {
    return this.#contentOf(readPsbt(bytes));
  }

  async sign({ bytes, source }: UnsignedTransaction, keys: KeyStore): Promise<SignedTransaction> {
    const payment = readPsbt(bytes);
    this.#contentOf(payment);
    const path = keyPath('bitcoin', source);
    const publicKey = await keys.publicKey(path);
    if (Buffer.compare(keyHashScript(publicKey), payment.source) !== 0) {
      throw new MalformedTransaction('an input does not belong to the source of the payment');
    }
    const { transaction } = payment;
    for (const [at, { amount }] of payment.inputs.entries()) {
      const digest = keyHashDigest(transaction, at, publicKey, amount);
      const { compact } = await keys.sign(path, digest);
      // A faulty signature must never be returned: together with a valid signature of the same digest, it would reveal
      // the key.
      if (!secp256k1.verify(compact, digest, publicKey, { prehash: false, lowS: true })) {
        throw new Error(`the key store returned an invalid signature for key ${path}`);
      }
      transaction.updateInput(at, { partialSig: [[publicKey, withType(compact)]] }, true);
    }
    transaction.finalize();
    return { txid: transaction.id, bytes: transaction.hex };
  }

  #contentOf({ inputs, receiver, change, fee }: PlainPayment): TransactionContent {
    const content = {
      contract: undefined,
      to: this.#addressOf(receiver.script),
      amount: receiver.amount,
      maxFee: fee,
      claims: inputs.map(({ txid, index }) => `${txid}:${index}`),
    };
    if (change === undefined) return content;
    return { ...content, change: { to: this.#addressOf(change.script), amount: change.amount } };
  }

  #addressOf(script: Uint8Array): string {
    const address = this.#addresses.ofScript(script);
    if (address === undefined) throw new MalformedTransaction('the transaction pays a script that is not an address');
    return address;
  }
}

/**
 * The digest that is signed for one P2WPKH input (BIP-143). The script code of such an input is the P2PKH script for
 * the same key hash.
 */
export function keyHashDigest(
  transaction: Transaction,
  input: number,
  publicKey: Uint8Array,
  amount: bigint,
): Uint8Array {
  const scriptCode = OutScript.encode({ type: 'pkh', hash: hash160(publicKey) });
  return transaction.preimageWitnessV0(input, scriptCode, SigHash.ALL, amount);
}

/** The signature as it appears in witnesses: DER, followed by the sighash type. */
function withType(compact: Uint8Array): Uint8Array {
  const der = secp256k1.Signature.fromBytes(compact, 'compact').toBytes('der');
  return Uint8Array.of(...der, SigHash.ALL);
}
