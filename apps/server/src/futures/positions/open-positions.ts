import type { Core, OwnerId, PerpetualView, PositionView } from '@vitrine/core';
import type { SizeLots } from '@vitrine/money';
import type { OrderRecord } from '../../projections/tables/orders.ts';

/** An open position, its market, and the size that its open reduce-only orders would close. */
export interface OpenPosition {
  readonly view: PositionView;
  readonly perpetual: PerpetualView;
  readonly closingLots: SizeLots;
}

/** An owner's open positions. `orders` are the owner's open orders. */
export function openPositions(
  core: Pick<Core, 'positions' | 'perpetual'>,
  owner: OwnerId,
  orders: readonly OrderRecord[],
): OpenPosition[] {
  const closing = orders.filter(({ reduceOnly }) => reduceOnly);
  return core.positions(owner).flatMap((view) => {
    const perpetual = core.perpetual(view.market);
    const closingSide = view.position === 'long' ? 'sell' : 'buy';
    const lots = closing
      .filter(({ market, side }) => market === view.market && side === closingSide)
      .reduce((sum, { sizeLots, filledLots }) => sum + sizeLots - filledLots, 0);
    const closingLots = Math.min(view.sizeLots, lots) as SizeLots;
    return perpetual === undefined ? [] : [{ view, perpetual, closingLots }];
  });
}
