import type { Instrument } from '../../../kit/instruments.ts';
import type { Coin } from '../../../projections/tables/coins.ts';
import { tickerOnWire } from '../../../projections/wire.ts';
import type { Services } from '../../services.ts';

/** Every market with how its coin is presented, in the order lists show them. */
export function rankedInstruments({ instruments, coins }: Services): { instrument: Instrument; coin: Coin }[] {
  return [...instruments.all()]
    .map((instrument) => ({ instrument, coin: coins.byCode(instrument.base.code) }))
    .sort((a, b) => a.coin.rank - b.coin.rank || a.instrument.market - b.instrument.market);
}

/** The same with what each market has done within a day, in the form of the stream. */
export const rankedTickers = (services: Services) =>
  rankedInstruments(services).map(({ instrument, coin }) => ({
    instrument,
    coin,
    ticker: tickerOnWire(instrument, services.marketData.ticker(instrument.market)),
  }));
