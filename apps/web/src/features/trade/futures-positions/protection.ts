import type { FuturesPosition } from '../../../lib/futures.ts';
import type { Order } from './use-histories.ts';

export interface Protection {
  readonly takeProfit: Order | undefined;
  readonly stopLoss: Order | undefined;
}

/** The newest take-profit and stop-loss orders of a position that wait for their triggers. */
export const protectionOf = (position: FuturesPosition, orders: readonly Order[]): Protection => {
  const waiting = orders.filter(
    (order) =>
      order.name === position.name &&
      order.side === position.side &&
      order.effect === 'close' &&
      order.trigger_price !== '' &&
      !order.triggered,
  );
  return {
    takeProfit: waiting.find(({ type }) => type.startsWith('TAKE_PROFIT')),
    stopLoss: waiting.find(({ type }) => type.startsWith('STOP')),
  };
};
