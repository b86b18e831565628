import { hash } from 'node:crypto';
import {
  MalformedTransaction,
  type PaymentSource,
  type SignedTransaction,
  type UnsignedTransaction,
} from '@vitrine/chains';

export interface PlayedOutput {
  readonly coin: string;
  readonly to: string;
  readonly amount: bigint;
}

/** A transaction on a simulated network. */
export interface PlayedTransaction {
  readonly txid: string;
  readonly from: string;
  /** The id of our payment that the transaction makes; undefined if the transaction is not ours. */
  readonly paymentId: string | undefined;
  /**
   * Set if the transaction was signed with our key outside the exchange. It then displaces a transaction of ours, but
   * takes no money from us.
   */
  readonly isByOurKey?: true;
  /** Nonces ('hot:nonce:5') or outputs. Only one transaction of a chain can use each of them. */
  readonly claims: readonly string[];
  /** The nonce, on networks with accounts. */
  readonly nonce?: number;
  /** The payment first, then the change. */
  readonly outputs: readonly PlayedOutput[];
  /** In the network's native coin; paid even if the transaction fails. */
  readonly fee: bigint;
  readonly expiresAtMs?: number;
  /** Whether it was built to replace another transaction with the same claims. */
  readonly isReplacement: boolean;
  /** Whether the transaction moves its amounts; if not, it is included without moving anything. */
  readonly succeeded: boolean;
}

/**
 * The fields that are encoded in the bytes of a transaction. No two builds result in the same bytes; on real networks,
 * timestamps and signatures ensure that.
 */
export type Order = Omit<PlayedTransaction, 'txid' | 'succeeded'> & {
  readonly paymentId: string;
  readonly build: number;
};

const amounts = new Set(['amount', 'fee']);

const encodeOrder = (order: Order): string =>
  Buffer.from(
    JSON.stringify(order, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  ).toString('hex');

export function decodeOrder(hex: string): Order {
  const text = Buffer.from(hex, 'hex').toString();
  if (!text.startsWith('{')) throw new MalformedTransaction('no order');
  return JSON.parse(text, (name, value: unknown) => (amounts.has(name) ? BigInt(value as string) : value)) as Order;
}

/** The id of a transaction, which is known before signing, as on Bitcoin with segregated witnesses. */
export const txidOf = (unsignedBytes: string): string => hash('sha256', unsignedBytes);

export const unsignedOf = (order: Order, source: PaymentSource): UnsignedTransaction => ({
  bytes: encodeOrder(order),
  source,
  claims: order.claims,
  maxFee: order.fee,
  ...(order.expiresAtMs === undefined ? {} : { expiresAtMs: order.expiresAtMs }),
});

const SIGNATURE = 'ff';

export const signedOf = (unsignedBytes: string): SignedTransaction => ({
  txid: txidOf(unsignedBytes),
  bytes: `${unsignedBytes}${SIGNATURE}`,
});

export function readSigned({ bytes }: SignedTransaction): PlayedTransaction {
  if (!bytes.endsWith(SIGNATURE)) throw new MalformedTransaction('the transaction is not signed');
  const unsigned = bytes.slice(0, -SIGNATURE.length);
  return { ...decodeOrder(unsigned), txid: txidOf(unsigned), succeeded: true };
}
