import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';
import { rankedTickers } from './ranked-instruments.ts';

export const marketAllPairs: Handler<typeof endpoints.marketAllPairs> = ({ services }) => ({
  coinpair: rankedTickers(services).map(({ instrument, coin, ticker }) => ({
    id: instrument.base.asset,
    name: coin.code,
    full_name: coin.fullName,
    coin_pair_name: instrument.name,
    image: coin.image,
    type: coin.type,
    value: ticker.close,
    percent: ticker.percent,
    amount: ticker.volume,
    volume: ticker.volume_usdt,
    high: ticker.high,
    low: ticker.low,
  })),
});
