import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { ContractName, Decimal, Exact, Optional, Percent, Position, SignedDecimal, TimeMs, Words } from '../schema.ts';
import { act, forClients, futures, Leverage, OrderResponse, placementErrors, Side } from './futures-parts.ts';
import { passwordFields } from './orders.ts';

/** An open position, valued at the mark price. */
export const FuturesPosition = Exact({
  /**
   * All positions that the client opens on this side (long or short) of this market, one after another, have the same
   * id.
   */
  id: Type.String(),
  name: ContractName,
  side: Side,
  /** The leverage of later orders that open or increase this position. */
  leverage: Leverage,
  /** In the coin. */
  size: Decimal,
  /** The average entry price (`cost` ÷ `size`), with two more decimals than the market's prices. */
  entry_price: Decimal,
  mark_price: Decimal,
  /** In USDT: the value of the position at its entry price (`cost`) and at the mark price (`value`). */
  cost: Decimal,
  value: Decimal,
  margin: Decimal,
  /** Unrealized, at the mark price; fees and funding are not included. */
  profit: SignedDecimal,
  /** Profit ÷ margin, in percent; empty if funding has used up the margin. */
  rate_of_return_percent: Type.String(),
  /** The position is liquidated unless margin + profit exceeds this amount. */
  maintenance_margin: Decimal,
  maintenance_percent: Percent,
  /**
   * Maintenance margin ÷ (margin + profit), in percent; at 100% the position is liquidated. Empty if margin + profit is
   * not above zero.
   */
  margin_ratio_percent: Type.String(),
  /** The mark price at which the position is liquidated; empty for a long position that can never be liquidated. */
  liquidation_price: Type.String(),
  bankruptcy_price: Decimal,
  /** How much of the margin the client can remove now; zero while the market is not open, and before the minimum term ends. */
  removable_margin: Decimal,
  /** The size that the open reduce-only orders for this position would close. */
  closing: Decimal,
  /**
   * When the position’s minimum term ends, counted from the last fill that opened it or added to it; absent if it has
   * none.
   */
  term_ends_at: Optional(TimeMs),
  /**
   * Whether the minimum term prevents the client from closing the position now. It does so until `term_ends_at`, except
   * while the profit is at least as high as the margin, and while margin + profit is at most half of the margin. The
   * minimum term never applies to stop-loss orders.
   */
  is_bound: Type.Boolean(),
});

export const futuresPositionEndpoints = {
  futuresPositions: defineEndpoint({
    ...forClients,
    path: '/api/v3/futures/positions',
    errors: [],
    summary:
      'The client’s open positions, with the margin, the liquidation price and the profit at the current mark price.',
    response: Exact({ positions: Type.Array(FuturesPosition), position: Position }),
  }),
  closePosition: defineEndpoint({
    ...act,
    path: '/api/v3/futures/positions/close',
    errors: placementErrors,
    summary:
      'Reduces a position by number_of_order, or closes it if number_of_order is at least its size. Places a reduce-only order: a market order or, if trade_type is limit, a limit order at order_per_unit.',
    body: Exact({
      name: ContractName,
      side: Side,
      trade_type: Optional(Words(['market', 'limit'])),
      /** The amount of the coin; to close the whole position, specify the size of the position. */
      number_of_order: Decimal,
      /**
       * For a limit order, the limit price. For a market order, the price that the client saw: the order is filled only
       * at prices at most `max_slippage` worse.
       */
      order_per_unit: Optional(Decimal),
      /** In parts per million of `order_per_unit`. Defaults to the market’s `max_slippage_percent`. */
      max_slippage: Optional(Type.Integer({ minimum: 0, maximum: 500_000, examples: [10_000] })),
      ...passwordFields,
    }),
    response: OrderResponse,
  }),
  setLeverage: defineEndpoint({
    ...futures,
    method: 'POST',
    access: 'client',
    path: '/api/v3/futures/leverage',
    limitedAsOrder: true,
    errors: [
      'unknown_market',
      'market_delisted',
      'market_halted',
      'market_cancel_only',
      'market_busy',
      'mark_price_unconfirmed',
      'leverage_not_offered',
      'leverage_too_high',
      'has_open_orders',
    ],
    summary:
      'Sets the leverage at which the client’s later orders open or increase a position on one side (long or short) of a market. The margin of an open position does not change. While the client has an open position on that side, the leverage can be raised only if the market is open and the mark price is confirmed.',
    body: Exact({ name: ContractName, side: Side, leverage: Leverage }),
    response: Exact({ message: Words(['success']), leverage: Leverage, position: Position }),
  }),
  changeMargin: defineEndpoint({
    ...act,
    path: '/api/v3/futures/margin',
    errors: [
      'unknown_market',
      'market_delisted',
      'market_halted',
      'market_cancel_only',
      'market_busy',
      'mark_price_unconfirmed',
      'no_position',
      'before_term_end',
      'amount_required',
      'excess_decimals',
      'margin_too_high',
      'exceeds_balance',
      'below_initial_margin',
      'transaction_password_required',
      'transaction_password_missing',
    ],
    wording: { exceeds_balance: 'wallet' },
    summary:
      'Adds available USDT from the futures wallet to a position’s margin, or moves up to the position’s removable_margin from the margin back to the futures wallet. Before the end of a minimum term, none can be moved (`before_term_end`).',
    body: Exact({
      name: ContractName,
      side: Side,
      change: Words(['add', 'remove']),
      amount: Decimal,
      ...passwordFields,
    }),
    response: Exact({
      message: Words(['success', 'wrong_transaction_password']),
      /** The position’s margin after the change. */
      margin: Optional(Decimal),
      position: Optional(Position),
    }),
  }),
};
