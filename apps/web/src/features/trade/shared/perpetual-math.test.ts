import Big from 'big.js';
import { expect, test } from 'vitest';
import { liquidationPrice, marginOf, profitOf, sizeWithin, targetPrice } from './perpetual-math.ts';
import { perpetualFixture } from './testing/perpetual-fixture.ts';

const MARKET = {
  ...perpetualFixture,
  maintenance_percent: '0.5',
  risk_limit: '1000',
  risk_step: '500',
};

const exposure = (side: 'long' | 'short', size: string, cost: string, margin: string) => ({
  side,
  size: new Big(size),
  cost: new Big(cost),
  margin: new Big(margin),
});

test('margin is rounded up for each lot, as on the exchange', () => {
  // 0.00001 × 66,461.1 ÷ 3 = 0.221537 per lot.
  expect(marginOf(new Big('66461.1'), new Big('0.01'), 3, '0.00001').toFixed()).toBe('221.537');
  // 0.00001 × 66,461.0 ÷ 3 = 0.22153666…, rounded up to 0.221537.
  expect(marginOf(new Big('66461'), new Big('0.00001'), 3, '0.00001').toFixed()).toBe('0.221537');
});

test('liquidation prices are the first ticks at which margin and profit no longer exceed the maintenance margin', () => {
  const isDue = (side: 'long' | 'short', price: Big, rate: number) => {
    const profit = profitOf(side, new Big('0.01'), new Big('60000'), price);
    return new Big('60').plus(profit).lte(price.times('0.01').times(rate));
  };
  const long = liquidationPrice(MARKET, exposure('long', '0.01', '600', '60'));
  expect(long && isDue('long', long, 0.005)).toBe(true);
  expect(long && isDue('long', long.plus('0.1'), 0.005)).toBe(false);
  const short = liquidationPrice(MARKET, exposure('short', '0.01', '600', '60'));
  expect(short && isDue('short', short, 0.005)).toBe(true);
  expect(short && isDue('short', short.minus('0.1'), 0.005)).toBe(false);
});

test('a position beyond the risk limit needs more maintenance margin', () => {
  // A cost of 1,200 is above the risk limit of 1,000 by part of a step, which counts as a step: the rate is 1%. The
  // price is 1,080 ÷ (1 − 0.01) ÷ 0.02.
  expect(liquidationPrice(MARKET, exposure('long', '0.02', '1200', '120'))?.toFixed(1)).toBe('54545.4');
  // 1,500 is above the limit by exactly one step, still at 1%; anything more is in the next step, at 1.5%.
  expect(liquidationPrice(MARKET, exposure('long', '0.025', '1500', '150'))?.toFixed(1)).toBe('54545.4');
  expect(liquidationPrice(MARKET, exposure('long', '0.025', '1500.01', '150'))?.toFixed(1)).toBe('54822.7');
});

test('a long position with more margin than cost is never liquidated', () => {
  expect(liquidationPrice(MARKET, exposure('long', '0.01', '600', '601'))).toBeUndefined();
});

test('the size for a budget never exceeds the budget, and leaves less than one lot of it unused', () => {
  const terms = { price: new Big('66461'), leverage: 10, feePercent: '0.1', lot: '0.00001' };
  const cost = (size: Big) => marginOf(terms.price, size, 10, '0.00001').plus(size.times(terms.price).times('0.001'));
  const size = sizeWithin(new Big('1000'), terms);
  expect(cost(size).lte(1000)).toBe(true);
  expect(cost(size.plus('0.00001')).gt('999.999')).toBe(true);
  expect(sizeWithin(new Big(0), terms).toFixed()).toBe('0');
});

test('at the target price, the profit is the desired percentage of the margin', () => {
  // The margin is a tenth of the price, so a return of 50% on it takes a price move of 5%: 3,000.
  expect(targetPrice('long', new Big('60000'), 10, new Big('50'))?.toFixed()).toBe('63000');
  expect(targetPrice('short', new Big('60000'), 10, new Big('50'))?.toFixed()).toBe('57000');
  expect(targetPrice('short', new Big('60000'), 3, new Big('300'))).toBeUndefined();
});
