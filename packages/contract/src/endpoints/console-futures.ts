import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { CoinName, ContractName, Decimal, Exact, Percent, Position, SignedDecimal, TimeMs, Words } from '../schema.ts';
import { IndexSource } from './futures-records.ts';

const Side = Words(['long', 'short']);
const Count = Type.Integer({ minimum: 0 });
/** A percentage; empty if there is nothing to divide by. */
const Share = Type.String({ pattern: '^(-?[0-9]+(\\.[0-9]+)?)?$', examples: ['12.50'] });
const PriceOrEmpty = Type.String({ pattern: '^([0-9]+(\\.[0-9]+)?)?$', examples: ['66461.0'] });

/** The owner of a position. */
const Holder = Exact({
  /** `house` quotes the market, `insurance` is the insurance fund, `internal` another account of the exchange. */
  kind: Words(['client', 'house', 'insurance', 'internal']),
  /** A client's uid, otherwise the number of the account. */
  id: Type.String(),
});

/** Positions on one side of a market. Shares are of all open lots on this side. */
const SideRisk = Exact({
  positions: Count,
  /** The largest position and the five largest together, without those of the house and of the insurance fund. */
  largest_percent: Share,
  five_largest_percent: Share,
  /** Positions whose liquidation price is within 5% of the mark price: their value, and their number. */
  near_liquidation: Decimal,
  near_positions: Count,
  /**
   * The loss that the margins would not cover if the mark price moved by 10% against this side before any liquidation.
   */
  uncovered_at_ten_percent: Decimal,
});

/** The index of a market as this server last saw it. */
const Index = Exact({
  /** Empty while the sources do not confirm a price. */
  price: PriceOrEmpty,
  /** The mark price's distance from the index. */
  basis_percent: Share,
  /**
   * When the sources last confirmed a price or, if they never have, when this server first read them; 0 if it has not
   * read them yet.
   */
  confirmed_at: TimeMs,
  /** Whether the market accepts only cancellations until the index is confirmed again. */
  is_protected: Type.Boolean(),
  /** How many sources are used; the index is confirmed only if at least `needed_sources` are. */
  used_sources: Type.Integer(),
  needed_sources: Type.Integer(),
  sources: Type.Array(IndexSource),
});

const FundingState = Exact({
  /** The estimate of the next rate. If positive, longs pay shorts. */
  rate_percent: Percent,
  next_at: TimeMs,
  /** The last settlement; `last_at` is 0 if there was none. */
  last_at: TimeMs,
  last_rate_percent: Percent,
  /** Empty while the settlement is in progress. */
  last_collected: Type.String(),
});

/** Positions with an entry value up to `cost_up_to` need this share of their value as maintenance margin. */
const Tier = Exact({
  /** Empty for the last tier. */
  cost_up_to: Type.String(),
  maintenance_percent: Percent,
  positions: Count,
});

const HousePosition = Exact({
  side: Side,
  size: Decimal,
  value: Decimal,
  /** The position's size as a share of all open lots on its side. */
  share_percent: Share,
  margin: Decimal,
  profit: SignedDecimal,
  liquidation_price: PriceOrEmpty,
});

/** A perpetual market. Sizes are in its coin, values in USDT at the mark price. */
const MarketRisk = Exact({
  name: ContractName,
  base: CoinName,
  status: Words(['open', 'cancel_only', 'halted', 'delisted']),
  mark_price: Decimal,
  /** The total of all long positions, which equals that of all short ones. */
  open_interest: Decimal,
  open_interest_value: Decimal,
  /** As a share of the market's maximum. */
  open_interest_percent: Share,
  long: SideRisk,
  short: SideRisk,
  house: Type.Array(HousePosition),
  index: Index,
  funding: FundingState,
  maximum_leverage: Count,
  maximum_position: Decimal,
  maximum_open_interest: Decimal,
  liquidation_fee_percent: Percent,
  tiers: Type.Array(Tier),
});

/** available + margin + profit = equity. */
const Fund = Exact({
  available: Decimal,
  /** The margin of the positions that the fund has taken over. */
  margin: Decimal,
  profit: SignedDecimal,
  equity: SignedDecimal,
  positions: Type.Array(
    Exact({
      name: ContractName,
      side: Side,
      size: Decimal,
      cost: Decimal,
      profit: SignedDecimal,
      liquidation_price: PriceOrEmpty,
    }),
  ),
});

