import { useEffect, useReducer, useSyncExternalStore } from 'react';
import type { OwnOrder } from '../../../lib/own-order.ts';
import type { OwnState } from '../../../lib/own-state.ts';
import { pace } from '../../../lib/pace.ts';
import type { LiveMarket, MarketTopic, PriceMove } from './live-market.ts';

/** Re-renders when a topic of the market changes, at most `hertz` times a second. */
export const usePaced = (market: LiveMarket, topic: MarketTopic, hertz: number): void => {
  const [, again] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const paced = pace(again, hertz);
    const stop = market.on(topic, paced.mark);
    paced.mark();
    return () => {
      stop();
      paced.stop();
    };
  }, [market, topic, hertz]);
};

export const useLastPrice = (market: LiveMarket): { readonly price: string; readonly move: PriceMove } => {
  usePaced(market, 'price', 8);
  return { price: market.lastPrice, move: market.move };
};

export const useOwnOrders = (own: OwnState): readonly OwnOrder[] | undefined =>
  useSyncExternalStore(own.subscribe, own.orders);

export const useSpotBalances = (own: OwnState) => useSyncExternalStore(own.subscribe, own.balances);
