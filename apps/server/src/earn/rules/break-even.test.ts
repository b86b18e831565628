import { expect, test } from 'vitest';
import { breakEvenDay } from './break-even.ts';

test('the break-even day is the first day whose value reaches the price, as found by counting day by day', () => {
  for (const [days, price, daily] of [
    [90, 18_000_000n, 225_828n],
    [90, 90n, 1n],
    [90, 1n, 5n],
    [180, 7_777_777n, 43_210n],
  ] as const) {
    const worth = (count: number) => BigInt(count) * daily;
    let counted: number | undefined;
    for (let day = days; day >= 1; day -= 1) if (worth(day) >= price) counted = day;
    expect(breakEvenDay(days, price, worth)).toBe(counted);
  }
});

test('there is no break-even day if the whole output is worth less than the price, even by one unit', () => {
  expect(breakEvenDay(90, 91n, (count) => BigInt(count))).toBeUndefined();
  expect(breakEvenDay(90, 90n, (count) => BigInt(count))).toBe(90);
  expect(breakEvenDay(90, 1n, () => 0n)).toBeUndefined();
});
