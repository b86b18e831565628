import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { staffRoles } from '../roles.ts';
import {
  CoinName,
  ContractName,
  Decimal,
  Exact,
  MarketName,
  Optional,
  PairName,
  ReasonLike,
  Success,
  TimeMs,
  Uuid,
  Version,
  Words,
} from '../schema.ts';
import { CoinNetworkRow } from './console-treasury.ts';
import { FileBytes } from './support.ts';

/** Up to eight capital letters and digits, which never change after they have been written to the log. */
const NewCoinName = Type.String({ pattern: '^[A-Z0-9]{1,8}$', examples: ['TON'] });
/** The number of decimal places in the ledger, which never changes. */
const Scale = Type.Integer({ minimum: 0, maximum: 18, examples: [8] });
const Rank = Type.Integer({ minimum: 0, maximum: 1_000_000, examples: [22] });
const MarketStatusName = Words(['open', 'cancel_only', 'halted', 'delisted']);

/** How lists present a coin. */
const description = {
  /** Latin letters only, so that no name can imitate another with letters that look alike. */
  full_name: Type.String({ pattern: "^[A-Za-z0-9][A-Za-z0-9 .&'()+-]{0,39}$", examples: ['Toncoin'] }),
  type: Words(['MAIN', 'ETH', 'ALT']),
  home: Type.Boolean(),
  pos: Type.Boolean(),
  pow: Type.Boolean(),
  innovation: Type.Boolean(),
  /** Lists show coins in ascending order of their rank. */
  rank: Rank,
};

/** The id of an upload (`POST /api/v3/console/uploads/coin-icon`). Without it, the current icon is kept. */
const icon = { icon: Optional(Uuid) };

const DECIMAL = '[0-9]{1,18}(\\.[0-9]{1,18})?';
const Supply = Type.String({ pattern: `^(${DECIMAL})?$`, examples: ['19950000'] });
const Dollars = Type.String({ pattern: `^(${DECIMAL})?$`, examples: ['69044.77'] });
const Day = Type.String({ pattern: '^([0-9]{4}-[0-9]{2}-[0-9]{2})?$', examples: ['2026-01-31'] });
/** The source of the operators' figures: one line of plain text, shown to clients. */
const Source = Type.String({
  maxLength: 80,
  pattern: '^[^\\p{Cc}\\p{Zl}\\p{Zp}\\p{Bidi_Control}]*$',
  examples: ['Block explorer'],
});

/** Facts about a coin, entered by operators. An empty string means that the fact is unknown: clients see N/A. */
const profile = {
  /** A year, a month or a day in UTC. */
  issue_date: Type.String({ pattern: '^([0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?)?$', examples: ['2009-01-03'] }),
  /** `unlimited` if the coin has no maximum. */
  max_supply: Type.String({ pattern: `^(unlimited|${DECIMAL})?$`, examples: ['21000000'] }),
  total_supply: Supply,
  circulating_supply: Supply,
  /** The day on which the total and circulating supply were looked up, and the source. Required if either is given. */
  supply_date: Day,
  supply_source: Source,
  /** The rank among all coins by market cap. */
  ranking: Type.String({ pattern: '^([1-9][0-9]{0,5})?$', examples: ['22'] }),
  /** In US dollars. Clients see it only while the exchange cannot compute it from supply and last price. */
  market_cap: Dollars,
  /** In percent of the market cap of all coins. */
  market_dominance: Type.String({ pattern: '^((100|[0-9]{1,2}(\\.[0-9]{1,4})?))?$', examples: ['57.25'] }),
  /** The day on which ranking, market cap and dominance were looked up, and the source. Required if any is given. */
  figures_date: Day,
  figures_source: Source,
  /** A price in US dollars, with its day in UTC. */
  all_time_high: Dollars,
  all_time_high_date: Day,
  all_time_low: Dollars,
  all_time_low_date: Day,
  /** The day on which the all-time high and low were looked up, and the source. Required if either is given. */
  records_date: Day,
  records_source: Source,
  /** One paragraph of plain text. */
  intro: Type.String({ maxLength: 600, pattern: '^[^\\p{Cc}\\p{Zl}\\p{Zp}\\p{Bidi_Control}]*$' }),
};
const Profile = Exact(profile);

