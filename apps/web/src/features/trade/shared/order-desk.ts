import type { Calls } from '@vitrine/contract';
import type { Post } from '../../../lib/authorised.ts';
import type { OrderResult } from './order-result.ts';

export type OrderRequest =
  | { readonly call: 'POST /api/v2/my-order'; readonly body: Calls['POST /api/v2/my-order']['body'] }
  /** A scaled order: its limit orders, which are sent one after the other. */
  | { readonly call: 'scaled'; readonly body: readonly Calls['POST /api/v2/my-order']['body'][] }
  | { readonly call: 'POST /api/v3/oco-order'; readonly body: Calls['POST /api/v3/oco-order']['body'] }
  | { readonly call: 'POST /api/v3/orders/amend'; readonly body: Calls['POST /api/v3/orders/amend']['body'] };

/** A call other than an order that also needs the transaction password. */
export type OtherRequest = { readonly call: 'other'; readonly post: Post<Answered> };
/** Everything that an order desk can send. */
export type DeskRequest = OrderRequest | OtherRequest;
type Answered = { readonly message: 'success' | 'wrong_transaction_password'; readonly result?: OrderResult };

/** One line of the confirmation: label and value. */
export interface ConfirmLine {
  readonly label: string;
  readonly value: string;
  /** Shown less prominently than the other lines. */
  readonly faint?: boolean;
}

/** The texts of the confirmation that the client is asked for. */
export interface ConfirmWords {
  readonly title: string;
  /** The button's text: the action with its amount. */
  readonly act: string;
  readonly side?: 'BUY' | 'SELL';
  readonly lines: readonly ConfirmLine[];
  readonly success: string;
  /** The outcome, from the exchange's response. */
  readonly result: (result: OrderResult) => string;
}

/** The caller shows the text of a refusal next to the field that it concerns. */
export type DeskOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'dismissed' }
  | { readonly kind: 'refused'; readonly text: string };

/** The order desk of a page without trading: it sends and cancels nothing. */
export const CLOSED_DESK: OrderDesk = {
  send: async () => ({ kind: 'dismissed' }),
  cancel: async () => undefined,
  cancelAll: async () => undefined,
};

/**
 * Sends orders: asks for the transaction password unless the session is unlocked, retries with the same Idempotency-Key
 * when the outcome is unknown, and shows the client the result.
 */
export interface OrderDesk {
  send(request: DeskRequest, words: ConfirmWords): Promise<DeskOutcome>;
  cancel(orderId: string): Promise<void>;
  /** Cancels all open orders, or only the open orders of one pair. */
  cancelAll(pairName: string | undefined): Promise<void>;
}
