import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Decimal, Exact, Optional, OrderIdText, PairName, Position, SignedDecimal, Words } from '../schema.ts';
import { acceptanceErrors, act, forClients, Leverage, OrderResponse, placementErrors } from './futures-parts.ts';
import { OrderResult, passwordFields } from './orders.ts';

const FutureId = Type.String({ pattern: '^[0-9]{1,6}-(long|short)$', examples: ['1001-long'] });

const MarginPosition = Exact({
  id: FutureId,
  coin_pair: Exact({ pair_name: PairName }),
  delegate_type: Words(['BUY_MORE', 'SELL_EMPTY']),
  leverage: Leverage,
  /** Unrealized profit. */
  income: SignedDecimal,
  /** Margin and income together. */
  total_asset: SignedDecimal,
  /** Margin added by the client, less margin removed. */
  total_top_up: SignedDecimal,
  /** Income ÷ margin, in per cent. */
  rate_of_return: Type.String(),
  margin: Decimal,
  opening_price: Decimal,
  /** The mark price at which the position is liquidated; empty for a position that can never be liquidated. */
  estimated_force_parity: Type.String(),
  /** The size of the position, in the coin. */
  open_interest: Decimal,
  /** The mark price. */
  current_price: Decimal,
  /** Seconds since the position was opened. */
  duration: Type.Integer(),
  start_date: Type.String(),
  /**
   * When the position’s minimum term ends, counted from the last fill that opened it or added to it; empty if it has
   * none.
   */
  end_date: Type.String(),
});

export const olderFuturesEndpoints = {
  buyMore: defineEndpoint({
    ...act,
    path: '/api/v2/buy-more',
    errors: [
      ...placementErrors,
      'mark_price_unconfirmed',
      'leverage_not_offered',
      'has_open_orders',
      ...acceptanceErrors,
    ],
    summary:
      'Opens or increases a position with a market order: a long position with BUY_MORE, a short one with SELL_EMPTY. The perpetual market is that of the base coin of `name`. The order value at opening_price is margin × leverage. The order is not filled at a price that is worse than opening_price by more than the market’s max_slippage_percent. Before the order is placed, the client’s leverage on that side (long or short) of the market is set to `leverage`.',
    example: {
      name: 'BTCUSDT',
      delegate_type: 'BUY_MORE',
      margin: '100',
      leverage: 10,
      opening_price: '66461.0',
      transaction_password: 'my second password',
    },
    body: Exact({
      name: PairName,
      delegate_type: Words(['BUY_MORE', 'SELL_EMPTY']),
      /** The margin of the position to be opened, in USDT; the fee is charged in addition. */
      margin: Decimal,
      leverage: Leverage,
      /** The price that the client saw. */
      opening_price: Decimal,
      ...passwordFields,
    }),
    response: OrderResponse,
  }),
  clientMargin: defineEndpoint({
    ...forClients,
    path: '/api/v3/client-margin',
    aliases: ['/api/v2/client-margin'],
    reads: 'histories',
    errors: [],
    summary:
      'The client’s open positions in the format that older programs expect. All values are in USDT; only open_interest, the size of a position, is in the coin.',
    response: Exact({ margin: Type.Array(MarginPosition), position: Position }),
  }),
  closeFuture: defineEndpoint({
    ...act,
    path: '/api/v3/futures/close',
    compatGet: true,
    errors: placementErrors,
    summary:
      'Closes a position with a market order, which fills only at prices that are worse than the mark price by at most the market’s max_slippage_percent; `result` says how much of the position was closed. If the minimum term of the position has not ended, nothing is closed and the message is closePositionError: the position can be closed after daysLeft days, or earlier if its income is futureTarget or more, or its total assets are futureFundsToAdd or less.',
    body: Exact({
      /** The `id` of the position, as in the response of client-margin. */
      future_id: FutureId,
      ...passwordFields,
    }),
    response: Exact({
      message: Words(['closeRequest', 'closePositionError', 'wrong_transaction_password']),
      daysLeft: Optional(Type.Integer()),
      /** In USDT: the position’s margin. */
      futureTarget: Optional(Decimal),
      /** In USDT: half of the position’s margin. */
      futureFundsToAdd: Optional(Decimal),
      order_id: Optional(OrderIdText),
      position: Optional(Position),
      result: Optional(OrderResult),
    }),
  }),
};
