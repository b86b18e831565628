import { useMemo } from 'react';
import { useFuturesTickers } from '../../../lib/futures.ts';
import { usePairs } from '../../../lib/market-data.ts';
import { coinsOf } from '../../../lib/market-names.ts';
import type { Pair } from './pair-list.ts';
import type { PairSource, UsePairs } from './pair-source.ts';

const LIVE: PairSource['live'] = new Map();

/** The perpetual markets. `useLiveMarks` keeps their figures live, so `live` is empty. */
export const usePerpetualPairs: UsePairs = () => {
  const { data: tickers, isPending, isLoadingError, isSuccess, refetch } = useFuturesTickers();
  const spot = usePairs().data;
  const data = useMemo(() => {
    const names = new Map(spot?.map(({ name, full_name }) => [name, full_name]));
    return tickers?.map((ticker): Pair => {
      const coin = coinsOf(ticker.name).base;
      return {
        coin_pair_name: ticker.name,
        name: coin,
        full_name: names.get(coin) ?? '',
        close: ticker.last_price,
        increase_in_value: ticker.percent,
        volume_usdt: ticker.volume_usdt,
        funding: ticker.funding_rate_percent,
      };
    });
  }, [tickers, spot]);
  return { data, isPending, isError: isLoadingError, isSuccess, refetch, live: LIVE, categories: [] };
};
