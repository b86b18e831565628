import type { endpoints } from '@vitrine/contract';
import { ApiError } from '../../../kit/api-error.ts';
import type { Handler } from '../../services.ts';
import { rankedTickers } from './ranked-instruments.ts';

export const allPairs: Handler<typeof endpoints.allPairs> = async ({ services, session, query }) => {
  if (query.client_id !== undefined && query.client_id !== session?.uniqueId) throw new ApiError('not_yours');
  const favorites = session && (await services.preferences.of(session.owner)).favorite_coins;
  return {
    coinpair: rankedTickers(services).map(({ instrument, coin, ticker }) => ({
      coin_id: instrument.base.asset,
      coin_pair_name: instrument.name,
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
