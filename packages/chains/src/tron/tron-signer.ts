import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { EcdsaSignature, TransactionContent, TransactionSigner, UnsignedTransaction } from '../chain.ts';
import { MalformedTransaction } from '../chain-errors.ts';
import { keyPath } from '../key-paths.ts';
import { concatBytes } from './protobuf.ts';
import { decodeTransferCall } from './trc20.ts';
import { tronAddresses } from './tron-address.ts';
import { worstFeeSun } from './tron-fees.ts';
import { decodeRaw, encodeSigned, type RawTransaction, transactionHash } from './tron-transaction.ts';

export const tronSigner: TransactionSigner = {
  network: 'TRC20',
  read: (unsigned) => contentOf(rawOf(unsigned), hexToBytes(unsigned.bytes)),
  sign: async (unsigned, keys) => {
    const raw = rawOf(unsigned);
    contentOf(raw, hexToBytes(unsigned.bytes));
    const path = keyPath('tron', unsigned.source);
    const publicKey = await keys.publicKey(path);
    if (tronAddresses.fromPublicKey(publicKey) !== raw.contract.owner) {
      throw new MalformedTransaction(
        `the transaction pays from ${raw.contract.owner}, not from the address of its source key`,
      );
    }
    const rawData = hexToBytes(unsigned.bytes);
    const digest = transactionHash(rawData);
    const signature = await keys.sign(path, digest);
    assertSignedBy(publicKey, digest, signature);
    const bytes = concatBytes([signature.compact, Uint8Array.of(signature.recovery)]);
    return { txid: bytesToHex(digest), bytes: bytesToHex(encodeSigned(rawData, bytes)) };
  },
};

/**
 * Throws unless the signature identifies this key: the network derives the signer from the signature alone, so a wrong
 * recovery bit would change the signer.
 */
function assertSignedBy(publicKey: Uint8Array, digest: Uint8Array, { compact, recovery }: EcdsaSignature): void {
  const signature = secp256k1.Signature.fromBytes(compact, 'compact').addRecoveryBit(recovery);
  if (bytesToHex(signature.recoverPublicKey(digest).toBytes()) !== bytesToHex(publicKey)) {
    throw new Error('the key store returned a signature by a different key');
  }
}

function rawOf({ bytes }: UnsignedTransaction): RawTransaction {
  if (!/^([0-9a-f]{2})+$/.test(bytes)) throw new MalformedTransaction('raw_data is not hexadecimal');
  const raw = decodeRaw(hexToBytes(bytes));
  if (raw === undefined) throw new MalformedTransaction('raw_data has more or fewer fields than a plain payment');
  return raw;
}

function contentOf({ contract, feeLimit, expirationMs }: RawTransaction, rawData: Uint8Array): TransactionContent {
  const maxFee = feeLimit + worstFeeSun(rawData, contract.kind);
  const rest = { maxFee, claims: [], expiresAtMs: expirationMs };
  if (contract.kind === 'transfer') return { contract: undefined, to: contract.to, amount: contract.amount, ...rest };
  const call = decodeTransferCall(contract.data);
  if (call === undefined) throw new MalformedTransaction('the contract call is not a transfer');
  return { contract: contract.contract, ...call, ...rest };
}
