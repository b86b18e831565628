import type { Core, MarketId, OwnerId, PerpetualView, PositionView, Side } from '@vitrine/core';
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
  const closing = closingLotsOf(orders);
  return core.positions(owner).flatMap((view) => {
    const perpetual = core.perpetual(view.market);
    const lots = closing.get(closingKey(view.market, view.position === 'long' ? 'sell' : 'buy')) ?? 0;
    const closingLots = Math.min(view.sizeLots, lots) as SizeLots;
    return perpetual === undefined ? [] : [{ view, perpetual, closingLots }];
  });
}

/** The open lots of reduce-only orders by market and side, in one pass: a client may have thousands of orders. */
function closingLotsOf(orders: readonly OrderRecord[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { reduceOnly, market, side, sizeLots, filledLots } of orders) {
    if (!reduceOnly) continue;
    const key = closingKey(market, side);
    sums.set(key, (sums.get(key) ?? 0) + sizeLots - filledLots);
  }
  return sums;
}

const closingKey = (market: MarketId, side: Side): string => `${market}/${side}`;
