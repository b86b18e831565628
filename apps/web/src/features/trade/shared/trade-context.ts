import { createContext, useContext } from 'react';
import type { OwnState } from '../../../lib/own-state.ts';
import type { LiveMarket } from './live-market.ts';
import type { MarketRules } from './market-rules.ts';
import type { OrderDesk } from './order-desk.ts';
import type { PickBus } from './pick-bus.ts';

/**
 * The state that all panels of a trade page share. Another pair gets a new object, so that nothing of the old pair
 * remains.
 */
export interface Trade {
  readonly coin: string;
  readonly rules: MarketRules;
  readonly market: LiveMarket;
  readonly own: OwnState;
  readonly picks: PickBus;
  readonly desk: OrderDesk;
  /** For pages without trading: clicks on prices do nothing. */
  readonly isReadOnly?: true;
}

export const TradeContext = createContext<Trade | undefined>(undefined);

export const useTrade = (): Trade => {
  const trade = useContext(TradeContext);
  if (!trade) throw new Error('useTrade was called outside a trade page');
  return trade;
};
