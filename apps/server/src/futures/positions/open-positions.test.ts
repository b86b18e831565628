import type { Core, MarketId, PerpetualView, PositionView, Side } from '@vitrine/core';
import type { SizeLots } from '@vitrine/money';
import { expect, test } from 'vitest';
import type { OrderRecord } from '../../projections/tables/orders.ts';
import { openPositions } from './open-positions.ts';

const OWNER = 7;
const views = [1, 2, 3].flatMap((market) =>
  (['long', 'short'] as const).map((position) => ({ market, position, sizeLots: 100 }) as PositionView),
);
const core: Pick<Core, 'positions' | 'perpetual'> = {
  positions: () => views,
  perpetual: (market) => (market === 3 ? undefined : ({ market } as unknown as PerpetualView)),
};

const order = (market: MarketId, side: Side, sizeLots: number, filledLots = 0, reduceOnly = true) =>
  ({ market, side, sizeLots: sizeLots as SizeLots, filledLots: filledLots as SizeLots, reduceOnly }) as OrderRecord;

const closing = (orders: readonly OrderRecord[]) =>
  openPositions(core, OWNER, orders).map(({ view, closingLots }) => [view.market, view.position, closingLots]);

test('the open lots of reduce-only orders are counted for the position that they close', () => {
  const orders = [
    order(1, 'sell', 30, 10),
    order(1, 'sell', 5),
    order(1, 'sell', 50, 0, false),
    order(1, 'buy', 7),
    order(2, 'buy', 400),
  ];
  expect(closing(orders)).toEqual([
    [1, 'long', 25],
    [1, 'short', 7],
    [2, 'long', 0],
    // The order is for 400 lots, but the position has only 100.
    [2, 'short', 100],
  ]);
});

test('each order is read once, regardless of the number of open positions', () => {
  let reads = 0;
  const counted = Array.from({ length: 10 }, () => ({
    ...order(1, 'sell', 1),
    get market() {
      reads += 1;
      return 1 as MarketId;
    },
  }));
  expect(closing(counted)[0]).toEqual([1, 'long', 10]);
  expect(reads).toBe(10);
});