/**
 * A part of a position that was or is being liquidated, with the size that was closed by each means. Sizes are in the
 * market's coin.
 */
const RiskLiquidation = Exact({
  id: Type.String(),
  time: TimeMs,
  name: ContractName,
  side: Side,
  size: Decimal,
  value: Decimal,
  mark_price: Decimal,
  bankruptcy_price: Decimal,
  /**
   * The sizes that were closed in the book, against the owner's opposite position, by the insurance fund, and by
   * deleveraging.
   */
  in_book: Decimal,
  own_position: Decimal,
  insurance_fund: Decimal,
  deleveraged: Decimal,
  /** The liquidation fee, which the insurance fund received; empty for accounts of the exchange. */
  fee: Type.String(),
});

const FuturesRisk = Exact({
  position: Position,
  time: TimeMs,
  coin: CoinName,
  markets: Type.Array(MarketRisk),
  fund: Fund,
  /** Sums over the last 24 hours, at most ten seconds old. */
  day: Exact({
    liquidations: Count,
    value: Decimal,
    taken_over: Decimal,
    deleveraged: Decimal,
    /** Liquidation fees of the parts that were closed outside the book. */
    fees: Decimal,
  }),
  /** When a position was last closed by deleveraging; 0 if never. */
  last_deleveraging_at: TimeMs,
  /** Sums over all markets. Open interest counts both sides. */
  totals: Exact({
    open_interest_value: Decimal,
    near_liquidation: Decimal,
    near_positions: Count,
    /** The losses that margins would not cover if all mark prices fell or rose by 10%, also in per cent of the fund. */
    uncovered_if_falling: Decimal,
    falling_percent_of_fund: Share,
    uncovered_if_rising: Decimal,
    rising_percent_of_fund: Share,
  }),
  /** The most recent liquidations, newest first. */
  liquidations: Type.Array(RiskLiquidation),
});

const ListedPosition = Exact({
  holder: Holder,
  side: Side,
  size: Decimal,
  value: Decimal,
  /** The position's size as a share of all open lots on its side. */
  share_percent: Share,
  entry_price: Decimal,
  margin: Decimal,
  profit: SignedDecimal,
  /** Profit ÷ value: the position with the highest percentage is deleveraged first. */
  profit_percent: Share,
  /** Value ÷ (margin + profit), with one decimal; empty if nothing is left of the margin. */
  effective_leverage: Type.String(),
  liquidation_price: PriceOrEmpty,
  /** The move of the mark price that would liquidate the position, as a share of the mark price. */
  distance_percent: Share,
});

const SidePositions = Exact({
  /** Largest first. */
  largest: Type.Array(ListedPosition),
  /** The positions closest to liquidation, closest first. */
  closest: Type.Array(ListedPosition),
  /** The positions that would be deleveraged next, in that order. */
  queue: Type.Array(ListedPosition),
});

export const consoleFuturesEndpoints = {
  consoleFuturesRisk: defineEndpoint({
    method: 'GET',
    path: '/api/v3/console/futures/risk',
    area: 'console',
    access: 'staff',
    roles: ['treasury', 'listing'],
    audited: false,
    errors: [],
    summary:
      'Risk of the perpetual markets, without client names: open interest, concentration, the house market maker, index, funding, insurance fund and liquidations.',
    response: FuturesRisk,
  }),
  consoleFuturesPositions: defineEndpoint({
    method: 'GET',
    path: '/api/v3/console/futures/positions',
    area: 'console',
    access: 'staff',
    roles: ['treasury', 'listing'],
    errors: ['unknown_market'],
    summary:
      'Positions of a perpetual market with their owners: on each side, the five largest, the five closest to liquidation, and the next five to be deleveraged.',
    query: Exact({ name: ContractName }),
    response: Exact({
      name: ContractName,
      position: Position,
      time: TimeMs,
      mark_price: Decimal,
      long: SidePositions,
      short: SidePositions,
    }),
  }),
};
