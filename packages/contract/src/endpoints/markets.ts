import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import {
  CandleSymbol,
  CoinName,
  ContractName,
  Decimal,
  Exact,
  MarketName,
  Optional,
  PairName,
  Percent,
  Position,
  Success,
  TimeMs,
  Uuid,
  Words,
} from '../schema.ts';
import { FileBytes } from './support.ts';

export const candleIntervals = ['1m', '5m', '15m', '1h', '4h', '1d'] as const;
export type CandleInterval = (typeof candleIntervals)[number];

const HomeCoin = Exact({
  coin_id: Type.Integer(),
  name: CoinName,
  coin_pair_name: PairName,
  image: Type.String(),
  value: Decimal,
  percent: Percent,
});

/** `amount` is the 24-hour volume in the coin, `volume` the 24-hour volume in USDT. */
const MarketCoin = Exact({
  id: Type.Integer(),
  name: CoinName,
  full_name: Type.String(),
  coin_pair_name: PairName,
  image: Type.String(),
  type: Words(['MAIN', 'ETH', 'ALT']),
  value: Decimal,
  percent: Percent,
  amount: Decimal,
  volume: Decimal,
  high: Decimal,
  low: Decimal,
});

/**
 * `favorite` is the name of the coin if the signed-in client has starred it, otherwise empty. `volume` is the 24-hour
 * volume in the coin, `volume_usdt` the 24-hour volume in USDT.
 */
const PairItem = Exact({
  coin_id: Type.Integer(),
  coin_pair_name: PairName,
  name: CoinName,
  full_name: Type.String(),
  image: Type.String(),
  favorite: Type.String(),
  close: Decimal,
  increase_in_value: Percent,
  high: Decimal,
  low: Decimal,
  volume: Decimal,
  volume_usdt: Decimal,
  /** As in `coin-profile`: computed, in whole USDT, or else stated by the operators, in US dollars; N/A if unknown. */
  market_cap: Type.String({ examples: ['1296750000000'] }),
  type: Words(['MAIN', 'ETH', 'ALT']),
  /** Whether the coin's network is secured by proof of stake. */
  pos: Type.Boolean(),
  /** Whether the coin's network is secured by proof of work. */
  pow: Type.Boolean(),
  innovation: Type.Boolean(),
});

const Pairs = Exact({ coinpair: Type.Array(PairItem) });
/** `delisted`: the pairs whose market was delisted, unless one of the same name was listed since. */
const AllPairs = Exact({
  coinpair: Type.Array(PairItem),
  delisted: Type.Array(Exact({ name: CoinName, coin_pair_name: PairName })),
});
const MarketCoins = Exact({ coinpair: Type.Array(MarketCoin) });

const pairList = { method: 'GET', area: 'markets', access: 'visitor', errors: [], response: Pairs } as const;

const Star = Exact({ coin_id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) });

const BookEntry = Exact({ unit_price: Decimal, number_of_order: Decimal });

const Candle = Exact({
  time: TimeMs,
  open: Decimal,
  high: Decimal,
  low: Decimal,
  close: Decimal,
  volume: Decimal,
  volume_usdt: Decimal,
});

const PublicTrade = Exact({
  id: Type.Integer(),
  side: Words(['buy', 'sell']),
  px: Decimal,
  sz: Decimal,
  ts: TimeMs,
});

/** A fact about a coin, in words or figures; N/A if unknown. */
const Fact = Type.String({ examples: ['N/A'] });

/**
 * Prices and the market cap are either those of the exchange's own market, in USDT, or stated by the operators, in US
 * dollars; the source fields show which. All other facts are stated by the operators. Supplies are in the coin.
 */
const CoinProfile = Exact({
  name: CoinName,
  full_name: Type.String(),
  /** The URL of the coin's icon; empty if there is none. */
  image: Type.String(),
  /** The rank among all coins by market cap, as stated by the operators. */
  ranking: Fact,
  /**
   * Circulating supply × last price, in USDT; if one of the two is unknown, the market cap stated by the operators, in
   * US dollars.
   */
  market_cap: Fact,
  /**
   * `own_market` if the market cap is computed; otherwise the source from which the operators took it, and the day on
   * which they did so.
   */
  market_cap_source: Fact,
  market_cap_date: Fact,
  /** The coin's share of the market cap of all coins, in percent, as stated by the operators. */
  market_dominance: Fact,
  /** The day on which the operators looked up ranking and dominance, and their source. */
  figures_date: Fact,
  figures_source: Fact,
  circulating_supply: Fact,
  total_supply: Fact,
  /** `unlimited` if the coin has no maximum. */
  max_supply: Fact,
  /** The day on which the operators looked up the circulating and total supply, and their source. */
  supply_date: Fact,
  supply_source: Fact,
  /** A year, a month or a day. */
  issue_date: Fact,
  /**
   * The higher of two prices: the highest in the market on this exchange, in USDT, and the one stated by the operators,
   * in US dollars.
   */
  all_time_high: Fact,
  all_time_high_date: Fact,
  /**
   * `own_market` if the coin was traded at this price on this exchange; otherwise the source from which the operators
   * took the price, and the day on which they did so.
   */
  all_time_high_source: Fact,
  all_time_high_as_of: Fact,
  all_time_low: Fact,
  all_time_low_date: Fact,
  all_time_low_source: Fact,
  all_time_low_as_of: Fact,
  intro: Fact,
});

