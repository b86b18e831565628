import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import {
  CoinName,
  ContractName,
  Cursor,
  Decimal,
  Exact,
  Optional,
  OrderIdText,
  Percent,
  Position,
  Words,
} from '../schema.ts';
import {
  acceptanceErrors,
  act,
  forClients,
  futures,
  Leverage,
  OrderResponse,
  ofMarket,
  placementErrors,
  Side,
} from './futures-parts.ts';
import { attachedErrors, attachedPrices, OrderItem, orderOptions } from './orders.ts';

const { coin_pair: _, delegate_type: __, oco_order_id: ___, ...orderFields } = OrderItem.properties;

/** An order in a perpetual market. `open` orders add to the position on their side, `close` orders only reduce it. */
export const FuturesOrderItem = Exact({
  ...orderFields,
  name: ContractName,
  side: Side,
  effect: Words(['open', 'close']),
});

const CancelResponse = Exact({
  message: Words(['success']),
  position: Position,
  /** The number of orders that this call cancelled. */
  cancelled: Type.Integer(),
  /** Margin and fees that were on hold for these orders and are now available again. */
  released: Type.Array(Exact({ coin: CoinName, amount: Decimal })),
});

export const futuresOrderEndpoints = {
  futuresTicket: defineEndpoint({
    ...forClients,
    path: '/api/v3/futures/ticket',
    errors: ['unknown_market'],
    summary:
      'The data for the order form of a perpetual market: the client’s available USDT, leverage and fee rates, whether the client has accepted the notice on the risks of futures, and the longest minimum term that the client has accepted for this market.',
    query: Exact({ name: ContractName }),
    response: Exact({
      /** The available USDT in the futures wallet. */
      available: Decimal,
      leverage: Exact({ long: Leverage, short: Leverage }),
      maker_rate_percent: Percent,
      taker_rate_percent: Percent,
      /** Whether the client has accepted the notice on the risks of futures. */
      risks_accepted: Type.Boolean(),
      /** The longest minimum term that the client has accepted for this market; 0 for none. */
      accepted_term_days: Type.Integer(),
      position: Position,
    }),
  }),
  acceptFuturesRisks: defineEndpoint({
    ...futures,
    method: 'POST',
    access: 'client',
    path: '/api/v3/futures/accept-risks',
    errors: [],
    summary:
      'Records that the client has read and accepted the notice on the risks of futures. Until this call, the client’s orders that open a position are rejected.',
    body: Exact({}),
    response: Exact({ message: Words(['success']) }),
  }),
  acceptMinimumTerm: defineEndpoint({
    ...futures,
    method: 'POST',
    access: 'client',
    path: '/api/v3/futures/accept-term',
    errors: ['unknown_market', 'market_delisted', 'minimum_term_changed'],
    summary:
      'Records that the client has read and accepted the minimum term of a perpetual market. Until this call, the client’s orders that open a position in that market are rejected. If the term becomes longer, the client must accept it again.',
    body: Exact({
      name: ContractName,
      /**
       * The minimum term that the client has read. If the market’s minimum term has changed since then, the call is
       * refused as `minimum_term_changed`.
       */
      minimum_term_days: Type.Integer({ minimum: 1, maximum: 365, examples: [30] }),
    }),
    response: Exact({ message: Words(['success']), name: ContractName, minimum_term_days: Type.Integer() }),
  }),
  placeFuturesOrder: defineEndpoint({
    ...act,
    path: '/api/v3/futures/orders',
    errors: [...placementErrors, ...attachedErrors, 'take_profit_in_term', ...acceptanceErrors],
    summary:
      'Places an order in a perpetual market. With `effect` open, the order opens or increases the client’s position on the specified side; with `effect` close, it only reduces that position. Specify number_of_order (the amount of the coin) or total (USDT, converted to whole lots at the price of the order). The margin and the fee of an opening order are put on hold in the futures wallet when the order is placed, even if it has a trigger_price. A closing order with trigger_price is a stop-loss (trigger_kind stop) or a take-profit (trigger_kind take_profit). Orders are triggered by the mark price, not by trades, and only while the market is open. An opening order may have a take_profit_price, a stop_loss_price or both. As soon as the opening order is filled, even in part, a closing order for the filled amount is placed for each of these prices, and is executed at market when the mark price reaches that price. Once one of the two closing orders is filled completely, the other is cancelled.',
    example: {
      name: 'BTC-USDT-PERP',
      side: 'long',
      effect: 'open',
      trade_type: 'limit',
      number_of_order: '0.015',
      order_per_unit: '60000.0',
      transaction_password: 'my second password',
      remember: true,
    },
    body: Exact({
      name: ContractName,
      side: Side,
      effect: Words(['open', 'close']),
      trade_type: Words(['market', 'limit']),
      number_of_order: Optional(Decimal),
      total: Optional(Decimal),
      /**
       * For a limit order, the limit price. For a market order without a trigger, the price that the client saw: the
       * order is filled only at prices at most `max_slippage` worse.
       */
      order_per_unit: Optional(Decimal),
      time_in_force: Optional(Words(['GTC', 'IOC'])),
      /** For opening orders only. */
      ...attachedPrices,
      ...orderOptions,
    }),
    response: OrderResponse,
  }),
  cancelFuturesOrder: defineEndpoint({
    ...act,
    path: '/api/v3/futures/orders/cancel',
    errors: ['unknown_order', 'market_halted', 'market_busy'],
    summary: 'Cancels an open order in a perpetual market.',
    body: Exact({ order_id: OrderIdText }),
    response: CancelResponse,
  }),
  cancelAllFuturesOrders: defineEndpoint({
    ...act,
    path: '/api/v3/futures/orders/cancel-all',
    errors: ['unknown_market', 'market_delisted'],
    summary: 'Cancels all open orders in one perpetual market, stop-loss and take-profit orders included.',
    body: Exact({ name: ContractName }),
    response: CancelResponse,
  }),
  futuresOpenOrders: defineEndpoint({
    ...forClients,
    path: '/api/v3/futures/open-orders',
    errors: ['unknown_market'],
    summary: 'The client’s open orders, of all perpetual markets or one, newest first.',
    query: Exact({ ...ofMarket, limit: Optional(Type.Integer({ minimum: 1, maximum: 200, default: 100 })) }),
    response: Exact({ orders: Type.Array(FuturesOrderItem), next_cursor: Optional(Cursor), position: Position }),
  }),
};