const ListedCoin = Exact({
  coin: CoinName,
  scale: Scale,
  ...description,
  /** Whether operators have described the coin; if not, lists show only its code. */
  is_described: Type.Boolean(),
  /** The URL of the icon; empty if there is none. */
  image: Type.String(),
  profile: Profile,
  held_by_clients: Decimal,
  /** The largest amount of the coin that the ledger can hold. */
  ledger_limit: Decimal,
  networks: Type.Array(Type.String()),
  markets: Type.Array(PairName),
});

/** Limits that may change while a market trades. Totals are in the quote coin, amounts in the base coin. */
const limits = {
  minimum_amount: Decimal,
  maximum_amount: Decimal,
  minimum_total: Decimal,
  maximum_total: Decimal,
  /** The maximum allowed distance of an order's price from the reference price. */
  band_percent: Decimal,
  maximum_open_orders: Type.Integer({ minimum: 1, maximum: 10_000, examples: [200] }),
};

/**
 * How far market orders without their own `max_slippage` may be filled from the price shown to the client, from 0% to 50%
 * with at most four decimals.
 */
const slippage = { max_slippage_percent: Decimal };
/** If absent, a new market uses the exchange-wide setting, and a listed market keeps the slippage that it has. */
const newSlippage = { max_slippage_percent: Optional(Decimal) };

/** Values are in the quote coin, sizes in the base coin. */
const perpetualTerms = {
  maximum_leverage: Type.Integer({ minimum: 3, maximum: 100, examples: [50] }),
  /** The maintenance margin of positions with an entry value up to `risk_limit`. */
  maintenance_percent: Decimal,
  risk_limit: Decimal,
  /**
   * The maintenance rate rises by `risk_step_percent` for each full or partial `risk_step` of entry value above
   * `risk_limit`.
   */
  risk_step: Decimal,
  risk_step_percent: Decimal,
  /** The fee on the value that is liquidated, paid to the insurance fund. */
  liquidation_fee_percent: Decimal,
  maximum_position: Decimal,
  maximum_open_interest: Decimal,
};

/** The number of days for which a position must stay open before its owner may close it. */
const MinimumTermDays = Type.Integer({ minimum: 0, maximum: 365, examples: [0] });

const ListedMarket = Exact({
  name: MarketName,
  is_perpetual: Type.Boolean(),
  base: CoinName,
  quote: CoinName,
  status: MarketStatusName,
  /** Whether two people have approved the market's delisting, and it has not finished yet. */
  is_delisting: Type.Boolean(),
  /**
   * Why the last attempt to delist the market did not finish: `index_unconfirmed`, `index_too_high`, `index_observed`,
   * `index_moving`, `price_too_coarse`, `settlement_outdated`, `funding_due`, or an error of the core such as
   * `market_halted`. Empty if there was no such attempt.
   */
  delisting_obstacle: Type.String(),
  /** When the approved delisting begins; null if no delisting is planned, or if it has begun. */
  delisting_at: Type.Union([TimeMs, Type.Null()]),
  /**
   * The minimum term that the market had until the close-only phase before the planned delisting set it to 0; 0 if the
   * phase has not done so. If the delisting is cancelled, the term can be restored only if the market is not open and
   * has neither orders nor positions.
   */
  ended_term_days: MinimumTermDays,
  /** The size of all long positions; empty in a spot market. */
  open_interest: Type.String(),
  tick: Decimal,
  lot: Decimal,
  ...limits,
  ...slippage,
  /** Only in a perpetual market. */
  terms: Optional(Exact({ ...perpetualTerms, minimum_term_days: MinimumTermDays })),
  /**
   * The center of the price band: the reference price that operators have set, otherwise the last price or, before the
   * first trade, the listing price; in a perpetual market the mark price.
   */
  reference_price: Decimal,
  /** Whether operators have set the reference price of a spot market, so that trades do not move it. */
  is_reference_set: Type.Boolean(),
  /** Empty before the first trade. */
  last_price: Type.String(),
});

