import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import {
  CoinName,
  ContractName,
  Decimal,
  Exact,
  MarketName,
  Optional,
  PairName,
  Position,
  TimeMs,
  Words,
} from '../schema.ts';

/**
 * The windows of trading data. A window is divided into steps of equal length; it begins with the start of a step and
 * ends now.
 */
export const dataWindows = ['1h', '4h', '24h', '7d'] as const;
export type DataWindow = (typeof dataWindows)[number];

const Window = Words(dataWindows);
const StepSeconds = Type.Integer({ minimum: 1, examples: [3600] });
const Count = Type.Integer({ minimum: 0 });

/** What takers bought and sold with orders of one size class. Values are in USDT. */
const FlowOfSize = Exact({
  /** The smallest order value in this size class; the class ends where the next larger class begins. */
  least: Decimal,
  buy: Decimal,
  sell: Decimal,
  /** The numbers of buy and sell orders. */
  buys: Count,
  sells: Count,
});

/** What takers bought and sold in one step of the window. Values are in USDT. */
const FlowOfPeriod = Exact({
  /** The start of the step. */
  time: TimeMs,
  buy: Decimal,
  sell: Decimal,
  /** The last price at the end of the step; empty before the first trade in this market. */
  close: Type.String(),
});

const Activity = Exact({
  name: PairName,
  base: CoinName,
  /** The last price. */
  close: Decimal,
  /** The change from the price of the first trade in the window to the last price; empty if there was no trade. */
  percent: Type.String(),
  volume_usdt: Decimal,
  /** The volume in USDT of each step, oldest first. */
  volumes: Type.Array(Decimal),
});

const PositionSample = Exact({
  time: TimeMs,
  /** In the coin, and in USDT at the mark price. */
  open_interest: Decimal,
  open_interest_usdt: Decimal,
  /** The number of accounts with a position on each side, not counting the insurance fund. */
  long_accounts: Count,
  short_accounts: Count,
});

/**
 * One price bin (`from` and `to` inclusive): the USDT value of the longs and shorts liquidated at mark prices within
 * it.
 */
const LiquidatedAt = Exact({ from: Decimal, to: Decimal, longs: Decimal, shorts: Decimal });

const OutsideLevel = Exact({ px: Decimal, sz: Decimal });

const data = { method: 'GET', area: 'markets', access: 'visitor' } as const;

/** Public sums over all trades and positions. The sums are the same for all visitors, and at most 15 seconds old. */
export const tradingDataEndpoints = {
  takerFlow: defineEndpoint({
    ...data,
    path: '/api/v3/trading-data/taker-flow',
    errors: ['unknown_market', 'market_delisted'],
    summary:
      'The USDT value that takers bought and sold in a market within a window: in each step of the window (`periods`), and by the size of the taker orders (`sizes`). The size of a taker order is the USDT value of the part that was filled immediately. Counts as four requests toward the rate limit.',
    query: Exact({ name: MarketName, window: Window }),
    response: Exact({
      from: TimeMs,
      /** Largest size first. */
      sizes: Type.Array(FlowOfSize),
      step_seconds: StepSeconds,
      periods: Type.Array(FlowOfPeriod),
      position: Position,
    }),
  }),
  marketActivity: defineEndpoint({
    ...data,
    path: '/api/v3/trading-data/markets',
    errors: [],
    summary:
      'The price change and the volume of every spot pair within a window. Counts as four requests toward the rate limit.',
    query: Exact({ window: Window }),
    response: Exact({
      from: TimeMs,
      step_seconds: StepSeconds,
      markets: Type.Array(Activity),
      position: Position,
    }),
  }),
  outsideMarket: defineEndpoint({
    ...data,
    path: '/api/v3/outside-market',
    errors: ['unknown_coin'],
    summary:
      'Figures of a coin on another exchange, for comparison: the 24-hour ticker of the coin’s USD swap, and the latest trades and best five levels of the coin’s spot pair with USDT. The figures are at most three seconds old. Nothing on this exchange is computed from them. Counts as three requests toward the rate limit.',
    query: Exact({ name: CoinName }),
    response: Exact({
      /** The name of the other exchange; empty if operators have not chosen one. */
      source: Type.String(),
      /** `unavailable`: the other exchange cannot be reached, or does not trade the coin. */
      state: Words(['available', 'unavailable', 'none']),
      ticker: Optional(
        Exact({
          instId: Type.String({ examples: ['BTC-USD-SWAP'] }),
          last: Decimal,
          open24h: Decimal,
          high24h: Decimal,
          low24h: Decimal,
          /** In contracts. */
          vol24h: Decimal,
          /** In the coin. */
          volCcy24h: Decimal,
          ts: TimeMs,
        }),
      ),
      /** Newest first, at most 100. */
      trades: Type.Array(
        Exact({ tradeId: Type.String(), side: Words(['buy', 'sell']), px: Decimal, sz: Decimal, ts: TimeMs }),
      ),
      /** Best first, at most five on each side. */
      bids: Type.Array(OutsideLevel),
      asks: Type.Array(OutsideLevel),
    }),
  }),
  positionData: defineEndpoint({
    ...data,
    path: '/api/v3/trading-data/futures',
    errors: ['unknown_market'],
    summary:
      'The open interest of a perpetual market and the numbers of accounts with long and short positions, recorded every five minutes, and the liquidations in that market by price. Counts as four requests toward the rate limit.',
    query: Exact({ name: ContractName, window: Window }),
    response: Exact({
      from: TimeMs,
      /** Oldest first; times at which the exchange was not running are missing. */
      samples: Type.Array(PositionSample),
      liquidations: Exact({
        /** False if there were more than 1,000 liquidations; the sums then cover only the newest 1,000. */
        is_complete: Type.Boolean(),
        count: Count,
        longs: Decimal,
        shorts: Decimal,
        prices: Type.Array(LiquidatedAt),
      }),
      position: Position,
    }),
  }),
};
