import { createContext, useContext } from 'react';
import type { FuturesMarket } from '../../../lib/futures.ts';

/** The perpetual market of the page. */
export const PerpetualContext = createContext<FuturesMarket | undefined>(undefined);

export const usePerpetual = (): FuturesMarket => {
  const market = useContext(PerpetualContext);
  if (!market) throw new Error('usePerpetual was called outside a futures page');
  return market;
};