const MarketRulesView = Exact({
  name: PairName,
  base: CoinName,
  quote: CoinName,
  status: Words(['open', 'cancel_only', 'halted', 'delisted']),
  tick: Decimal,
  lot: Decimal,
  price_decimals: Type.Integer(),
  amount_decimals: Type.Integer(),
  /** The minimum amount of an order, in the coin. */
  minimum_sell: Decimal,
  maximum_amount: Decimal,
  /** The minimum value of an order, in USDT. */
  account_balance_limit_spot: Decimal,
  maximum_total: Decimal,
  band_percent: Percent,
  /** The default maximum slippage of market orders from the price shown to the client. */
  max_slippage_percent: Percent,
  maximum_open_orders: Type.Integer(),
  /** When the market will be delisted; null if that is not planned. */
  delisting_at: Type.Union([TimeMs, Type.Null()]),
});

const forClients = { area: 'markets', access: 'client' } as const;
const forVisitors = { method: 'GET', area: 'markets', access: 'visitor' } as const;

export const marketEndpoints = {
  homeCoins: defineEndpoint({
    ...forVisitors,
    path: '/api/v1/home/coins',
    errors: [],
    summary: 'The coins in the ticker of the home page, with price and 24 h change; the page shows the first four.',
    response: Exact({ coinpair: Type.Array(HomeCoin) }),
  }),
  marketCoins: defineEndpoint({
    ...forVisitors,
    path: '/api/v2/market-all-pairs',
    errors: [],
    summary: 'All coins that have a spot market, with price, 24 h change and volume.',
    response: MarketCoins,
  }),
  pairs: defineEndpoint({
    ...forVisitors,
    path: '/api/v3/all-pairs',
    errors: ['not_yours'],
    summary:
      'All spot pairs with price, 24 h figures and market cap, and the names of those that were delisted. `client_id` may only be the ID of the signed-in client.',
    query: Exact({ client_id: Optional(Type.String({ maxLength: 40 })) }),
    response: AllPairs,
  }),
  posPairs: defineEndpoint({
    ...pairList,
    path: '/api/v3/pos-pairs',
    summary: 'The pairs of coins whose networks are secured by proof of stake.',
  }),
  powPairs: defineEndpoint({
    ...pairList,
    path: '/api/v3/pow-pairs',
    summary: 'The pairs of coins whose networks are secured by proof of work.',
  }),
  innovationPairs: defineEndpoint({
    ...pairList,
    path: '/api/v3/innovation-pairs',
    summary: 'The pairs of coins in the innovation category.',
  }),
  favorites: defineEndpoint({
    ...forClients,
    method: 'GET',
    path: '/api/v3/favorites',
    errors: [],
    summary: 'The pairs of the coins that the client has starred, in the order in which they were starred.',
    response: Pairs,
  }),
  addFavorite: defineEndpoint({
    ...forClients,
    method: 'POST',
    path: '/api/v3/add-favorite',
    compatGet: true,
    errors: ['unknown_coin'],
    summary: 'Stars a coin. A client can have 200 stars; beyond that, the oldest star is removed.',
    body: Star,
    response: Success,
  }),
  removeFavorite: defineEndpoint({
    ...forClients,
    method: 'POST',
    path: '/api/v3/remove-favorite',
    compatGet: true,
    errors: ['unknown_coin'],
    summary: 'Removes the star of a coin.',
    body: Star,
    response: Success,
  }),
  sideCoins: defineEndpoint({
    ...forVisitors,
    path: '/api/v3/inno-coins',
    aliases: ['/api/v3/inn-coins'],
    errors: [],
    summary: 'The coins of the category ALT or ETH that have a spot market, with price, 24 h change and volume.',
    query: Exact({ pair_type: Words(['ALT', 'ETH']) }),
    response: MarketCoins,
  }),
  mainCoins: defineEndpoint({
    ...forVisitors,
    path: '/api/v3/main-coins',
    errors: [],
    summary: 'The coins of the category MAIN that have a spot market, with price, 24 h change and volume.',
    query: Exact({ pair_type: Optional(Words(['MAIN'])) }),
    response: MarketCoins,
  }),
  markets: defineEndpoint({
    ...forVisitors,
    path: '/api/v3/markets',
    errors: [],
    summary: 'Every spot market with its tick, lot and limits.',
    response: Exact({ markets: Type.Array(MarketRulesView) }),
  }),
  orderBook: defineEndpoint({
    ...forVisitors,
    path: '/api/v3/recent-trades',
    aliases: ['/api/v2/recent-trades'],
    errors: ['unknown_market', 'market_delisted'],
    summary: 'The order book of a pair or a perpetual market: asks and bids, best price first, and the last price.',
    query: Exact({ name: MarketName, levels: Optional(Type.Integer({ minimum: 1, maximum: 500, default: 50 })) }),
    response: Exact({
      asks: Type.Array(BookEntry),
      bids: Type.Array(BookEntry),
      price: Decimal,
      /** The number of the market's latest level change that this book reflects. */
      number: Type.Integer(),
      position: Position,
    }),
  }),
  marketTrades: defineEndpoint({
    ...forVisitors,
    path: '/api/v3/market-trades',
    errors: ['unknown_market', 'market_delisted'],
    summary: 'The latest public trades of a pair or a perpetual market, newest first; at most 100.',
    query: Exact({ name: MarketName, limit: Optional(Type.Integer({ minimum: 1, maximum: 100, default: 100 })) }),
    response: Exact({ trades: Type.Array(PublicTrade), position: Position }),
  }),
  pairRules: defineEndpoint({
    ...forVisitors,
    path: '/api/v3/getOrder',
    errors: ['unknown_coin', 'market_delisted'],
    summary:
      'The data for the order form of a coin’s spot market: price, tick, lot, limits and the caller’s fee rates. Visitors receive the fee rates of a new client.',
    query: Exact({ symbol: CoinName }),
    response: Exact({
      price: Exact({
        ...MarketRulesView.properties,
        unit_price: Decimal,
        maker_rate_percent: Percent,
        taker_rate_percent: Percent,
        membership_level: Type.String(),
        /** The perpetual market of the same coin, if there is one. */
        perpetual: Optional(ContractName),
      }),
    }),
  }),
  candles: defineEndpoint({
    ...forVisitors,
    path: '/api/v2/chart/chart-series',
    errors: ['unknown_coin', 'market_delisted', 'unknown_market'],
    summary:
      'Candles of a coin’s spot market or of a perpetual market, oldest first: the latest ones or, with `before`, the last ones that opened before that time. Every 50 candles count as one request toward the rate limit.',
    query: Exact({
      symbol: CandleSymbol,
      timeframe: Words(['1min', '5min', '15min', '1hr', '4hr', '1D', ...candleIntervals] as const),
      limit: Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 500 })),
      before: Optional(TimeMs),
    }),
    response: Exact({
      dates: Type.Array(Type.String()),
      series: Type.Array(Candle),
      latest_time: Type.Union([Candle, Type.Null()]),
      position: Position,
    }),
  }),
  coinProfile: defineEndpoint({
    ...forVisitors,
    path: '/api/v3/coin-profile',
    errors: ['unknown_coin'],
    summary:
      'The known facts about a coin. The all-time high and low, market cap, supply and ranking have a source and a date (UTC). Counts as two requests toward the rate limit.',
    query: Exact({ name: CoinName }),
    response: Exact({ coin_profile: CoinProfile }),
  }),
  coinIcon: defineEndpoint({
    ...forVisitors,
    path: '/api/v3/coin-icon',
    errors: ['unknown_picture'],
    summary:
      'An icon of a coin, as JPEG. Only icons that operators have uploaded and approved are available. The icon with a given ID never changes, so it may be cached for a day.',
    query: Exact({ id: Uuid }),
    response: FileBytes,
    perAddressPerSecond: 20,
  }),
  currentPrice: defineEndpoint({
    ...forVisitors,
    path: '/api/v3/coin-pair/current-price',
    errors: ['unknown_coin', 'market_delisted'],
    summary: 'The last price and the 24 h change of a coin in its spot market.',
    query: Exact({ symbol: CoinName, timeframe: Optional(Type.String({ maxLength: 8 })) }),
    response: Exact({ chart: Exact({ close: Decimal, increase_in_value: Percent, latest_time: TimeMs }) }),
  }),
};
