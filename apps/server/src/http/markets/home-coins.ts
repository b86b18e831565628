import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../handler.ts';
import { tickerOnWire } from '../wire.ts';
import { rankedInstruments } from './ranked-instruments.ts';

export const homeCoins: Handler<typeof endpoints.homeCoins> = ({ services }) => ({
  coinpair: rankedInstruments(services)
    .filter(({ coin }) => coin.home)
    .map(({ instrument, coin }) => {
      const ticker = tickerOnWire(instrument, services.marketData.ticker(instrument.market));
      return {
        coin_id: instrument.base.asset,
        name: coin.code,
        coin_pair_name: instrument.name,
        image: coin.image,
        value: ticker.close,
        percent: ticker.percent,
      };
    }),
});
