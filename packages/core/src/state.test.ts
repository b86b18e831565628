import { expect, test } from 'vitest';
import { Core } from './core.ts';
import { State } from './state.ts';

test('tables that outgrow their initial capacity for orders are not copied', () => {
  const state = new State();
  const room = 2 ** 18;
  new Core({ roomForOrders: room }, state);
  const { owners, ledger, seats, orders, levels, holds } = state;
  const memories = () =>
    [owners.tier, ledger.available, seats.owner, orders.id, orders.seat, levels.price, holds.id].map(
      ({ buffer }) => buffer,
    );
  const before = memories();
  for (let owner = 1; owner <= room + 1; owner += 1) owners.ensure(owner);
  ledger.reserve(4 * room);
  for (const table of [seats, orders, levels, holds]) table.reserve(2 * room);
  // Compared without expect, which would print millions of numbers.
  expect(memories().map((memory, index) => memory === before[index])).toEqual(before.map(() => true));
});
