import { assetUnits, priceTicks } from '@vitrine/money';
import { describe, expect, test } from 'vitest';
import { ALICE, BOB, CAROL, DAVE, opened, PERPETUAL } from '../test/perpetual-exchange.ts';
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

test('holders of positions are counted on each side, and no longer counted after they close', () => {
  const exchange = opened();
  expect(exchange.core.positionHolders(PERPETUAL)).toEqual({ long: 0, short: 0 });
  exchange.open(ALICE, BOB, 10, 1_000);
  exchange.open(CAROL, BOB, 10, 1_000);
  expect(exchange.core.positionHolders(PERPETUAL)).toEqual({ long: 2, short: 1 });
  expect(exchange.core.positionHolders(99)).toEqual({ long: 0, short: 0 });
});

describe('[J3] removable margin', () => {
  test.each(Array.from({ length: 12 }, (_, n) => n + 1))('is exactly what a removal may take (seed %i)', (seed) => {
    const { below, one } = seeded(seed);
    const exchange = opened();
    const leverage = one([2, 3, 5]);
    exchange.accept({ kind: 'SetLeverage', owner: ALICE, market: PERPETUAL, position: 'long', leverage });
    // Low leverage, because a liquidation of Bob's short could be settled against Alice's long.
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

describe('the positions of all owners', () => {
  test('are listed in pages, as each owner sees their own', () => {
    const exchange = opened();
    exchange.open(ALICE, BOB, 4, 1000);
    exchange.open(CAROL, ALICE, 150, 1010);
    exchange.open(DAVE, BOB, 3, 1005);
    const pages = [0, 1, 2, 3, 4].map((from) => exchange.core.heldPositions(PERPETUAL, from, 1));
    expect(pages.pop()).toBeUndefined();
    const held = pages.flatMap((page) => page ?? []);
    expect(exchange.core.heldPositions(PERPETUAL, 0, 100)).toEqual(held);
    expect(exchange.core.heldPositions(99, 0, 100)).toBeUndefined();
    for (const { owner, entryTicks, tier, ...figures } of held) {
      const { position, costUnits, sizeLots } = figures;
      expect(exchange.position(owner, position)).toMatchObject(figures);
      expect(entryTicks).toBe(Math.floor(costUnits / sizeLots));
      expect(tier).toBe(costUnits > 100_000 ? 1 : 0);
    }
    expect(held.map(({ owner, position }) => [owner, position])).toEqual([
      [ALICE, 'long'],
      [ALICE, 'short'],
      [BOB, 'short'],
      [CAROL, 'long'],
      [DAVE, 'long'],
    ]);
  });

  test('[V7] show who is deleveraged next: among shorts, the one with the highest entry price', () => {
    const exchange = opened();
    exchange.open(ALICE, BOB, 4, 1000);
    exchange.open(ALICE, CAROL, 3, 1010);
    exchange.open(ALICE, DAVE, 3, 1005);
    const shorts = (exchange.core.heldPositions(PERPETUAL, 0, 10) ?? []).filter(({ position }) => position === 'short');
    const ranked = [...shorts].sort((a, b) => b.entryTicks - a.entryTicks).map(({ owner }) => owner);
    const deleveraged = exchange
      .mark(905)
      .flatMap((event) => (event.kind === 'PositionSettled' ? [event.counterOwner] : []));
    expect(deleveraged).toEqual(ranked);
  });
});
