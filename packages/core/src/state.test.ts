import { expect, test } from 'vitest';
import { Core } from './core.ts';
import { State } from './state.ts';

test('a large core takes more than a million owners and orders before their tables are copied', () => {
  const state = new State();
  new Core({ roomForOrders: 2 ** 21 }, state);
  const { owners, orders } = state;
  const { tier } = owners;
  const { id } = orders;
  for (let owner = 1; owner <= 2 ** 20 + 1; owner += 1) owners.ensure(owner);
  orders.reserve(2 ** 20 + 1);
  // Compared without expect, which would print millions of numbers.
  expect([owners.tier === tier, orders.id === id]).toEqual([true, true]);
});
