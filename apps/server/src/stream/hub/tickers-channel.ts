import type { Instruments } from '../../kit/instruments.ts';
import type { MarketData } from '../../projections/tables/market-data.ts';
import type { Ticker } from '../../projections/tables/market-series.ts';
import { MarketFigures } from './market-figures.ts';
import type { InstrumentTicker } from './topic-message.ts';

/**
 * The 24-hour figures of spot markets, which change through a trade, or because an old trade is no longer within the 24
 * hours.
 */
export const tickersChannel = (marketData: MarketData, instruments: Instruments) =>
  new MarketFigures<InstrumentTicker>({
    current: () =>
      instruments.spot().map((instrument) => ({ instrument, ticker: marketData.ticker(instrument.market) })),
    isSame: (a, b) => isSameTicker(a.ticker, b.ticker),
    snapshot: (tickers) => ({ kind: 'tickers_snapshot', tickers }),
    change: (tickers) => ({ kind: 'tickers', tickers }),
  });

export const isSameTicker = (a: Ticker, b: Ticker): boolean =>
  a.lastTicks === b.lastTicks &&
  a.openTicks === b.openTicks &&
  a.highTicks === b.highTicks &&
  a.lowTicks === b.lowTicks &&
  a.volumeLots === b.volumeLots &&
  a.turnoverUnits === b.turnoverUnits;
