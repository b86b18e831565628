import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import {
  CoinName,
  ContractName,
  Cursor,
  Decimal,
  Exact,
  Optional,
  Percent,
  Position,
  paged,
  SignedDecimal,
  TimeMs,
  turned,
  Words,
} from '../schema.ts';
import { forVisitors, Liquidation, ofMarket, Side } from './futures-parts.ts';

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

export const futuresRecordEndpoints = {
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
};
