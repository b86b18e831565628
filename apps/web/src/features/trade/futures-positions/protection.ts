import type { FuturesOrder, FuturesPosition } from '../../../lib/futures.ts';

export interface Protection {
  readonly takeProfit: FuturesOrder | undefined;
  readonly stopLoss: FuturesOrder | undefined;
}

/** The newest pending take-profit and stop-loss orders on a position. */
export const protectionOf = (position: FuturesPosition, orders: readonly FuturesOrder[]): Protection => {
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
