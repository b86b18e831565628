import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Cursor, Day, Decimal, Exact, Optional, Position, paged, RowId, Success, TimeMs, Words } from '../schema.ts';

/** Currencies in which an amount may be entered. */
const PurchaseCurrency = Words(['PHP', 'USD', 'VND', 'MYR', 'SGD']);
/** Currencies in which PayPal can charge; an amount in another currency is converted to USD and charged in USD. */
export const ChargeCurrency = Words(['USD', 'EUR', 'GBP', 'AUD', 'CAD']);

const asked = { amount: Decimal, currency: Optional(PurchaseCurrency) };

export const quotedPurchase = {
  currency: PurchaseCurrency,
  amount: Decimal,
  charge_currency: ChargeCurrency,
  /** The amount that PayPal charges. */
  charge: Decimal,
  /**
   * Prices of one USDT in `currency`: the market price, and the price at which USDT is sold here, which is 5% higher.
   */
  market_price: Decimal,
  price: Decimal,
  /** The amount of USDT that is credited. */
  usdt: Decimal,
};

const quoteErrors = [
  'buying_unavailable',
  'prices_unavailable',
  'malformed_amount',
  'excess_decimals',
  'exceeds_range',
  'amount_required',
  'below_minimum',
  'above_maximum',
] as const;

/**
 * `WAITING`: the payer has not approved the payment yet; `CONFIRMING`: approved but not credited yet; `COMPLETED`:
 * credited.
 */
export const PurchaseStateWord = Words(['WAITING', 'CONFIRMING', 'COMPLETED', 'FAILED', 'EXPIRED']);
/**
 * Why a purchase failed; empty if it has not failed. `declined`: the payment method was declined. `void`: PayPal voided
 * the order. `gone`: PayPal no longer knows the order. `differs`: the amount charged differs from `charge`. `returned`:
 * the payment was refunded before the USDT was credited.
 */
export const PurchaseProblem = Words(['', 'declined', 'void', 'gone', 'differs', 'returned', 'other']);

/** USDT deducted because the payment for it was returned to the payer. */
export const TakenBack = Exact({
  amount: Decimal,
  cause: Words(['refunded', 'reversed', 'dispute_lost']),
  /** The log position at which the USDT was deducted. */
  position: Position,
  date: TimeMs,
});

const PurchaseItem = Exact({
  id: RowId,
  ...quotedPurchase,
  state: PurchaseStateWord,
  reason: PurchaseProblem,
  date: TimeMs,
  /** The time until which the purchase can be paid. */
  expires_at: TimeMs,
  /** Zero before the purchase ends. */
  ended_at: TimeMs,
  /** The log position at which the purchase was credited; zero before that. */
  position: Position,
  /** PayPal's ID of the payment; empty before the purchase is paid. */
  reference: Type.String(),
  /** The part of the charge that PayPal has refunded. */
  refunded: Decimal,
  /** The USDT deducted for refunded payments: the total, each deduction, and what the client still owes. */
  taken_back: Decimal,
  take_backs: Type.Array(TakenBack),
  owed: Decimal,
});

export const purchaseEndpoints = {
  purchaseQuote: defineEndpoint({
    method: 'GET',
    path: '/api/v3/paypal/quote',
    area: 'wallet',
    access: 'visitor',
    errors: quoteErrors,
    summary:
      'How much USDT an amount of money buys at present, at our selling price. `currency` is the currency of the amount (default: USD).',
    query: Exact(asked),
    response: Exact(quotedPurchase),
  }),
  createPayment: defineEndpoint({
    method: 'POST',
    path: '/api/v3/paypal/payment',
    area: 'wallet',
    access: 'client',
    errors: [
      ...quoteErrors,
      'quote_expired',
      'payment_provider_down',
      'idempotency_key_invalid',
      'reference_conflict',
      'too_many_purchases',
    ],
    example: { amount: '100', currency: 'USD', usdt: '95.238095' },
    summary:
      'Creates a purchase of USDT and its PayPal order, which the payer approves at `approval_url`. The order can be paid at the quoted price for 30 minutes. If `usdt` is specified and the amount would now buy less than `usdt`, the call is refused as quote_expired. Takes an Idempotency-Key.',
    body: Exact({ ...asked, usdt: Optional(Decimal) }),
    response: Exact({
      message: Words(['success']),
      purchase_id: RowId,
      order_id: Type.String(),
      approval_url: Type.String(),
      expires_at: TimeMs,
      ...quotedPurchase,
    }),
  }),
  capturePayment: defineEndpoint({
    method: 'POST',
    path: '/api/v3/paypal/capture',
    area: 'wallet',
    access: 'client',
    errors: ['buying_unavailable', 'unknown_purchase'],
    summary:
      'Charges the payment that the payer has approved at PayPal, and credits the USDT. Repeated calls return the status of the purchase. If PayPal has not confirmed the charge yet, the message is pending, and the USDT is credited automatically once PayPal confirms it.',
    body: Exact({ purchase_id: RowId }),
    response: Exact({
      message: Words(['success', 'pending', 'not_approved', 'failed', 'expired']),
      purchase: PurchaseItem,
    }),
  }),
  paymentMessage: defineEndpoint({
    method: 'POST',
    path: '/api/v3/paypal/webhook',
    area: 'wallet',
    access: 'visitor',
    errors: ['buying_unavailable', 'message_refused', 'payment_provider_down'],
    summary:
      'Receives PayPal’s signed events. An event itself changes nothing: it only makes the server check the order at PayPal.',
    body: Type.Object({}, { additionalProperties: true }),
    bodyLimitBytes: 32 * 1024,
    mostSigns: 2_048,
    // If this limit refuses an event, PayPal sends the event again later.
    perAddressPerSecond: 10,
    response: Success,
  }),
  purchaseHistory: defineEndpoint({
    method: 'GET',
    path: '/api/v3/purchase-history',
    area: 'wallet',
    access: 'client',
    errors: [],
    summary:
      'The client’s purchases of USDT with PayPal, newest first. The list can be filtered by state and days (UTC), and paged in both directions.',
    query: Exact({
      /** `cancelled` means failed and expired purchases. */
      state: Optional(Words(['completed', 'pending', 'cancelled'])),
      from: Optional(Day),
      to: Optional(Day),
      ...paged,
    }),
    response: Exact({
      purchases: Type.Array(PurchaseItem),
      next_cursor: Optional(Cursor),
      previous_cursor: Optional(Cursor),
    }),
  }),
};
