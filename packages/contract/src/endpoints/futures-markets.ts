import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { CoinName, ContractName, Decimal, Exact, Percent, Position, SignedDecimal, TimeMs, Words } from '../schema.ts';
import { forVisitors, Leverage } from './futures-parts.ts';

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

export const futuresMarketEndpoints = {
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
};
