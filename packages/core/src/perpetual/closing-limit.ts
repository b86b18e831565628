import type { Market } from '../book/market.ts';
import { BUY, LONG, SELL } from '../vocabulary/codes.ts';
import type { Perpetual } from './perpetual.ts';

/** The worst price of the price band for an order on this side. */
export const bandEdge = (market: Market, side: number): number => (side === BUY ? market.highest() : market.lowest());

/** [I2]: the worst price at which operators close a position of this side, at most this far from the mark price. */
export const closingLimit = ({ market, markTicks }: Perpetual, position: number, distancePpm: number): number => {
  const side = position === LONG ? SELL : BUY;
  const own = market.protection(side, markTicks, distancePpm);
  const edge = bandEdge(market, side);
  return side === BUY ? Math.min(own, edge) : Math.max(own, edge);
};
