import { assetUnits, priceTicks } from '@vitrine/money';
import { describe, expect, test } from 'vitest';
import { ALICE, BOB, CAROL, opened, PERPETUAL } from '../test/perpetual-exchange.ts';
import { seeded } from '../test/seeded.ts';
import type { ChangeMargin } from './commands/change-margin.ts';

const removal = (units: number): ChangeMargin => ({
  kind: 'ChangeMargin',
  owner: ALICE,
  market: PERPETUAL,
  position: 'long',
  change: 'remove',
  units: assetUnits(units),
});

test('[Y3] the leverage shown is that of later orders: the default until the owner sets another', () => {
  const exchange = opened();
  expect(exchange.core.leverages(CAROL, PERPETUAL)).toEqual({ long: 10, short: 10 });
  exchange.accept({ kind: 'SetLeverage', owner: CAROL, market: PERPETUAL, position: 'short', leverage: 3 });
  expect(exchange.core.leverages(CAROL, PERPETUAL)).toEqual({ long: 10, short: 3 });
  expect(exchange.core.leverages(CAROL, 99)).toBeUndefined();
});

describe('[J3] removable margin', () => {
  test.each(Array.from({ length: 12 }, (_, n) => n + 1))('is exactly what a removal may take (seed %i)', (seed) => {
    const { below, one } = seeded(seed);
    const exchange = opened();
    const leverage = one([2, 3, 5]);
    exchange.accept({ kind: 'SetLeverage', owner: ALICE, market: PERPETUAL, position: 'long', leverage });
    // If the short is liquidated, it is closed against the long.
    exchange.accept({ kind: 'SetLeverage', owner: BOB, market: PERPETUAL, position: 'short', leverage: 2 });
    exchange.open(ALICE, BOB, 1 + below(40), 1_000);
    const change = { ...removal(1 + below(20_000)), change: 'add' as const };
    if (exchange.core.check(change) === undefined) exchange.accept(change);
    exchange.accept({ kind: 'SetMarkPrice', market: PERPETUAL, markTicks: priceTicks(950 + below(200)) });
    const [view] = exchange.core.positions(ALICE);
    if (view === undefined) throw new Error('the position was liquidated');
    const { removableUnits } = view;
    if (removableUnits > 0) expect(exchange.core.check(removal(removableUnits))).toBeUndefined();
    expect(exchange.core.check(removal(removableUnits + 1))).toBe('below_initial_margin');
  });
});
