import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import {
  CoinName,
  Cursor,
  Decimal,
  Exact,
  endStates,
  Optional,
  OrderIdText,
  PairName,
  Position,
  paged,
  pagedHistory,
  TimeMs,
  turned,
  Words,
} from '../schema.ts';

export const orderTypes = [
  'LIMIT',
  'MARKET',
  'STOP_LIMIT',
  'STOP_MARKET',
  'TAKE_PROFIT_LIMIT',
  'TAKE_PROFIT_MARKET',
] as const;

/**
 * `state` in the words of the specification: PENDING is open, APPROVED is filled, DISSAPROVED has ended without being
 * filled completely.
 */
export const OrderItem = Exact({
  id: OrderIdText,
  client_order_id: Type.String(),
  coin_pair: Exact({ pair_name: PairName }),
  delegate_type: Words(['BUY', 'SELL']),
  trade_type: Words(['market', 'limit']),
  type: Words(orderTypes),
  state: Words(['PENDING', 'APPROVED', 'DISSAPROVED']),
  /** Why the order ended without being filled completely; empty while it is open, or if it was filled. */
  ended_because: Type.String(),
  time_in_force: Words(['GTC', 'IOC', 'FOK']),
  post_only: Type.Boolean(),
  /** The size in the coin; empty for a market order that has a total instead. */
  number_of_order: Type.String(),
  filled: Decimal,
  open: Decimal,
  order_per_unit: Type.String(),
  trigger_price: Type.String(),
  triggered: Type.Boolean(),
  /** The average price of the filled part; empty before the first fill. */
  final_price: Type.String(),
  /**
   * In USDT: for a market order that has a total, its budget; for a limit order, its size at its price; otherwise the
   * value of the filled part.
   */
  total: Decimal,
  filled_total: Decimal,
  fee: Decimal,
  oco_order_id: Type.String(),
  /** The take-profit and the stop-loss attached to the order; empty if there is none. */
  take_profit_price: Type.String(),
  stop_loss_price: Type.String(),
  created_at: TimeMs,
  updated_at: TimeMs,
  position: Position,
});

export const FillItem = Exact({
  id: Type.String(),
  order_id: OrderIdText,
  coin_pair: Exact({ pair_name: PairName }),
  delegate_type: Words(['BUY', 'SELL']),
  role: Words(['maker', 'taker']),
  unit_price: Decimal,
  number_of_order: Decimal,
  total: Decimal,
  fee: Decimal,
  fee_coin: CoinName,
  time: TimeMs,
  position: Position,
});

const ofPair = { ...paged, name: Optional(PairName) };
const historyOfPair = {
  ...pagedHistory,
  name: Optional(PairName),
  delegate_type: Optional(Words(['BUY', 'SELL'])),
};

/** The immediate effect of a call on its order, regardless of what happened to the order later. */
export const OrderResult = Exact({
  state: Words(['PENDING', 'APPROVED', 'DISSAPROVED']),
  /** Why the order ended without being filled completely; empty if it is open or was filled. */
  ended_because: Type.String(),
  filled: Decimal,
  filled_total: Decimal,
  /** The average price of the lots that this call filled; empty if the call filled none. */
  final_price: Type.String(),
  /** In USDT. */
  fee: Decimal,
});

const OrderResponse = Exact({
  message: Words(['success', 'wrong_transaction_password']),
  order_id: Optional(OrderIdText),
  oco_order_id: Optional(OrderIdText),
  position: Optional(Position),
  /** For an OCO pair: the result of the limit order. */
  result: Optional(OrderResult),
});

const CancelResponse = Exact({
  message: Words(['success']),
  position: Position,
  /** The number of orders that this call ended; two for an OCO pair. */
  cancelled: Type.Integer(),
  /** The amounts that were on hold for these orders and are now available again. */
  released: Type.Array(Exact({ coin: CoinName, amount: Decimal })),
});

export const passwordFields = {
  transaction_password: Optional(Type.String({ maxLength: 128 })),
  /** Do not ask for the transaction password again in this session for 15 minutes. */
  remember: Optional(Type.Boolean()),
};