/** A source of the index, such as `okx`, and the pair whose price is read there, such as BTC-USDT. */
const SourceSymbol = Exact({
  source: Type.String({ pattern: '^[a-z][a-z0-9 ]{0,31}$', examples: ['okx'] }),
  symbol: Type.String({ pattern: '^[A-Z0-9]{1,16}-[A-Z0-9]{1,16}$', examples: ['BTC-USDT'] }),
});
const SourceSymbols = Type.Array(SourceSymbol, { minItems: 1, maxItems: 8 });

/** The contents of a draft of the form for a market: each field by its name in the form, with its text as typed. */
const DraftFields = Type.Array(
  Exact({
    field: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9 -]{0,39}$', examples: ['tick'] }),
    text: Type.String({ maxLength: 64, examples: ['0.01'] }),
  }),
  { maxItems: 40 },
);
/** The draft's id, which the caller chooses: saving again with the same id replaces the draft. */
const draftId = { draft_id: Uuid };
/** The caller's draft from which the request was made; it is deleted when the request is made. */
const endedDraft = { draft_id: Optional(Uuid) };
const MarketKind = Words(['spot', 'perpetual']);

const Reason = ReasonLike('Approved by the listing committee');
const Asked = Exact({ approval: Type.Integer({ minimum: 1 }) });

const area = 'console';
const staff = { area, access: 'staff', roles: ['listing'] } as const;

