import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Network, PaymentSource, SignedTransaction, UnsignedTransaction } from './chain.ts';

/*
 * The protocol between the exchange and its signer: HTTP with JSON bodies.
 * POST /sign takes a SignRequest and returns 200 with a SignedTransaction, or 422 with a SignRefusal.
 * GET /health returns 200 with a SignerHealth.
 * Each request and each response carries a MAC whose key is the shared secret. A repeated request is harmless: it gets
 * the same response.
 */

/** Time of the request in milliseconds; the signer accepts it within `signingWindowMs` of its own clock. */
export const SIGNING_TIME_HEADER = 'x-signing-time';
export const SIGNING_MAC_HEADER = 'x-signing-mac';
export const signingWindowMs = 60_000;

export const paymentPurposes = ['withdrawal', 'sweep', 'gas'] as const;
/**
 * `withdrawal`: to an external address; `sweep`: from a deposit address to the hot wallet; `gas`: from the hot wallet
 * to a deposit address, for its next sweep.
 */
export type PaymentPurpose = (typeof paymentPurposes)[number];

/** A signed transaction that the exchange has received from the signer. */
export interface SignedBefore {
  readonly paymentId: string;
  /** The `unsignedHash` of the transaction's bytes. */
  readonly hash: string;
  /** When the transaction was built (ms, on the exchange's clock), which was before it was signed. */
  readonly builtAtMs: number;
}

export interface SignRequest {
  /** The payment's permanent id: the signer signs at most one payment under each id. */
  readonly paymentId: string;
  readonly network: Network;
  readonly unsigned: {
    readonly bytes: string;
    readonly source: PaymentSource;
    readonly claims: readonly string[];
    readonly maxFee: string;
    readonly expiresAtMs?: number;
  };
  readonly payment: {
    readonly purpose: PaymentPurpose;
    readonly coin: string;
    readonly to: string;
    /** A whole number of the coin's smallest units on this network. */
    readonly amount: string;
    /** The index of the deposit address that receives gas. */
    readonly toIndex?: number;
  };
  /**
   * The newest signed transactions that the exchange has received. If the signer's journal lacks one of them, the
   * journal is out of date, and nothing is signed.
   */
  readonly signedBefore?: readonly SignedBefore[];
}

export type SignRefusalCode =
  /** An operator has stopped the signer. */
  | 'stopped'
  /**
   * The signer's journal lacks a transaction that the exchange has received, so the signer no longer knows which
   * payments it signed or how much of its limits is used.
   */
  | 'journal_behind'
  /** The request or the transaction's bytes are malformed. */
  | 'malformed'
  | 'unknown_network'
  | 'unknown_coin'
  /** The bytes do not match the payment. */
  | 'other_contract'
  | 'other_destination'
  | 'other_amount'
  | 'other_source'
  /** The change does not go to the source. */
  | 'other_change'
  /** Nothing limits the transaction to one inclusion: it has no inputs or nonce, and never expires. */
  | 'unbounded'
  /** Sweeps and gas may go only to our own addresses. */
  | 'not_our_address'
  | 'blocked_destination'
  | 'fee_too_high'
  | 'payment_limit'
  | 'daily_limit'
  | 'daily_fee_limit'
  /** The id belongs to another payment. */
  | 'other_payment'
  /** An earlier transaction of this payment could still be included in addition to this one. */
  | 'second_payment';

export interface SignRefusal {
  readonly code: SignRefusalCode;
  readonly message: string;
  /**
   * Whether any transaction was ever signed for this payment. If not, the claims of the refused transaction are free.
   */
  readonly wasSigned: boolean;
}

export interface SignerHealth {
  readonly stopped: boolean;
  readonly networks: readonly SignerNetworkHealth[];
}

export interface SignerNetworkHealth {
  readonly network: Network;
  readonly hotAddress: string;
  /** The `xpubFingerprint` of the extended public key that deposit addresses are derived from. */
  readonly depositXpub: string;
  readonly feesUsed: string;
  readonly feesPerDay: string;
  /** The amounts used in the last 24 hours, and their limits, in smallest units. */
  readonly coins: readonly { readonly coin: string; readonly used: string; readonly perDay: string }[];
}

/** Identifies an extended public key without revealing it. */
export function xpubFingerprint(xpub: string): string {
  return createHash('sha256').update(xpub).digest('hex').slice(0, 16);
}

/** Identifies the bytes to be signed. */
export function unsignedHash(bytes: string): string {
  return createHash('sha256').update(bytes.toLowerCase()).digest('hex').slice(0, 32);
}

export function signRequest(
  paymentId: string,
  network: Network,
  unsigned: UnsignedTransaction,
  payment: SignRequest['payment'],
): SignRequest {
  return { paymentId, network, unsigned: { ...unsigned, maxFee: String(unsigned.maxFee) }, payment };
}

/** MAC of a request. */
export function requestMac(secret: string, method: string, path: string, time: string, body: string): string {
  return mac(secret, ['request', method, path, time, body]);
}

/** MAC of a response. It is valid only for the request whose MAC is `ofRequest`. */
export function responseMac(secret: string, ofRequest: string, status: number, body: string): string {
  return mac(secret, ['answer', ofRequest, String(status), body]);
}

export function isSameMac(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** HMAC-SHA-256 of the parts, joined by line feeds. Only the last part may itself contain line feeds. */
function mac(secret: string, parts: readonly string[]): string {
  return createHmac('sha256', secret).update(parts.join('\n')).digest('hex');
}

export function isSigned(answer: SignedTransaction | SignRefusal): answer is SignedTransaction {
  return 'txid' in answer;
}
