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
  /**
   * Why the order ended without being filled completely (an `OrderEnding`, or the code of a refusal); empty while the
   * order is open, and if it was filled.
   */
  ended_because: Type.String(),
  time_in_force: Words(['GTC', 'IOC', 'FOK']),
  post_only: Type.Boolean(),
  /** The amount of the order, in the coin; empty for a market order that was placed with `total` instead. */
  number_of_order: Type.String(),
  filled: Decimal,
  open: Decimal,
  order_per_unit: Type.String(),
  trigger_price: Type.String(),
  triggered: Type.Boolean(),
  /** The average price of the filled part; empty before the first fill. */
  final_price: Type.String(),
  /**
   * In USDT: for a market order that was placed with `total`, that total; for a limit order, amount × limit price; for
   * any other order, the value of the filled part.
   */
  total: Decimal,
  filled_total: Decimal,
  fee: Decimal,
  oco_order_id: Type.String(),
  /** The prices of the take-profit and the stop-loss attached to the order; empty if none is attached. */
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

/** What a call that placed or changed an order did to the order; later fills and changes are not included. */
export const OrderResult = Exact({
  state: Words(['PENDING', 'APPROVED', 'DISSAPROVED']),
  /** Why the order ended without being filled completely; empty if the order is open or was filled. */
  ended_because: Type.String(),
  /** The amount that this call filled: in the coin, and its value in USDT. */
  filled: Decimal,
  filled_total: Decimal,
  /** The average price of that amount; empty if this call filled nothing. */
  final_price: Type.String(),
  /** The fee on that amount, in USDT. */
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
  /** The number of orders that this call cancelled; an OCO pair counts as two. */
  cancelled: Type.Integer(),
  /** The amounts that were on hold for these orders and are now available again. */
  released: Type.Array(Exact({ coin: CoinName, amount: Decimal })),
});

export const passwordFields = {
  transaction_password: Optional(Type.String({ maxLength: 128 })),
  /**
   * If true and the transaction password is correct, orders, conversions, margin changes and transfers in this session
   * do not need it for the next 15 minutes.
   */
  remember: Optional(Type.Boolean()),
};

/** What an order in any market may specify besides side, amount and price. */
export const orderOptions = {
  /**
   * For a market order with `order_per_unit`: how much worse than that price the order may be filled, in parts per
   * million of that price. Defaults to the market’s `max_slippage_percent`.
   */
  max_slippage: Optional(Type.Integer({ minimum: 0, maximum: 500_000, examples: [10_000] })),
  /** The order becomes active when the last price (in a perpetual market, the mark price) reaches this price. */
  trigger_price: Optional(Decimal),
  /** Whether the order with `trigger_price` is a stop order, the default, or a take-profit order. */
  trigger_kind: Optional(Words(['stop', 'take_profit'])),
  post_only: Optional(Type.Boolean()),
  /**
   * Which order is cancelled if the order would trade with another order of the same client: the new order (default),
   * the older one, or both.
   */
  self_trade: Optional(Words(['cancel_newest', 'cancel_oldest', 'cancel_both'])),
  /** An ID chosen by the client, unique among the client’s open orders. */
  client_order_id: Optional(Type.String({ pattern: '^[0-9]{1,15}$', examples: ['7'] })),
  ...passwordFields,
};

/**
 * The take-profit and the stop-loss attached to an order. As soon as a part of the order is filled, a take-profit order
 * and a stop-loss order protect that part: when the last price (in a perpetual market, the mark price) reaches the
 * attached price, the protecting order sells (or closes) the filled part at market. Once one of the two protecting
 * orders is filled completely, the other is cancelled.
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
      'Places a spot order. Specify number_of_order (the amount of the coin) or, for a market order, total (USDT; for a BUY, fee included). A market order with order_per_unit is filled only at prices at most max_slippage worse than order_per_unit; the rest of the order is cancelled (ended_because beyond_protection). A BUY may have a take_profit_price, a stop_loss_price or both. As soon as the BUY is filled, even in part, a sell order for the filled amount is placed for each of these prices, and is executed at market when the last price reaches that price. Once one of the two sell orders is filled completely, the other is cancelled. With trade_type convert, order_per_unit is required, and the whole amount (BUY: total, SELL: number_of_order) is converted immediately if this yields at most 0.5% less than at order_per_unit; otherwise nothing is converted.',
    body: Exact({
      name: PairName,
      delegate_type: Words(['BUY', 'SELL']),
      trade_type: Words(['market', 'limit', 'convert']),
      market_type: Optional(Words(['MARKET', 'LIMIT'])),
      number_of_order: Optional(Decimal),
      total: Optional(Decimal),
      /**
       * For a limit order, the limit price. For a market order without a trigger, the price that the client saw: the
       * order is filled only at prices at most `max_slippage` worse. For a conversion, the price from which the minimum
       * result of the conversion is calculated.
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
    summary:
      'Places an OCO pair: a limit order at order_per_unit, and a stop order at trigger_price with the same side and amount. The stop order is a limit order at stop_price if stop_price is given, otherwise a market order. When the limit order is first filled, even in part, the stop order is cancelled; when the stop order is triggered, the limit order is cancelled.',
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
      'Changes the price, the open amount or the trigger price of an open order in a spot or perpetual market. The order keeps its place in the queue only if the call does nothing but reduce the amount. If the open amount of a partly filled order is below the minimum, the order can still be changed as long as the open amount stays the same. The trigger price cannot be changed once the order is in the book. The orders of an OCO pair, and the take-profit and stop-loss orders that protect fills of another order, cannot be changed.',
    body: Exact({
      order_id: OrderIdText,
      order_per_unit: Optional(Decimal),
      /** The new open amount: what remains to be filled. */
      number_of_order: Optional(Decimal),
      trigger_price: Optional(Decimal),
      /**
       * The open amount that the client saw. If a fill has reduced it since, the call is refused as
       * `open_amount_changed`. Without this field, the open amount is set to `number_of_order` even then, which may
       * increase an order that the client wanted to reduce.
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
    summary: 'Cancels an open order. If the order belongs to an OCO pair, both orders of the pair are cancelled.',
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
    summary: 'The client’s open spot orders, of all pairs or one, newest first.',
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
      'The client’s spot orders that have been filled or cancelled, sorted by the time of creation. The list can be filtered by pair, side, type, state and days of creation (UTC), and paged in both directions.',
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
      'The fills of the client’s spot orders with price, amount and fee, sorted by time. The list can be filtered by pair, side, order and days (UTC), and paged in both directions.',
    query: Exact({ ...historyOfPair, order_id: Optional(OrderIdText) }),
    response: Exact({ trades: Type.Array(FillItem), ...turned }),
  }),
  funds: defineEndpoint({
    ...forClients,
    method: 'GET',
    path: '/api/v3/trades/funds',
    errors: [],
    summary: 'The client’s spot balances of all coins that the client has, with the value of each balance in USDT.',
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