/** What an order in any market may specify besides its side, amount and price. */
export const orderOptions = {
  /** For a market order, in parts per million of order_per_unit; the market’s `max_slippage_percent` by default. */
  max_slippage: Optional(Type.Integer({ minimum: 0, maximum: 500_000, examples: [10_000] })),
  trigger_price: Optional(Decimal),
  trigger_kind: Optional(Words(['stop', 'take_profit'])),
  post_only: Optional(Type.Boolean()),
  self_trade: Optional(Words(['cancel_newest', 'cancel_oldest', 'cancel_both'])),
  client_order_id: Optional(Type.String({ pattern: '^[0-9]{1,15}$', examples: ['7'] })),
  ...passwordFields,
};

/**
 * Prices attached to an order. Each fill is protected at once by an order at each of these prices, which sells (or
 * closes) the fill at market when the last price, or the mark price of a perpetual market, reaches it. Once one of the
 * two orders is filled completely, the other is cancelled.
 */
export const attachedPrices = {
  take_profit_price: Optional(Decimal),
  stop_loss_price: Optional(Decimal),
};
export const attachedErrors = ['take_profit_wrong_side', 'stop_loss_wrong_side'] as const;

/** Errors of an order in any market. */
export const orderErrors = [
  'account_restricted',
  'kyc_required',
  'unknown_market',
  'market_delisted',
  'market_halted',
  'market_cancel_only',
  'market_close_only',
  'market_busy',
  'amount_required',
  'price_required',
  'price_off_tick',
  'size_off_lot',
  'excess_decimals',
  'below_minimum',
  'above_maximum',
  'exceeds_balance',
  'outside_price_band',
  'trigger_not_reached_side',
  'duplicate_client_order_id',
  'too_many_open_orders',
  'would_take',
  'no_liquidity',
  'beyond_protection',
  'unsupported_combination',
  'transaction_password_required',
  'transaction_password_missing',
] as const;
const placementErrors = [...orderErrors, 'cannot_fill', 'below_rate'] as const;

const ticketWording = { below_minimum: 'side' } as const;

const forClients = { area: 'orders', access: 'client' } as const;