export const consoleListingEndpoints = {
  consoleCoins: defineEndpoint({
    ...staff,
    method: 'GET',
    path: '/api/v3/console/coins',
    roles: ['listing', 'treasury', 'support'],
    audited: false,
    errors: [],
    summary:
      'All coins in list order, with their networks and markets, and the table of coins and networks, which also contains coins that are not listed yet.',
    response: Exact({
      coins: Type.Array(ListedCoin),
      coin_networks: Type.Array(CoinNetworkRow),
      /** The version on which a request to change the table is based. */
      settings_version: Version,
    }),
  }),
  consoleAskForCoin: defineEndpoint({
    ...staff,
    method: 'POST',
    path: '/api/v3/console/coins/ask-for',
    errors: ['listed_already', 'listing_invalid', 'unknown_upload', 'approver_too_new'],
    summary:
      'Requests the listing of a new coin, which a second person must approve. The code and scale cannot be changed afterward.',
    body: Exact({ coin: NewCoinName, scale: Scale, ...description, ...icon, reason: Reason }),
    response: Asked,
  }),
  consoleAskToDescribeCoin: defineEndpoint({
    ...staff,
    method: 'POST',
    path: '/api/v3/console/coins/ask-to-describe',
    errors: ['unknown_coin', 'listing_invalid', 'nothing_to_change', 'unknown_upload', 'approver_too_new'],
    summary:
      'Requests a change to how lists show a coin (full name, categories, rank, icon), which a second person must approve.',
    body: Exact({ coin: CoinName, ...description, ...icon, reason: Reason }),
    response: Asked,
  }),
  consoleAskForCoinProfile: defineEndpoint({
    ...staff,
    method: 'POST',
    path: '/api/v3/console/coins/ask-for-profile',
    errors: ['unknown_coin', 'listing_invalid', 'malformed_amount', 'nothing_to_change', 'approver_too_new'],
    summary:
      'Requests a new profile of a coin (issue date, supplies, market figures, all-time high and low, introduction), which a second person must approve.',
    body: Exact({ coin: CoinName, ...profile, reason: Reason }),
    response: Asked,
  }),
  consoleCoinIcon: defineEndpoint({
    ...staff,
    method: 'GET',
    path: '/api/v3/console/coin-icon',
    roles: staffRoles,
    audited: false,
    errors: ['unknown_picture'],
    summary: 'An icon that operators have uploaded for a coin, approved or not, as JPEG.',
    query: Exact({ id: Uuid }),
    response: FileBytes,
  }),
  consoleMarkets: defineEndpoint({
    ...staff,
    method: 'GET',
    path: '/api/v3/console/markets',
    roles: ['listing', 'treasury', 'support'],
    audited: false,
    errors: [],
    summary: 'All markets with their rules, status and prices: spot markets, then perpetual ones, in listing order.',
    response: Exact({ markets: Type.Array(ListedMarket) }),
  }),
  consoleAskForMarket: defineEndpoint({
    ...staff,
    method: 'POST',
    path: '/api/v3/console/markets/ask-for',
    errors: ['unknown_coin', 'listed_already', 'listing_invalid', 'malformed_amount', 'approver_too_new'],
    summary:
      'Requests the listing of a new market, which a second person must approve. The market is halted at first; its tick and lot cannot be changed afterward.',
    body: Exact({
      base: CoinName,
      /** Always USDT: the rest of the exchange values a coin by its market in USDT. */
      quote: Words(['USDT']),
      tick: Decimal,
      lot: Decimal,
      ...limits,
      ...newSlippage,
      reference_price: Decimal,
      ...endedDraft,
      reason: Reason,
    }),
    response: Asked,
  }),
  consoleAskForPerpetual: defineEndpoint({
    ...staff,
    method: 'POST',
    path: '/api/v3/console/markets/ask-for-perpetual',
    errors: ['unknown_coin', 'listed_already', 'listing_invalid', 'malformed_amount', 'approver_too_new'],
    summary:
      'Requests the listing of a new perpetual market, which a second person must approve. The market is halted at first. The sources of its index must already have a price for the coin.',
    body: Exact({
      base: CoinName,
      quote: Words(['USDT']),
      tick: Decimal,
      lot: Decimal,
      ...limits,
      ...newSlippage,
      maximum_open_orders: Type.Integer({ minimum: 1, maximum: 200, examples: [200] }),
      /** The first mark price; afterwards the mark price follows the index. */
      reference_price: Decimal,
      ...perpetualTerms,
      /** If absent, the market has no minimum term. */
      minimum_term_days: Optional(MinimumTermDays),
      /** The sources of the index. If absent, all sources are used, each with the codes of the market's own coins. */
      index_sources: Optional(SourceSymbols),
      ...endedDraft,
      reason: Reason,
    }),
    response: Asked,
  }),
  consoleListingDrafts: defineEndpoint({
    ...staff,
    method: 'GET',
    path: '/api/v3/console/listing-drafts',
    audited: false,
    errors: [],
    summary: 'The caller’s own drafts of the form for listing a market, newest first. Nobody else can read them.',
    response: Exact({
      drafts: Type.Array(Exact({ ...draftId, kind: MarketKind, fields: DraftFields, saved_at: TimeMs })),
    }),
  }),
  consoleSaveListingDraft: defineEndpoint({
    ...staff,
    method: 'POST',
    path: '/api/v3/console/listing-drafts/save',
    errors: ['too_many_drafts'],
    summary:
      'Saves a draft of the form for listing a market, or replaces the caller’s draft that has the same `draft_id`. The contents of the fields are neither checked nor recorded in the audit trail. Each member of staff can have at most 10 drafts.',
    body: Exact({ ...draftId, kind: MarketKind, draft_fields: DraftFields }),
    response: Success,
  }),
  consoleDiscardListingDraft: defineEndpoint({
    ...staff,
    method: 'POST',
    path: '/api/v3/console/listing-drafts/discard',
    errors: [],
    summary: 'Deletes the caller’s draft of the form for listing a market, if there is one with this `draft_id`.',
    body: Exact(draftId),
    response: Success,
  }),
  consoleIndexSources: defineEndpoint({
    ...staff,
    method: 'GET',
    path: '/api/v3/console/index-sources',
    roles: ['listing', 'treasury', 'support'],
    audited: false,
    errors: [],
    summary: 'The available sources of index prices, and the ones that each perpetual market uses.',
    response: Exact({
      sources: Type.Array(Exact({ source: Type.String(), name: Type.String() })),
      markets: Type.Array(
        Exact({
          name: MarketName,
          /** Whether operators chose the sources; if not, all available ones are used. */
          is_chosen: Type.Boolean(),
          index_sources: Type.Array(SourceSymbol),
        }),
      ),
    }),
  }),
  consoleCheckIndexSources: defineEndpoint({
    ...staff,
    method: 'GET',
    path: '/api/v3/console/index-sources/check',
    audited: false,
    errors: ['unknown_coin', 'listing_invalid'],
    summary:
      'The index that a perpetual market would have with these sources. If the server is not receiving a pair’s prices yet, it subscribes to them for 15 minutes; repeat the call to see them.',
    query: Exact({
      base: CoinName,
      quote: Words(['USDT']),
      /** Sources with their symbols. */
      symbols: Type.String({
        pattern:
          '^[a-z][a-z0-9 ]{0,31}:[A-Z0-9]{1,16}-[A-Z0-9]{1,16}(,[a-z][a-z0-9 ]{0,31}:[A-Z0-9]{1,16}-[A-Z0-9]{1,16}){0,7}$',
        examples: ['okx:BTC-USDT,kraken:BTC-USDT'],
      }),
    }),
    response: Exact({
      sources: Type.Array(
        Exact({
          source: Type.String(),
          symbol: Type.String(),
          /** `unknown`: the source does not list the pair. `suspended`: trading is suspended. `waiting`: no price yet. */
          state: Words(['priced', 'waiting', 'suspended', 'unknown']),
          /** Empty unless priced. */
          price: Type.String(),
          at: TimeMs,
        }),
      ),
      /** Empty while the sources do not confirm a price. */
      price: Type.String(),
      time: TimeMs,
    }),
  }),
  consoleAskForIndexSources: defineEndpoint({
    ...staff,
    method: 'POST',
    path: '/api/v3/console/markets/ask-for-index-sources',
    errors: ['unknown_market', 'market_delisted', 'listing_invalid', 'nothing_to_change', 'approver_too_new'],
    summary:
      'Requests a change of the index sources of a perpetual market, which a second person must approve. Each new source must have a price for its symbol, and enough of these prices must agree to confirm an index.',
    body: Exact({ name: ContractName, index_sources: SourceSymbols, reason: Reason }),
    response: Asked,
  }),
  consoleAskForMarketRules: defineEndpoint({
    ...staff,
    method: 'POST',
    path: '/api/v3/console/markets/ask-for-rules',
    errors: [
      'unknown_market',
      'market_delisted',
      'delisting_near',
      'listing_invalid',
      'malformed_amount',
      'nothing_to_change',
      'approver_too_new',
    ],
    summary:
      'Requests new limits and a new default slippage for a market, which a second person must approve. The new limits do not affect orders that are already open.',
    body: Exact({ name: MarketName, ...limits, ...newSlippage, reason: Reason }),
    response: Asked,
  }),
  consoleAskForReferencePrice: defineEndpoint({
    ...staff,
    method: 'POST',
    path: '/api/v3/console/markets/ask-for-reference-price',
    errors: [
      'unknown_market',
      'market_delisted',
      'market_delisting',
      'listing_invalid',
      'malformed_amount',
      'nothing_to_change',
      'approver_too_new',
    ],
    summary:
      'Requests that the reference price of a spot market, the center of its price band, be set or cleared, which a second person must approve. While it is set, trades do not move the band. Open orders are not affected.',
    body: Exact({
      name: PairName,
      /** At least half and at most twice the present center of the band. If absent, the reference price is cleared. */
      reference_price: Optional(Decimal),
      reason: Reason,
    }),
    response: Asked,
  }),
  consoleAskForPerpetualTerms: defineEndpoint({
    ...staff,
    method: 'POST',
    path: '/api/v3/console/markets/ask-for-terms',
    errors: [
      'unknown_market',
      'market_delisted',
      'market_delisting',
      'delisting_near',
      'listing_invalid',
      'malformed_amount',
      'nothing_to_change',
      'approver_too_new',
    ],
    summary:
      'Requests new terms for a perpetual market, which a second person must approve. They apply to open positions as well: a position whose margin is below its new maintenance margin is liquidated.',
    body: Exact({
      name: ContractName,
      ...perpetualTerms,
      /**
       * If absent, the minimum term does not change. It can be made longer only while the market is not open and has
       * neither orders nor positions.
       */
      minimum_term_days: Optional(MinimumTermDays),
      reason: Reason,
    }),
    response: Asked,
  }),
  consoleAskToOpenMarket: defineEndpoint({
    ...staff,
    method: 'POST',
    path: '/api/v3/console/markets/ask-to-open',
    errors: [
      'unknown_market',
      'market_delisted',
      'market_delisting',
      'listing_invalid',
      'nothing_to_change',
      'approver_too_new',
    ],
    summary:
      'Requests that a market be opened, which a second person must approve. A perpetual market can be opened only while its index price is confirmed. Once opening is approved, it accepts only cancellations until its mark price has reached the index price.',
    body: Exact({ name: MarketName, reason: Reason }),
    response: Asked,
  }),
  consoleAskToDelistMarket: defineEndpoint({
    ...staff,
    method: 'POST',
    path: '/api/v3/console/markets/ask-to-delist',
    errors: [
      'unknown_market',
      'market_delisted',
      'market_delisting',
      'delisting_planned',
      'listing_invalid',
      'malformed_amount',
      'excess_decimals',
      'price_off_tick',
      'price_required',
      'exceeds_range',
      'approver_too_new',
    ],
    summary:
      'Requests that a market be delisted, which a second person must approve. A finished delisting cannot be reversed. The market’s orders are cancelled. The positions of a perpetual market are closed without fees at the mean mark price of a period in which the index was confirmed; if the index is not confirmed, the request must state a settlement price. Balances are not affected. With `delist_at`, holders of orders, positions or the coin are notified when the delisting is approved, and again a day before it begins.',
    body: Exact({
      name: MarketName,
      /**
       * The price at which the positions of a perpetual market are closed if no index confirms a price: within 10% of the
       * index that was confirmed last, unless that was more than 24 hours ago.
       */
      settlement_price: Optional(Decimal),
      /**
       * When the delisting begins: at least 48 hours from now, unless the market is halted, and at most 90 days from
       * now. In the last hour before this time, a perpetual market rejects orders that open positions, and its price
       * band is at most 1%. If absent, the delisting begins as soon as it is approved.
       */
      delist_at: Optional(TimeMs),
      reason: Reason,
    }),
    response: Asked,
  }),
  consoleAskToCancelDelisting: defineEndpoint({
    ...staff,
    method: 'POST',
    path: '/api/v3/console/markets/ask-to-cancel-delisting',
    errors: ['unknown_market', 'market_delisted', 'nothing_to_change', 'approver_too_new'],
    summary: 'Requests that the planned delisting of a market be cancelled, which a second person must approve.',
    body: Exact({ name: MarketName, reason: Reason }),
    response: Asked,
  }),
  consoleStopMarket: defineEndpoint({
    ...staff,
    method: 'POST',
    path: '/api/v3/console/markets/stop',
    errors: [
      'unknown_market',
      'market_delisted',
      'market_delisting',
      'nothing_to_change',
      'listing_changed',
      'listed_already',
      'perpetual_halted',
    ],
    summary:
      'Stops trading on a market immediately, by setting it to cancel_only or halted. Cancellations are still accepted in both states; in a halted perpetual market, nothing is liquidated. One person can stop a market. A halted perpetual market, however, can resume only with the approval of a second person, because positions can then be liquidated again. A halt also withdraws an approved delisting that has not finished.',
    body: Exact({ name: MarketName, status: Words(['cancel_only', 'halted']), reason: Reason }),
    response: Exact({ market: ListedMarket }),
  }),
};
