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

/** A transaction on a network that is played. */
export interface PlayedTransaction {
  readonly txid: string;
  readonly from: string;
  /** The payment of ours that it makes; undefined: somebody else's. */
  readonly paymentId: string | undefined;
  /** Signed by a key of ours, elsewhere: it takes the place of ours, and moves nothing away. */
  readonly isByOurKey?: true;
  /** What no two transactions of one chain have both: 'hot:nonce:5', an output that is spent. */
  readonly claims: readonly string[];
  /** The account's turn, where accounts count. */
  readonly nonce?: number;
  /** The first output is what is paid; change comes after it. */
  readonly outputs: readonly PlayedOutput[];
  /** In the network's own coin, paid even where it fails. */
  readonly fee: bigint;
  readonly expiresAtMs?: number;
  /** Its claims were those of another that it was to replace. */
  readonly isReplacement: boolean;
  /** False: it is included, and moves nothing. */
  readonly succeeded: boolean;
}

/** What bytes say. No two builds give the same bytes, as times and signatures see to on real networks. */
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

/** As with witnesses apart: what is unsigned has the id already. */
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
  if (!bytes.endsWith(SIGNATURE)) throw new MalformedTransaction('not signed');
  const unsigned = bytes.slice(0, -SIGNATURE.length);
  return { ...decodeOrder(unsigned), txid: txidOf(unsigned), succeeded: true };
}
