import type { Core } from '@vitrine/core';
import type { Instruments } from '../../kit/instruments.ts';
import type { MarketData } from '../../projections/tables/market-data.ts';
import { MarketFigures } from './market-figures.ts';
import { isSameTicker } from './tickers-channel.ts';
import type { PerpetualFigures } from './topic-message.ts';

/** Mark price, open interest and 24-hour figures of perpetual markets. */
export const futuresChannel = (coreOf: () => Core, marketData: MarketData, instruments: Instruments) =>
  new MarketFigures<PerpetualFigures>({
    current: () => {
      const core = coreOf();
      return instruments.perpetuals().flatMap((instrument) => {
        const view = core.perpetual(instrument.market);
        if (view === undefined) return [];
        const { status, markTicks, openInterestLots } = view;
        const ticker = marketData.ticker(instrument.market);
        return [{ instrument, ticker, status, markTicks, openInterestLots }];
      });
    },
    isSame: (a, b) =>
      a.status === b.status &&
      a.markTicks === b.markTicks &&
      a.openInterestLots === b.openInterestLots &&
      isSameTicker(a.ticker, b.ticker),
    snapshot: (markets) => ({ kind: 'futures_snapshot', markets }),
    change: (markets) => ({ kind: 'futures', markets }),
  });
