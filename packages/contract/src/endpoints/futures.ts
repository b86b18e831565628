import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import {
  CoinName,
  ContractName,
  Cursor,
  Day,
  Decimal,
  Exact,
  endStates,
  Optional,
  OrderIdText,
  PairName,
  Percent,
  Position,
  paged,
  pagedHistory,
  SignedDecimal,
  TextFile,
  TimeMs,
  turned,
  Words,
} from '../schema.ts';
import {
  attachedErrors,
  attachedPrices,
  OrderItem,
  OrderResult,
  orderErrors,
  orderOptions,
  passwordFields,
} from './orders.ts';

/** The leverage levels that a client may choose. */
export const offeredLeverages = [3, 5, 10, 15, 20] as const;
export const DEFAULT_LEVERAGE = 10;

/** A long position gains when the price rises, a short one when it falls. A client may have both in one market. */
const Side = Words(['long', 'short']);
const Leverage = Type.Integer({ minimum: 1, maximum: 100, examples: [10] });

/** A perpetual market: its tick, lot, limits and terms. Amounts are in the coin, totals and other values in USDT. */
const FuturesMarket = Exact({
  name: ContractName,
  /** The asset whose price the market follows. */
  base: CoinName,
  /** The asset in which margin, profit and fees are paid. */
  quote: CoinName,
  status: Words(['open', 'cancel_only', 'halted', 'delisted']),
  tick: Decimal,
  lot: Decimal,
  price_decimals: Type.Integer(),
  amount_decimals: Type.Integer(),
  minimum_amount: Decimal,
  maximum_amount: Decimal,
  minimum_total: Decimal,
  maximum_total: Decimal,
  /** The maximum distance of an order's price from the mark price. */
  band_percent: Percent,
  /** The default maximum slippage of market orders from the price shown to the client. */
  max_slippage_percent: Percent,
  maximum_open_orders: Type.Integer(),
  /** The leverage levels that clients can choose in this market, in ascending order. */
  leverages: Type.Array(Leverage),
  default_leverage: Leverage,
  /**
   * The maintenance margin of positions with an entry value up to `risk_limit`, as a fraction of their value at the
   * mark price.
   */
  maintenance_percent: Percent,
  risk_limit: Decimal,
  /**
   * The maintenance rate rises by `risk_step_percent` for each full or partial `risk_step` of entry value above
   * `risk_limit`.
   */
  risk_step: Decimal,
  risk_step_percent: Percent,
  /** The liquidation fee, in percent of the liquidated value; paid to the insurance fund. */
  liquidation_fee_percent: Percent,
  maximum_position: Decimal,
  maximum_open_interest: Decimal,
  /**
   * The minimum term: the number of days, counted from the last fill that opened the position or added to it, for which
   * the client cannot close it; 0 if there is none. For exceptions, see `is_bound` of a position. Liquidation and
   * delisting close positions regardless.
   */
  minimum_term_days: Type.Integer(),
  funding_interval_hours: Type.Integer(),
  /** When the market will be delisted; null if that is not planned. */
  delisting_at: Type.Union([TimeMs, Type.Null()]),
  /**
   * The time from which orders that open positions are rejected, ahead of the delisting; null if no delisting is
   * planned.
   */
  close_only_at: Type.Union([TimeMs, Type.Null()]),
  is_close_only: Type.Boolean(),
});

/** The current figures of a perpetual market. */
const FuturesTicker = Exact({
  name: ContractName,
  status: Words(['open', 'cancel_only', 'halted', 'delisted']),
  /** The price at which positions are valued and liquidated. */
  mark_price: Decimal,
  last_price: Decimal,
  /** The change of the last price in 24 hours: in percent, and in USDT. */
  percent: Percent,
  change: SignedDecimal,
  high: Decimal,
  low: Decimal,
  /** 24-hour volume: in the coin, and in USDT. */
  volume: Decimal,
  volume_usdt: Decimal,
  /**
   * The total of all long positions, which equals that of all short ones: in the coin, and in USDT at the mark price.
   */
  open_interest: Decimal,
  open_interest_usdt: Decimal,
  /** The current estimate of the next funding rate. If positive, longs pay shorts; if negative, shorts pay longs. */
  funding_rate_percent: Percent,
  next_funding_at: TimeMs,
});

/** A price; empty if there is none. */
const PriceOrEmpty = Type.String({ pattern: '^([0-9]+(\\.[0-9]+)?)?$', examples: ['66461.05'] });

