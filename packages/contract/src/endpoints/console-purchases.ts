import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Cursor, Decimal, Exact, Optional, Position, paged, ReasonLike, RowId, TimeMs, Uid, Words } from '../schema.ts';
import { Reason } from './console-restrictions.ts';
import { ChargeCurrency, PurchaseProblem, PurchaseStateWord, quotedPurchase, TakenBack } from './purchases.ts';

/**
 * Why a purchase needs review: money that was or may be returned, a payment that does not match its order, or a payment
 * that is not credited.
 */
const PaymentConcern = Exact({
  kind: Words(['refunded', 'reversed', 'disputed', 'differs', 'uncredited']),
  /** PayPal's ID of the refund, the dispute or the payment. */
  reference: Type.String(),
  /** Empty if PayPal does not report it. */
  amount: Type.String(),
  charge_currency: ChargeCurrency,
  detail: Type.String(),
  since: TimeMs,
  /** Zero while the case is open. */
  settled_at: TimeMs,
  settled_by: Type.String(),
  note: Type.String(),
});

const ReviewedPurchase = Exact({
  id: RowId,
  uid: Uid,
  ...quotedPurchase,
  state: PurchaseStateWord,
  /** Whether the purchase was charged but not credited yet. */
  is_captured: Type.Boolean(),
  reason: PurchaseProblem,
  date: TimeMs,
  ended_at: TimeMs,
  /** The log position at which the purchase was credited; zero before that. */
  position: Position,
  /** PayPal's IDs of the order and of the payment; the payment's ID is empty before the purchase is charged. */
  order_id: Type.String(),
  capture_id: Type.String(),
  refunded: Decimal,
  /** For the part of the charge that was returned: the total USDT deducted, each deduction, and the USDT still owed. */
  taken_back: Decimal,
  take_backs: Type.Array(TakenBack),
  owed: Decimal,
  /** USDT available in the client's spot wallet now; 0 if nothing is owed. */
  available: Decimal,
  /** Whether a deduction has been requested but not decided yet. */
  is_take_back_asked: Type.Boolean(),
  concerns: Type.Array(PaymentConcern),
  /** Whether the caller may act; nobody may act on their own account. */
  may_act: Type.Boolean(),
});

const forStaff = { area: 'console', access: 'staff', roles: ['treasury', 'compliance', 'support'] } as const;

export const consolePurchaseEndpoints = {
  consolePurchases: defineEndpoint({
    method: 'GET',
    path: '/api/v3/console/purchases',
    ...forStaff,
    errors: [],
    summary:
      'Purchases with PayPal, newest first: those to review, those for which the client still owes USDT after a refund, or all.',
    query: Exact({
      which: Words(['to_look_at', 'owed', 'all']),
      /** Only purchases in this state are returned. */
      state: Optional(PurchaseStateWord),
      /** A client's UID or email, a purchase's number, or PayPal's ID of the order or the payment. */
      search: Optional(Type.String({ maxLength: 254, examples: ['5O190127TN364715T'] })),
      ...paged,
    }),
    response: Exact({
      purchases: Type.Array(ReviewedPurchase),
      /** The number of purchases that need review, listed or not. */
      open: Type.Integer({ minimum: 0 }),
      /** The number of purchases, listed or not, for which USDT is still owed. */
      owing: Type.Integer({ minimum: 0 }),
      next_cursor: Optional(Cursor),
    }),
  }),
  consoleAskPaypal: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/purchases/ask',
    ...forStaff,
    errors: ['buying_unavailable', 'unknown_purchase', 'own_account', 'payment_provider_silent'],
    summary:
      'Requests the state of a purchase’s payment from PayPal and acts on the response: charges the payment, credits the USDT, or records refunds.',
    body: Exact({ purchase_id: RowId }),
    response: Exact({ purchase: ReviewedPurchase }),
  }),
  consoleTakeBackPurchase: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/purchases/take-back',
    area: 'console',
    access: 'staff',
    roles: ['treasury', 'compliance'],
    errors: [
      'unknown_purchase',
      'own_account',
      'nothing_owed',
      'nothing_to_take',
      'take_back_waits',
      'approver_too_new',
    ],
    summary:
      'Requests approval to deduct the USDT of a refunded purchase from the client’s spot wallet. The amount is the refunded share of the purchase, minus what was already deducted, but at most the wallet’s balance at the time of the deduction.',
    body: Exact({ purchase_id: RowId, reason: Reason }),
    response: Exact({ approval: RowId }),
  }),
  consoleSettlePurchase: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/purchases/settle',
    area: 'console',
    access: 'staff',
    roles: ['treasury', 'compliance'],
    errors: ['unknown_purchase', 'own_account', 'nothing_to_change', 'purchase_not_given_back'],
    summary:
      'Marks the review of a purchase as resolved, with a note of what was done. If the payment was refunded before the USDT was credited, the purchase’s state becomes FAILED.',
    body: Exact({ purchase_id: RowId, note: ReasonLike('Refunded in PayPal, client notified') }),
    response: Exact({ purchase: ReviewedPurchase }),
  }),
};
