import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { SignedTransaction } from '../chain.ts';
import {
  ChainError,
  InsufficientFunds,
  MalformedTransaction,
  NodeFault,
  NodeUnreachable,
  Rejected,
} from '../chain-errors.ts';
import { decodeRaw, decodeSigned, transactionHash } from './tron-transaction.ts';

/** When the signed transaction expires. Throws MalformedTransaction if the bytes are not those of this transaction. */
export function expirationOf({ txid, bytes }: SignedTransaction): number {
  const signed = /^([0-9a-f]{2})+$/.test(bytes) ? decodeSigned(hexToBytes(bytes)) : undefined;
  const raw = signed && decodeRaw(signed.rawData);
  if (signed === undefined || raw === undefined || bytesToHex(transactionHash(signed.rawData)) !== txid) {
    throw new MalformedTransaction(`the bytes do not match the transaction id ${txid}`);
  }
  return raw.expirationMs;
}

/**
 * The error for java-tron's response code when a node does not accept a transaction. It is Rejected only if no node
 * will ever accept the transaction.
 */
export function refusal(code: string | undefined, message: string): ChainError {
  switch (code) {
    case 'SIGERROR':
    case 'TOO_BIG_TRANSACTION_ERROR':
      return new Rejected(message);
    // Spelled like this in java-tron.
    case 'BANDWITH_ERROR':
      return new InsufficientFunds(message);
    case 'SERVER_BUSY':
    case 'NO_CONNECTION':
    case 'NOT_ENOUGH_EFFECTIVE_CONNECTION':
    case 'BLOCK_UNSOLIDIFIED':
      return new NodeUnreachable(message);
    // The block that the transaction refers to is final, so a node without it is behind, or on a different chain.
    case 'TAPOS_ERROR':
      return new NodeFault(message);
    default:
      return new ChainError(message);
  }
}
