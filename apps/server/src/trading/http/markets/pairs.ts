import type { endpoints } from '@vitrine/contract';
import { ApiError } from '../../../kit/api-error.ts';
import { nameIn } from '../../../kit/instruments.ts';
import type { Handler } from '../../services.ts';
import { marketRulesOnWire } from './market-rules.ts';
import { rankedTickers } from './ranked-instruments.ts';

export const markets: Handler<typeof endpoints.markets> = ({ services }) => ({
  markets: [...services.instruments.all()].map((instrument) => marketRulesOnWire(services, instrument)),
});

export const homeCoins: Handler<typeof endpoints.homeCoins> = ({ services }) => ({
  coinpair: rankedTickers(services)
    .filter(({ coin }) => coin.home)
    .map(({ instrument, coin, ticker }) => ({
      coin_id: instrument.base.asset,
      name: coin.code,
      coin_pair_name: nameIn.web(instrument),
      image: coin.image,
      value: ticker.close,
      percent: ticker.percent,
    })),
});

export const marketCoins: Handler<typeof endpoints.marketCoins> = ({ services }) => ({
  coinpair: rankedTickers(services).map(({ instrument, coin, ticker }) => ({
    id: instrument.base.asset,
    name: coin.code,
    full_name: coin.fullName,
    coin_pair_name: nameIn.web(instrument),
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

export const pairs: Handler<typeof endpoints.pairs> = async ({ services, session, query }) => {
  if (query.client_id !== undefined && query.client_id !== session?.uniqueId) throw new ApiError('not_yours');
  const favorites = session && (await services.preferences.of(session.owner)).favorite_coins;
  return {
    coinpair: rankedTickers(services).map(({ instrument, coin, ticker }) => ({
      coin_id: instrument.base.asset,
      coin_pair_name: nameIn.web(instrument),
      name: coin.code,
      full_name: coin.fullName,
      image: coin.image,
      favorite: favorites?.includes(coin.code) ? coin.code : '',
      close: ticker.close,
      increase_in_value: ticker.percent,
      high: ticker.high,
      low: ticker.low,
      volume: ticker.volume,
      volume_usdt: ticker.volume_usdt,
      type: coin.type,
    })),
  };
};
