import { expect, test } from 'vitest';
import { pastPlan } from './past-plan.ts';

const DAY_MS = 86_400_000;
const FROM = 20_000;
/** A price in units of USDT (six decimals), for a coin with eight decimals. */
const price = (usdt: number) => ({ ticks: usdt, tickLotUnits: 1_000_000, lotUnits: 100_000_000 });
const coin = (asset: number, closes: readonly (readonly [day: number, usdt: number])[], now: number) => ({
  asset,
  closes: new Map(closes.map(([day, usdt]) => [day, price(usdt)])),
  price: price(now),
});
const terms = {
  units: 100_000_000,
  shares: [{ asset: 1, percent: 100 }],
  schedule: { cycle: 'Daily' },
  takerPpm: 1_000,
  fromMs: FROM * DAY_MS,
  toMs: (FROM + 3) * DAY_MS,
} as const;

test('each run buys at the closing price of the day before, after the fee', () => {
  const past = pastPlan(terms, [
    coin(
      1,
      [
        [FROM - 1, 100],
        [FROM, 200],
        [FROM + 1, 50],
      ],
      100,
    ),
  ]);
  // 100 ÷ 1.001 = 99.900099 of which 0.999…, 0.4995… and 1.998… coins are bought.
  expect(past).toMatchObject({ runs: 3, runsWithoutPrice: 0 });
  expect(past.legs).toEqual([{ asset: 1, spent: 300_000_000n, fees: 299_703n, bought: 349_650_346n }]);
  expect(past.points.at(-1)).toEqual({ timeMs: terms.toMs, invested: 300_000_000n, value: 349_650_346n });
  expect(past.lowest).toMatchObject({ timeMs: (FROM + 2) * DAY_MS });
  expect(past.atOnce).toEqual({ timeMs: FROM * DAY_MS, invested: 300_000_000n, value: 299_700_299n });
});

test('runs without a price for a coin are left out and counted, and prices up to a week old are used', () => {
  const young = coin(2, [[FROM + 1, 10]], 20);
  const shares = [
    { asset: 1, percent: 50 },
    { asset: 2, percent: 50 },
  ];
  const past = pastPlan({ ...terms, shares }, [coin(1, [[FROM - 5, 100]], 100), young]);
  expect(past).toMatchObject({ runs: 1, runsWithoutPrice: 2 });
  expect(pastPlan(terms, [coin(1, [[FROM - 8, 100]], 100)])).toMatchObject({
    runs: 0,
    runsWithoutPrice: 3,
    points: [],
    lowest: undefined,
    atOnce: undefined,
  });
});

test('all runs of a day are included, and long charts are thinned out', () => {
  const closes = Array.from({ length: 400 }, (_, i) => [FROM - 1 + i, 100] as const);
  const past = pastPlan({ ...terms, schedule: { cycle: '8 Hours' }, toMs: (FROM + 365) * DAY_MS }, [
    coin(1, closes, 100),
  ]);
  expect(past.runs).toBe(365 * 3);
  expect(past.points).toHaveLength(160);
  expect(past.points.at(-1)?.invested).toBe(BigInt(365 * 3) * 100_000_000n);
});
