import type { endpoints } from '@vitrine/contract';
import type { OwnerId } from '@vitrine/core';
import type { Handler, Services } from '../services.ts';
import { positionOnWire } from '../wire.ts';

export const futuresPositions: Handler<typeof endpoints.futuresPositions> = ({ services, session }) => ({
  positions: positionsOf(services, session.owner),
  position: services.core.position,
});

/** The client's open positions at the mark prices. */
export function positionsOf({ core, instruments, openOrders }: Services, owner: OwnerId) {
  const closing = openOrders.of(owner).filter(({ reduceOnly }) => reduceOnly);
  return core.positions(owner).flatMap((view) => {
    const perpetual = core.perpetual(view.market);
    if (perpetual === undefined) return [];
    const closingSide = view.position === 'long' ? 'sell' : 'buy';
    const closingLots = closing
      .filter(({ market, side }) => market === view.market && side === closingSide)
      .reduce((sum, { sizeLots, filledLots }) => sum + sizeLots - filledLots, 0);
    return [positionOnWire(instruments.byMarket(view.market), perpetual, view, closingLots)];
  });
}