export const orderEndpoints = {
  placeOrder: defineEndpoint({
    ...forClients,
    method: 'POST',
    path: '/api/v2/my-order',
    money: true,
    compatGet: true,
    errors: [...placementErrors, ...attachedErrors],
    wording: ticketWording,
    example: {
      name: 'BTCUSDT',
      delegate_type: 'BUY',
      trade_type: 'limit',
      number_of_order: '0.015',
      order_per_unit: '60000.0',
      transaction_password: 'my second password',
      remember: true,
    },
    summary:
      'Places a spot order. Specify number_of_order (coin) or, for a market order, total (USDT, fee included). If order_per_unit is given, a market order fills only within max_slippage of it: the rest is not filled (ended_because beyond_protection). A buy may carry take_profit_price and stop_loss_price: each fill is protected at once by an order at each of these prices, which sells the fill when the last price reaches it; once one of the two orders is filled completely, the other is cancelled. With trade_type convert, the whole amount is converted immediately (BUY spends total, SELL number_of_order) and yields at most 0.5% less than at order_per_unit.',
    body: Exact({
      name: PairName,
      delegate_type: Words(['BUY', 'SELL']),
      trade_type: Words(['market', 'limit', 'convert']),
      market_type: Optional(Words(['MARKET', 'LIMIT'])),
      number_of_order: Optional(Decimal),
      total: Optional(Decimal),
      /**
       * The limit price. For a market order without a trigger, the price that the client saw: the order is filled at a
       * price at most `max_slippage` worse. For a conversion, the price from which its minimum result is calculated.
       */
      order_per_unit: Optional(Decimal),
      time_in_force: Optional(Words(['GTC', 'IOC', 'FOK'])),
      /** For buy orders only. */
      ...attachedPrices,
      ...orderOptions,
    }),
    response: OrderResponse,
  }),
  placeOco: defineEndpoint({
    ...forClients,
    method: 'POST',
    path: '/api/v3/oco-order',
    money: true,
    errors: placementErrors,
    wording: ticketWording,
    summary: 'Places an OCO pair: a limit order and a stop order, of which one is cancelled when the other executes.',
    body: Exact({
      name: PairName,
      delegate_type: Words(['BUY', 'SELL']),
      number_of_order: Decimal,
      order_per_unit: Decimal,
      trigger_price: Decimal,
      stop_price: Optional(Decimal),
      ...passwordFields,
    }),
    response: OrderResponse,
  }),
  amendOrder: defineEndpoint({
    ...forClients,
    method: 'POST',
    path: '/api/v3/orders/amend',
    money: true,
    errors: [
      ...placementErrors,
      'unknown_order',
      'not_amendable',
      'open_amount_changed',
      'above_position_limit',
      'leverage_too_high',
      'would_liquidate',
      'before_term_end',
    ],
    wording: ticketWording,
    summary:
      'Changes price, open amount or trigger of an open order, also in a perpetual market. The order keeps its place in the queue only if the change does nothing but reduce its amount. If its amount is not changed, the open part of a partly filled order may be below the minimum. The orders of an OCO pair, and those that protect what another order fills, cannot be changed. Once an order is in the book, its trigger cannot be changed.',
    body: Exact({
      order_id: OrderIdText,
      order_per_unit: Optional(Decimal),
      /** The new open amount: what remains to be filled. */
      number_of_order: Optional(Decimal),
      trigger_price: Optional(Decimal),
      /**
       * The open amount that the client saw. If a fill has changed it, the amendment is refused as `open_amount_changed`;
       * without this field, a smaller `number_of_order` may then increase the order.
       */
      open_before: Optional(Decimal),
      ...passwordFields,
    }),
    response: OrderResponse,
  }),
  cancelOrder: defineEndpoint({
    ...forClients,
    method: 'POST',
    path: '/api/v3/orders/cancel',
    money: true,
    errors: ['unknown_order', 'market_halted', 'market_busy'],
    summary: 'Cancels an open order.',
    body: Exact({ order_id: OrderIdText }),
    response: CancelResponse,
  }),
  cancelAllOrders: defineEndpoint({
    ...forClients,
    method: 'POST',
    path: '/api/v3/orders/cancel-all',
    money: true,
    errors: ['unknown_market', 'market_delisted'],
    summary: 'Cancels all open spot orders, or all open orders of one pair.',
    body: Exact({ name: Optional(PairName) }),
    response: CancelResponse,
  }),
  openOrders: defineEndpoint({
    ...forClients,
    method: 'GET',
    path: '/api/v3/trades/open-orders',
    errors: ['unknown_market'],
    summary: 'The client’s open orders, newest first, from the core’s memory.',
    query: Exact({ ...ofPair, limit: Optional(Type.Integer({ minimum: 1, maximum: 200, default: 100 })) }),
    response: Exact({ orders: Type.Array(OrderItem), next_cursor: Optional(Cursor), position: Position }),
  }),
  orderHistory: defineEndpoint({
    ...forClients,
    method: 'GET',
    path: '/api/v3/trades/order-histories',
    reads: 'histories',
    errors: ['unknown_market'],
    summary:
      'The client’s orders that have ended, by pair, side, type, state and dates, sorted by creation; can be paged in both directions.',
    query: Exact({ ...historyOfPair, type: Optional(Words(orderTypes)), state: Optional(Words(endStates)) }),
    response: Exact({ orders: Type.Array(OrderItem), ...turned }),
  }),
  tradeHistory: defineEndpoint({
    ...forClients,
    method: 'GET',
    path: '/api/v3/trades/trade-histories',
    reads: 'histories',
    errors: ['unknown_market'],
    summary:
      'The client’s fills, each with its fee, by pair, side, order and dates, sorted by time; can be paged in both directions.',
    query: Exact({ ...historyOfPair, order_id: Optional(OrderIdText) }),
    response: Exact({ trades: Type.Array(FillItem), ...turned }),
  }),
  funds: defineEndpoint({
    ...forClients,
    method: 'GET',
    path: '/api/v3/trades/funds',
    errors: [],
    summary: 'The client’s spot balances, as the trade pages list them.',
    response: Exact({
      funds: Type.Array(
        Exact({
          coin: Exact({ name: CoinName, image: Type.String() }),
          wallet_balance: Decimal,
          available: Decimal,
          freeze_balance: Decimal,
          usdt_value: Decimal,
        }),
      ),
      position: Position,
    }),
  }),
};