/** One of the sources of a market's index. */
export const IndexSource = Exact({
  name: Type.String(),
  /**
   * `used`: the price is close to those of the other sources. `stale`: the price is older than ten seconds. `deviates`:
   * the price differs by more than 5% from the median of all sources that are not stale; or only two prices are within
   * 5% of the median, and these two differ by more than 1%. `compared`: the source is our own spot book, which is shown
   * only for comparison. `silent`: the source has no price for this market.
   */
  state: Words(['used', 'stale', 'deviates', 'compared', 'silent']),
  /** Has one more decimal than the market's tick; empty if the source is silent. */
  price: PriceOrEmpty,
  /** When the source reported its price; 0 if it is silent. */
  at: TimeMs,
});

/** The index of a perpetual market: the price on which its sources agree, and which its mark price follows. */
const FuturesIndex = Exact({
  name: ContractName,
  /**
   * `unconfirmed`: too few sources agree. If that lasts for more than three seconds after `confirmed_at`, the market
   * accepts only cancellations.
   */
  state: Words(['confirmed', 'unconfirmed']),
  /** Has one more decimal than the market's tick; empty while unconfirmed. */
  price: PriceOrEmpty,
  /**
   * When the sources last confirmed a price or, if they never have, when this server first read them; 0 if it has not
   * read them yet.
   */
  confirmed_at: TimeMs,
  /** How many sources are used; the index is confirmed only if at least `needed_sources` are. */
  used_sources: Type.Integer(),
  needed_sources: Type.Integer(),
  sources: Type.Array(IndexSource),
});

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

const { coin_pair: _, delegate_type: __, oco_order_id: ___, ...orderFields } = OrderItem.properties;

/** An order in a perpetual market. `open` orders add to the position on their side, `close` orders only reduce it. */
export const FuturesOrderItem = Exact({
  ...orderFields,
  name: ContractName,
  side: Side,
  effect: Words(['open', 'close']),
});

const fillRoles = ['maker', 'taker', 'liquidated', 'counterparty', 'delisted'] as const;

const FuturesFillItem = Exact({
  id: Type.String(),
  /** Empty if the fill was settled outside the book. */
  order_id: Type.String(),
  name: ContractName,
  side: Side,
  effect: Words(['open', 'close']),
  /**
   * How the client took part in the trade. `maker`, `taker`: with an order that traded in the book. `liquidated`: the
   * client's position was liquidated, and closed outside the book, or was bankrupt at the price of a delisting.
   * `counterparty`: the client's position was closed against such a position (auto-deleveraging). `delisted`: the
   * client's position was closed without a fee, at one price for all positions, because the market was delisted.
   */
  role: Words(fillRoles),
  unit_price: Decimal,
  number_of_order: Decimal,
  total: Decimal,
  fee: Decimal,
  fee_coin: CoinName,
  /** The profit of the closed part, without the fee. */
  realized_profit: SignedDecimal,
  time: TimeMs,
  position: Position,
});

/** A position that has been closed. All sums cover the time from opening to closing. */
const ClosedPosition = Exact({
  id: Type.String(),
  name: ContractName,
  side: Side,
  opened_at: TimeMs,
  closed_at: TimeMs,
  /** The total size opened, in the coin. */
  size: Decimal,
  /** Average prices, with two more decimals than the market’s prices. */
  entry_price: Decimal,
  exit_price: Decimal,
  /** Without fees and funding. */
  realized_profit: SignedDecimal,
  fees: Decimal,
  funding: SignedDecimal,
  /** Profit and funding less fees. */
  net_profit: SignedDecimal,
  /** The size that was liquidated, in the coin. */
  liquidated: Decimal,
});

const FundingPayment = Exact({
  id: Type.String(),
  name: ContractName,
  side: Side,
  /** Negative if the client paid the funding, positive if the client received it. */
  amount: SignedDecimal,
  coin: CoinName,
  size: Decimal,
  time: TimeMs,
});

/** The start of the liquidation of a position. */
const Liquidation = Exact({
  id: Type.String(),
  name: ContractName,
  side: Side,
  /** The part of the position that is to be closed at market, in the coin. */
  size: Decimal,
  mark_price: Decimal,
  bankruptcy_price: Decimal,
  time: TimeMs,
});

/** A funding settlement of a perpetual market. */
const Funding = Exact({
  name: ContractName,
  time: TimeMs,
  /** If the rate is positive, longs paid; if negative, shorts. */
  rate_percent: Percent,
  mark_price: Decimal,
  /** The total that the paying side paid, in USDT; empty until the settlement has ended. */
  collected: Type.String(),
});

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

