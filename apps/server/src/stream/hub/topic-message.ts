import type { CandleInterval, LogEntryKind } from '@vitrine/contract';
import type { AssetView, MarketStatus, OrderId, OwnerId, Side, Wallet } from '@vitrine/core';
import type { AssetUnits, PriceTicks, SizeLots, TimeMs } from '@vitrine/money';
import type { OpenPosition } from '../../futures/positions/open-positions.ts';
import type { Instrument } from '../../kit/instruments.ts';
import type { Candle } from '../../projections/tables/candles.ts';
import type { Ticker } from '../../projections/tables/market-series.ts';
import type { OrderRecord } from '../../projections/tables/orders.ts';
import type { Trade } from '../../projections/tables/trades.ts';

/** A topic that subscribers can choose. */
export type Topic =
  | { readonly channel: 'book' | 'trades'; readonly instrument: Instrument }
  | { readonly channel: 'candles'; readonly instrument: Instrument; readonly interval: CandleInterval }
  | { readonly channel: 'tickers' | 'futures' | 'log' }
  | { readonly channel: 'private'; readonly owner: OwnerId };

/** Sizes by price; a size of zero removes the level. */
export type Levels = Iterable<readonly [PriceTicks, SizeLots]>;

interface Sides {
  readonly instrument: Instrument;
  readonly bids: Levels;
  readonly asks: Levels;
}

export interface InstrumentTicker {
  readonly instrument: Instrument;
  readonly ticker: Ticker;
}

/** The figures of a perpetual market. */
export interface PerpetualFigures extends InstrumentTicker {
  readonly status: MarketStatus;
  readonly markTicks: PriceTicks;
  readonly openInterestLots: SizeLots;
}

/** The available and held balance of one of a client's accounts. */
export interface AccountBalance {
  readonly asset: AssetView;
  readonly wallet: Wallet;
  readonly availableUnits: AssetUnits;
  readonly heldUnits: AssetUnits;
}

/** A client's side of a trade. */
export interface OwnFill {
  readonly order: OrderId;
  readonly instrument: Instrument;
  readonly side: Side;
  readonly priceTicks: PriceTicks;
  readonly sizeLots: SizeLots;
}

/** What everyone may know about an entry of the log. */
export interface PublicEntry {
  readonly position: number;
  readonly kind: LogEntryKind;
  readonly timeMs: TimeMs;
  /** The last trade that the entry made; trades are public. */
  readonly trade:
    | {
        readonly instrument: Instrument;
        readonly takerSide: Side;
        readonly priceTicks: PriceTicks;
        readonly sizeLots: SizeLots;
      }
    | undefined;
}

/** The hub's messages about its topics, in the exchange's internal units; each dialect encodes them differently. */
export type TopicMessage =
  | ({ readonly kind: 'book_snapshot'; readonly number: number } & Sides)
  /** Changes numbered `from` to `to`, merged. */
  | ({ readonly kind: 'book'; readonly from: number; readonly to: number } & Sides)
  /** Newest first. */
  | {
      readonly kind: 'trades_snapshot';
      readonly instrument: Instrument;
      readonly number: number;
      readonly trades: readonly Trade[];
    }
  /** Oldest first, without gaps. */
  | { readonly kind: 'trades'; readonly instrument: Instrument; readonly trades: readonly [Trade, ...Trade[]] }
  | { readonly kind: 'tickers_snapshot' | 'tickers'; readonly tickers: readonly InstrumentTicker[] }
  | { readonly kind: 'futures_snapshot' | 'futures'; readonly markets: readonly PerpetualFigures[] }
  | {
      readonly kind: 'candle';
      readonly instrument: Instrument;
      readonly interval: CandleInterval;
      /** The number of the last trade in the candle. */
      readonly number: number;
      readonly candle: Candle;
    }
  /** Oldest first; `position` and `timeMs` are those of the newest entry of all. */
  | {
      readonly kind: 'log_snapshot' | 'log';
      readonly position: number;
      readonly timeMs: TimeMs;
      readonly entries: readonly PublicEntry[];
    }
  | {
      readonly kind: 'private_snapshot';
      readonly position: number;
      /** The newest open orders; if `isCut`, there are older orders. */
      readonly orders: readonly OrderRecord[];
      readonly isCut: boolean;
      readonly balances: readonly AccountBalance[];
      readonly positions: readonly OpenPosition[];
    }
  | {
      readonly kind: 'private';
      readonly position: number;
      readonly orders: readonly OrderRecord[];
      readonly balances: readonly AccountBalance[];
      readonly fills: readonly OwnFill[];
      /** All open positions; undefined unless a position, or an order that closes one, has changed. */
      readonly positions: readonly OpenPosition[] | undefined;
    };
