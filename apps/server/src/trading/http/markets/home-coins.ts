import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';
import { rankedTickers } from './ranked-instruments.ts';

export const homeCoins: Handler<typeof endpoints.homeCoins> = ({ services }) => ({
  coinpair: rankedTickers(services)
    .filter(({ coin }) => coin.home)
    .map(({ instrument, coin, ticker }) => ({
      coin_id: instrument.base.asset,
      name: coin.code,
      coin_pair_name: instrument.name,
      image: coin.image,
      value: ticker.close,
      percent: ticker.percent,
    })),
});