const ofMarket = { name: Optional(ContractName), ...paged };
/** A client's history: of one position side or both, of one market or all. */
const ownHistory = { name: Optional(ContractName), side: Optional(Side), ...pagedHistory };
const EffectFilter = Optional(Words(['open', 'close']));

const OrderResponse = Exact({
  message: Words(['success', 'wrong_transaction_password']),
  order_id: Optional(OrderIdText),
  position: Optional(Position),
  result: Optional(OrderResult),
});

const CancelResponse = Exact({
  message: Words(['success']),
  position: Position,
  /** The number of orders that this call cancelled. */
  cancelled: Type.Integer(),
  /** Margin and fees that were on hold for these orders and are now available again. */
  released: Type.Array(Exact({ coin: CoinName, amount: Decimal })),
});

const placementErrors = [
  ...orderErrors,
  'no_position',
  'before_term_end',
  'above_position_limit',
  'leverage_too_high',
  'would_liquidate',
] as const;

const acceptanceErrors = ['futures_risks_not_accepted', 'minimum_term_not_accepted'] as const;

const futures = { area: 'futures' } as const;
const forVisitors = { ...futures, method: 'GET', access: 'visitor' } as const;
const forClients = { ...futures, method: 'GET', access: 'client' } as const;
const act = { ...futures, method: 'POST', access: 'client', money: true } as const;

