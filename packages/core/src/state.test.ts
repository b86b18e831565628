import { expect, test } from 'vitest';
import { Core } from './core.ts';
import { State } from './state.ts';

test('a large core takes more than a million owners and orders before a table of theirs is copied', () => {
  const state = new State();
  new Core({ isLarge: true }, state);
  const { owners, orders } = state;
  const { tier } = owners;
  const { id } = orders;
  for (let number = 1; number <= 2 ** 20 + 1; number += 1) {
    owners.ensure(number);
    orders.reserve(number);
  }
  expect(owners.tier).toBe(tier);
  expect(orders.id).toBe(id);
});
