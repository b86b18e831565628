import type { EndpointKey, Endpoints } from '@vitrine/contract';
import type { Services as Below } from '../custody/services.ts';
import type * as kernel from '../http/handler.ts';
import type { PaymentCalls } from './http/payment-calls.ts';
import type { PurchaseReview } from './purchase-review.ts';
import type { PurchaseTable } from './purchase-table.ts';
import type { PurchaseTakeBacks } from './purchase-take-backs.ts';
import type { Purchases } from './purchases.ts';

/** What this module provides to its own handlers and to those of the modules above it. */
export interface Services extends Below {
  /** Undefined if buying with fiat money is not available. */
  readonly purchases: Purchases | undefined;
  /** Rate limits on queries to the payment provider. */
  readonly paymentCalls: PaymentCalls;
  /** Purchases remain accessible even if buying is no longer available. */
  readonly purchaseTable: PurchaseTable;
  readonly purchaseReview: PurchaseReview;
  readonly purchaseTakeBacks: PurchaseTakeBacks;
}

export type Handler<K extends EndpointKey> = kernel.Handler<Endpoints[K], Services>;