export const futuresEndpoints = {
  futuresMarkets: defineEndpoint({
    ...forVisitors,
    path: '/api/v3/futures/markets',
    errors: [],
    summary:
      'The contract rules of every perpetual market: tick, lot, limits, leverage levels, maintenance tiers, liquidation fee and minimum term.',
    response: Exact({
      markets: Type.Array(FuturesMarket),
      /** The names of markets that were delisted. */
      delisted: Type.Array(ContractName),
      position: Position,
    }),
  }),
  futuresTickers: defineEndpoint({
    ...forVisitors,
    path: '/api/v3/futures/tickers',
    errors: [],
    summary: 'Mark price, 24 h figures, open interest and next funding of every perpetual market.',
    response: Exact({ tickers: Type.Array(FuturesTicker), position: Position }),
  }),
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
  futuresOrderHistory: defineEndpoint({
    ...forClients,
    path: '/api/v3/futures/order-history',
    reads: 'histories',
    errors: ['unknown_market'],
    summary:
      'The client’s orders in perpetual markets that have been filled or cancelled, sorted by the time of creation. The list can be filtered by market, position side, effect, state and days of creation (UTC), and paged in both directions.',
    query: Exact({ ...ownHistory, effect: EffectFilter, state: Optional(Words(endStates)) }),
    response: Exact({ orders: Type.Array(FuturesOrderItem), ...turned }),
  }),
  futuresTradeHistory: defineEndpoint({
    ...forClients,
    path: '/api/v3/futures/trade-history',
    reads: 'histories',
    errors: ['unknown_market'],
    summary:
      'The trades that opened, increased, reduced or closed the client’s positions: fills of orders, and closes outside the order book (liquidation, auto-deleveraging, delisting). The list can be filtered by market, position side, effect, role and days (UTC), and paged in both directions.',
    query: Exact({ ...ownHistory, effect: EffectFilter, role: Optional(Words(fillRoles)) }),
    response: Exact({ trades: Type.Array(FuturesFillItem), ...turned }),
  }),
  positionHistory: defineEndpoint({
    ...forClients,
    path: '/api/v3/futures/position-history',
    reads: 'histories',
    errors: ['unknown_market'],
    summary:
      'The client’s positions that have been closed, sorted by the time of closing. The list can be filtered by market, side and days of closing (UTC), and paged in both directions.',
    query: Exact(ownHistory),
    response: Exact({ positions: Type.Array(ClosedPosition), ...turned }),
  }),
  fundingPayments: defineEndpoint({
    ...forClients,
    path: '/api/v3/futures/funding-payments',
    reads: 'histories',
    errors: ['unknown_market'],
    summary:
      'The funding that the client’s positions paid (negative amounts) or received (positive amounts). The list can be filtered by market, position side and days (UTC), and paged in both directions.',
    query: Exact(ownHistory),
    response: Exact({ payments: Type.Array(FundingPayment), ...turned }),
  }),
  ownLiquidations: defineEndpoint({
    ...forClients,
    path: '/api/v3/futures/own-liquidations',
    reads: 'histories',
    errors: ['unknown_market'],
    summary:
      'Liquidations of the client’s positions. The list can be filtered by market, position side and days (UTC), and paged in both directions.',
    query: Exact(ownHistory),
    response: Exact({ liquidations: Type.Array(Liquidation), ...turned }),
  }),
  futuresHistoryCsv: defineEndpoint({
    ...forClients,
    path: '/api/v3/futures/history.csv',
    reads: 'histories',
    errors: ['unknown_market'],
    summary:
      'One of the client’s histories in perpetual markets, complete, as a CSV file. `tab` selects the history: order, trade, position (closed positions), funding or liquidation. The other fields filter the rows as in the call that lists the same history.',
    query: Exact({
      tab: Words(['order', 'trade', 'position', 'funding', 'liquidation']),
      name: Optional(ContractName),
      side: Optional(Side),
      /** For orders and trades. */
      effect: EffectFilter,
      /** For orders. */
      state: Optional(Words(endStates)),
      /** For trades. */
      role: Optional(Words(fillRoles)),
      from: Optional(Day),
      to: Optional(Day),
      sort: Optional(Words(['newest', 'oldest'])),
    }),
    response: TextFile,
  }),
  futuresLiquidations: defineEndpoint({
    ...forVisitors,
    path: '/api/v3/futures/liquidations',
    reads: 'histories',
    errors: ['unknown_market'],
    summary:
      'Liquidations in all perpetual markets or one, newest first. The list does not say whose positions were liquidated.',
    query: Exact(ofMarket),
    response: Exact({ liquidations: Type.Array(Liquidation), ...turned }),
  }),
  fundingHistory: defineEndpoint({
    ...forVisitors,
    path: '/api/v3/futures/funding-history',
    reads: 'histories',
    errors: ['unknown_market'],
    summary:
      'Past funding settlements of a perpetual market, newest first, with rate, mark price and amount collected.',
    query: Exact({ ...paged, name: ContractName }),
    response: Exact({ fundings: Type.Array(Funding), next_cursor: Optional(Cursor), position: Position }),
  }),
  markHistory: defineEndpoint({
    ...forVisitors,
    path: '/api/v3/futures/mark-history',
    reads: 'histories',
    errors: ['unknown_market'],
    summary:
      'Past mark prices of a perpetual market: the first mark price of each minute, newest first. Every 50 minutes count as one request toward the rate limit.',
    query: Exact({
      name: ContractName,
      before: Optional(TimeMs),
      limit: Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 480 })),
    }),
    response: Exact({
      prices: Type.Array(Exact({ time: TimeMs, mark_price: Decimal })),
      position: Position,
    }),
  }),
  futuresIndex: defineEndpoint({
    ...forVisitors,
    path: '/api/v3/futures/index',
    errors: [],
    summary:
      'The index price of every perpetual market, and the sources of the index: each source’s price, the time of that price, and whether the source is used.',
    response: Exact({
      indexes: Type.Array(FuturesIndex),
      /** The exchange's current time, for computing the age of a price. */
      time: TimeMs,
      position: Position,
    }),
  }),
  indexHistory: defineEndpoint({
    ...forVisitors,
    path: '/api/v3/futures/index-history',
    reads: 'histories',
    errors: ['unknown_market'],
    summary:
      'Index prices of a perpetual market in the last 90 days as one-minute candles, newest first. Minutes in which the sources confirmed no price are missing. Every 50 minutes count as one request toward the rate limit.',
    query: Exact({
      name: ContractName,
      before: Optional(TimeMs),
      limit: Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 480 })),
    }),
    response: Exact({
      prices: Type.Array(
        Exact({
          time: TimeMs,
          open: Decimal,
          high: Decimal,
          low: Decimal,
          close: Decimal,
          /** The lowest number of sources that were used for the index price at any time within the minute. */
          sources: Type.Integer(),
        }),
      ),
      position: Position,
    }),
  }),
  insuranceFund: defineEndpoint({
    ...forVisitors,
    path: '/api/v3/futures/insurance-fund',
    errors: [],
    summary:
      'The insurance fund: its available USDT, and the positions it has taken over from liquidations and still holds.',
    response: Exact({
      available: Decimal,
      coin: CoinName,
      positions: Type.Array(
        Exact({ name: ContractName, side: Side, size: Decimal, cost: Decimal, profit: SignedDecimal }),
      ),
      position: Position,
    }),
  }),
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
