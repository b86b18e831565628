import type { Instrument } from '../../../kit/instruments.ts';
import type { Coin } from '../../../projections/tables/coins.ts';
import { tickerOnWire } from '../../../projections/wire.ts';
import type { Services } from '../../services.ts';

/** Every market with the description of its coin, in the order in which lists show them. */
export function rankedInstruments({ instruments, coins }: Services): { instrument: Instrument; coin: Coin }[] {
  return instruments
    .spot()
    .map((instrument) => ({ instrument, coin: coins.byCode(instrument.base.code) }))
    .sort((a, b) => a.coin.rank - b.coin.rank || a.instrument.market - b.instrument.market);
}

/** Like `rankedInstruments`, with each market's 24-hour ticker in the stream's format. */
export const rankedTickers = (services: Services) =>
  rankedInstruments(services).map(({ instrument, coin }) => ({
    instrument,
    coin,
    ticker: tickerOnWire(instrument, services.marketData.ticker(instrument.market)),
  }));

export type RankedTicker = ReturnType<typeof rankedTickers>[number];
