import type { MarketId } from '@vitrine/core';
import type { PriceTicks, TimeMs } from '@vitrine/money';
import { SharedReads } from '../../kit/shared-reads.ts';
import type { Histories } from '../../projections/histories.ts';
import type { Candle } from '../../projections/tables/candles.ts';
import type { MarketData } from '../../projections/tables/market-data.ts';

/** A price and the start of the UTC day on which it was first traded. */
export interface Extreme {
  readonly ticks: PriceTicks;
  readonly dayMs: TimeMs;
}

export interface Extremes {
  readonly high: Extreme;
  readonly low: Extreme;
}

const KEPT_MS = 60_000;

interface Sources {
  readonly histories: Pick<Histories, 'extremes'>;
  readonly marketData: MarketData;
}

/**
 * The highest and the lowest price of each market since its first trade. The candles of past days are cached for a
 * minute.
 */
export class PriceExtremes {
  readonly #sources: Sources;
  readonly #days = new SharedReads<MarketId, readonly Candle[]>(KEPT_MS);

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** The highest and lowest price of a market; undefined before its first trade. */
  async of(market: MarketId): Promise<Extremes | undefined> {
    const stored = await this.#days.of(market, () => this.#sources.histories.extremes(market));
    const today = this.#sources.marketData.candle(market, '1d');
    const days = [...stored, ...(today.trades > 0 ? [today] : [])];
    const [first] = days;
    return first && days.reduce(wider, extremesOf(first));
  }
}

const extremesOf = ({ openMs, highTicks, lowTicks }: Candle): Extremes => ({
  high: { ticks: highTicks, dayMs: openMs },
  low: { ticks: lowTicks, dayMs: openMs },
});

const wider = ({ high, low }: Extremes, { openMs, highTicks, lowTicks }: Candle): Extremes => ({
  high: isBeyond(highTicks - high.ticks, openMs, high) ? { ticks: highTicks, dayMs: openMs } : high,
  low: isBeyond(low.ticks - lowTicks, openMs, low) ? { ticks: lowTicks, dayMs: openMs } : low,
});

/**
 * Whether a day's price exceeds the highest, or is below the lowest, price so far. For equal prices, the earlier day is
 * used.
 */
const isBeyond = (by: number, openMs: TimeMs, { dayMs }: Extreme): boolean => by > 0 || (by === 0 && openMs < dayMs);
