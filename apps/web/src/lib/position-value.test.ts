import { expect, test } from 'vitest';
import type { FuturesPosition } from './futures.ts';
import { valuedAt } from './position-value.ts';

const long = {
  side: 'long',
  size: '0.01000',
  cost: '600.000000',
  mark_price: '60000.0',
  value: '600.000000',
  margin: '60.000000',
  profit: '0.000000',
  rate_of_return_percent: '0.00',
  maintenance_margin: '2.400000',
  maintenance_percent: '0.4',
  margin_ratio_percent: '4.00',
  removable_margin: '1.000000',
  is_bound: false,
} as FuturesPosition;

test('a position at another mark price has the figures that the server would report', () => {
  expect(valuedAt(long, '60000.0')).toBe(long);
  expect(valuedAt(long, '60123.4')).toEqual({
    ...long,
    mark_price: '60123.4',
    value: '601.234000',
    profit: '1.234000',
    rate_of_return_percent: '2.05',
    // 601.234 × 0.4 % = 2.404936; ÷ (60 + 1.234) = 3.927…%
    maintenance_margin: '2.404936',
    margin_ratio_percent: '3.92',
  });
  const short = valuedAt({ ...long, side: 'short' }, '60123.4');
  expect([short.profit, short.rate_of_return_percent]).toEqual(['-1.234000', '-2.05']);
});

test('a minimum term binds a position unless its profit equals its margin, or half of its margin is left', () => {
  const bound = { ...long, term_ends_at: Date.now() + 60_000, is_bound: true };
  const isBoundAt = (price: string, position = bound) => valuedAt(position, price).is_bound;
  expect(['60001.0', '65999.9', '66000.0', '57000.1', '57000.0'].map((price) => isBoundAt(price))).toEqual([
    true,
    true,
    false,
    true,
    false,
  ]);
  expect(isBoundAt('60001.0', { ...bound, term_ends_at: Date.now() - 1 })).toBe(false);
});

test('shares that do not exist are empty, and those near zero have no sign', () => {
  expect(valuedAt(long, '53000.0').margin_ratio_percent).toBe('');
  expect(valuedAt({ ...long, margin: '0.000000' }, '60001.0').rate_of_return_percent).toBe('');
  expect(valuedAt({ ...long, margin: '600000.000000' }, '59999.9').rate_of_return_percent).toBe('0.00');
});
