import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Cursor, Decimal, Exact, Optional, Position, ReasonLike, RowId, TimeMs, Uid, Words } from '../schema.ts';
import { Reason } from './console-restrictions.ts';
import { ChargeCurrency, PurchaseProblem, PurchaseStateWord, quotedPurchase, TakenBack } from './purchases.ts';

/**
 * What somebody has to look at: money that went back or may, a payment that is not its order's, one that is not
 * credited.
 */
const PaymentConcern = Exact({
  kind: Words(['refunded', 'reversed', 'disputed', 'differs', 'uncredited']),
  /** PayPal's number of the refund, the dispute or the payment. */
  reference: Type.String(),
  /** Empty where PayPal does not say. */
  amount: Type.String(),
  charge_currency: ChargeCurrency,
  detail: Type.String(),
  since: TimeMs,
  /** Zero while it is open. */
  settled_at: TimeMs,
  settled_by: Type.String(),
  note: Type.String(),
});

const ReviewedPurchase = Exact({
  id: RowId,
  uid: Uid,
  ...quotedPurchase,
  state: PurchaseStateWord,
  /** Charged, and not credited yet. */
  is_captured: Type.Boolean(),
  reason: PurchaseProblem,
  date: TimeMs,
  ended_at: TimeMs,
  /** The ledger entry that credited it; zero before. */
  position: Position,
  /** PayPal's numbers; the second is empty before it is charged. */
  order_id: Type.String(),
  capture_id: Type.String(),
  refunded: Decimal,
  /** USDT taken back, in total and one by one, and still owed, by the share of the charge that was returned. */
  taken_back: Decimal,
  take_backs: Type.Array(TakenBack),
  owed: Decimal,
  /** Of USDT in the client's spot wallet now; 0 where nothing is owed. */
  available: Decimal,
  /** Somebody has asked to take it back, and another has not decided yet. */
  is_take_back_asked: Type.Boolean(),
  concerns: Type.Array(PaymentConcern),
  /** Whether the caller may act: not on their own account. */
  may_act: Type.Boolean(),
});

const forStaff = { area: 'console', access: 'staff', roles: ['treasury', 'compliance', 'support'] } as const;

export const consolePurchaseEndpoints = {
  consolePurchases: defineEndpoint({
    method: 'GET',
    path: '/api/v3/console/purchases',
    ...forStaff,
    errors: [],
    summary: 'Purchases with PayPal, the newest first: those to review, those with USDT owed, or all.',
    query: Exact({
      which: Words(['to_look_at', 'owed', 'all']),
      /** Only these. */
      state: Optional(PurchaseStateWord),
      /** A client's UID or email, a purchase's number, PayPal's number of the order or of the payment. */
      search: Optional(Type.String({ maxLength: 254, examples: ['5O190127TN364715T'] })),
      cursor: Optional(Cursor),
      limit: Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
    }),
    response: Exact({
      purchases: Type.Array(ReviewedPurchase),
      /** With something to look at, of all. */
      open: Type.Integer({ minimum: 0 }),
      /** Of which USDT is owed, of all. */
      owing: Type.Integer({ minimum: 0 }),
      next_cursor: Optional(Cursor),
    }),
  }),
  consoleAskPaypal: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/purchases/ask',
    ...forStaff,
    errors: ['buying_unavailable', 'unknown_purchase', 'own_account', 'payment_provider_silent'],
    summary: 'Checks a payment with PayPal and acts on the result: charges, credits, records refunds.',
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
      'Requests approval to take back the USDT of a refunded purchase: the share that was returned, minus what was taken before, as far as the spot wallet has it then.',
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
      'Marks a purchase as resolved, with what was done about it. A payment that was refunded before it was credited fails by this.',
    body: Exact({ purchase_id: RowId, note: ReasonLike('Refunded at PayPal, and the client told') }),
    response: Exact({ purchase: ReviewedPurchase }),
  }),
};
