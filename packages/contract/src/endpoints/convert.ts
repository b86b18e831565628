import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { CoinName, Cursor, Decimal, Exact, Optional, OrderIdText, Position, paged, TimeMs, Words } from '../schema.ts';
import { passwordFields } from './orders.ts';

const pair = { from: CoinName, to: CoinName };

/** The amount of `to` that one unit of `from` yields after fees, rounded down. */
const Rate = Decimal;

/** The terms of a quote, the client and the expiry, all signed by the server. */
const QuoteId = Type.String({ pattern: '^[A-Za-z0-9_.-]{1,512}$', examples: ['eyJv.aGVs'] });

const ConvertQuoteView = Exact({
  quote_id: QuoteId,
  ...pair,
  /** The requested amount of `from`. */
  amount: Decimal,
  /** The part of that amount that would be spent: only whole lots are traded. */
  spent: Decimal,
  receives: Decimal,
  /** The minimum result: if the conversion would yield less when the quote is accepted, nothing is converted. */
  least: Decimal,
  /** How much less than `receives` the minimum result is. */
  slippage_percent: Decimal,
  rate: Rate,
  /** The fee; already included in the amounts spent and received. */
  fee: Decimal,
  fee_coin: CoinName,
  lifetime_ms: Type.Integer(),
  expires_at: TimeMs,
  position: Position,
});

const converted = {
  ...pair,
  /** The amount that was spent. */
  amount: Decimal,
  receives: Decimal,
  rate: Rate,
  fee: Decimal,
  fee_coin: CoinName,
};

const ConvertItem = Exact({
  id: Type.String(),
  kind: Words(['market', 'limit']),
  ...converted,
  /** The spot orders by which the conversion was executed. */
  order_ids: Type.Array(OrderIdText),
  time: TimeMs,
  position: Position,
});

const LimitConvertItem = Exact({
  id: OrderIdText,
  ...pair,
  amount: Decimal,
  /** The minimum result; once the conversion has been executed, the amount that was received. */
  receives: Decimal,
  rate: Rate,
  state: Words(['open', 'converted', 'cancelled', 'expired']),
  created_at: TimeMs,
  expires_at: TimeMs,
  /** Absent while the conversion is open. */
  ended_at: Optional(TimeMs),
});

const boundErrors = [
  'unknown_coin',
  'same_coin',
  'no_conversion',
  'amount_required',
  'malformed_amount',
  'exceeds_range',
  'excess_decimals',
  'below_minimum',
  'above_maximum',
  'market_halted',
  'market_cancel_only',
  'market_busy',
] as const;

const bookErrors = ['no_liquidity', 'cannot_fill'] as const;

/** Errors of every call that needs the right to trade. */
const guardErrors = [
  'account_restricted',
  'kyc_required',
  'exceeds_balance',
  'transaction_password_required',
  'transaction_password_missing',
] as const;

const Message = Words(['success', 'wrong_transaction_password']);
const wording = { below_minimum: 'side' } as const;

const forClients = { area: 'orders', access: 'client' } as const;

export const convertEndpoints = {
  quoteConvert: defineEndpoint({
    ...forClients,
    method: 'POST',
    path: '/api/v3/convert/quote',
    errors: [...boundErrors, ...bookErrors],
    wording,
    example: { from: 'USDT', to: 'BTC', amount: '100' },
    summary:
      'Quotes how much of the coin `to` a conversion of `amount` of the coin `from` yields at the current order books, after fees. The quote is valid for eight seconds.',
    body: Exact({ ...pair, amount: Decimal }),
    response: ConvertQuoteView,
  }),
  convertQuoted: defineEndpoint({
    ...forClients,
    method: 'POST',
    path: '/api/v3/convert/order',
    money: true,
    errors: ['quote_unknown', 'quote_expired', 'below_rate', ...boundErrors, ...bookErrors, ...guardErrors],
    wording,
    summary:
      'Accepts a quote. If the conversion yields at least the quote’s `least`, the whole amount is converted at once; otherwise nothing is converted.',
    body: Exact({ quote_id: QuoteId, ...passwordFields }),
    response: Exact({ message: Message, position: Optional(Position), result: Optional(Exact(converted)) }),
  }),
  placeLimitConvert: defineEndpoint({
    ...forClients,
    method: 'POST',
    path: '/api/v3/convert/limit-order',
    money: true,
    errors: ['too_many_limit_conversions', 'too_many_conversions', 'too_many_holds', ...boundErrors, ...guardErrors],
    wording,
    example: { from: 'USDT', to: 'BTC', amount: '100', receives: '0.002', transaction_password: 'my second password' },
    summary:
      'Puts `amount` of the coin `from` on hold and converts all of it as soon as the conversion yields at least `receives` of the coin `to`, after fees. A limit conversion expires after 30 days. At most 50 can be open at once, and 1,000 can be placed in 24 hours.',
    body: Exact({ ...pair, amount: Decimal, receives: Decimal, ...passwordFields }),
    response: Exact({
      message: Message,
      order_id: Optional(OrderIdText),
      position: Optional(Position),
      result: Optional(Exact({ ...pair, amount: Decimal, receives: Decimal, expires_at: TimeMs })),
    }),
  }),
  cancelLimitConvert: defineEndpoint({
    ...forClients,
    method: 'POST',
    path: '/api/v3/convert/cancel',
    money: true,
    errors: ['unknown_order'],
    summary: 'Cancels an open limit conversion and releases the amount on hold for it.',
    body: Exact({ order_id: OrderIdText }),
    response: Exact({
      message: Words(['success']),
      position: Position,
      /** The amount that was on hold and is now available again. */
      released: Exact({ coin: CoinName, amount: Decimal }),
    }),
  }),
  limitConverts: defineEndpoint({
    ...forClients,
    method: 'GET',
    path: '/api/v3/convert/orders',
    reads: 'histories',
    errors: [],
    summary: 'The client’s limit conversions, newest first: all of them, only open ones, or only ended ones.',
    query: Exact({ state: Optional(Words(['open', 'ended'])), ...paged }),
    response: Exact({
      orders: Type.Array(LimitConvertItem),
      next_cursor: Optional(Cursor),
      /** The maximum number of limit conversions that a client may have open at once. */
      most_open: Type.Integer({ examples: [50] }),
      position: Position,
    }),
  }),
  convertHistory: defineEndpoint({
    ...forClients,
    method: 'GET',
    path: '/api/v3/convert/history',
    reads: 'histories',
    errors: [],
    summary: 'The client’s conversions, newest first, with the rate and the fee of each.',
    query: Exact(paged),
    response: Exact({ converts: Type.Array(ConvertItem), next_cursor: Optional(Cursor), position: Position }),
  }),
};
