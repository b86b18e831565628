import { expect, test } from 'vitest';
import { terms } from '../../test/perpetual-exchange.ts';
import { LONG, SHORT } from '../vocabulary/codes.ts';
import {
  bankruptcyTicks,
  equityUnits,
  isDue,
  liquidationLimitTicks,
  liquidationTicks,
  maintenancePpmOf,
  maintenanceUnits,
  marginPerLot,
  tierOf,
} from './risk.ts';

// All figures are computed by hand. The position is 10 lots at 1,000, with a maintenance rate of 1%.
const COST = 10_000;
const RATE = 10_000;
const position = (side: number, marginUnits: number) => ({ side, lotTickUnits: 10, costUnits: COST, marginUnits });

test.each([
  // Leverage, margin per lot, then the liquidation and bankruptcy prices of a long and of a short.
  [3, 334, 672, 666, 1321, 1334],
  [5, 200, 808, 800, 1189, 1200],
  [10, 100, 909, 900, 1090, 1100],
  [15, 67, 942, 933, 1057, 1067],
  [20, 50, 959, 950, 1040, 1050],
])(
  '[Z1] [Y5] at leverage %d a lot needs %d; a long is liquidated at %d and bankrupt at %d, a short at %d and %d',
  (leverage, margin, longDue, longBankrupt, shortDue, shortBankrupt) => {
    expect(marginPerLot(1_000, 1, leverage)).toBe(margin);
    const [long, short] = [position(LONG, 10 * margin), position(SHORT, 10 * margin)];
    expect([liquidationTicks(long, RATE), bankruptcyTicks(long)]).toEqual([longDue, longBankrupt]);
    expect([liquidationTicks(short, RATE), bankruptcyTicks(short)]).toEqual([shortDue, shortBankrupt]);
    // The definition gives the same result: liquidation at this price, but not one tick before it.
    expect([isDue(long, RATE, longDue), isDue(long, RATE, longDue + 1)]).toEqual([true, false]);
    expect([isDue(short, RATE, shortDue), isDue(short, RATE, shortDue - 1)]).toEqual([true, false]);
  },
);

test.each([
  // Mark price, maintenance margin, then margin plus profit of a long and of a short, each with a margin of 1,000.
  [1_000, 100, 1_000, 1_000],
  [1_100, 110, 2_000, 0],
  [1_250, 125, 3_500, -1_500],
  [945, 95, 450, 1_550],
  [900, 90, 0, 2_000],
  [1, 1, -8_990, 10_990],
])(
  '[Y4] at a mark of %d the maintenance margin is %d, and margin plus profit of a long are %d, of a short %d',
  (mark, maintenance, ofLong, ofShort) => {
    const [long, short] = [position(LONG, 1_000), position(SHORT, 1_000)];
    expect(maintenanceUnits(long, RATE, mark)).toBe(maintenance);
    expect([equityUnits(long, mark), equityUnits(short, mark)]).toEqual([ofLong, ofShort]);
  },
);

test.each([
  // The risk limit is 100,000, and each step of 100,000 adds 1%.
  [1, 0, 10_000],
  [100_000, 0, 10_000],
  [100_001, 1, 20_000],
  [200_000, 1, 20_000],
  [200_001, 2, 30_000],
  [4_900_001, 49, 500_000],
  [10_000_001, 100, 500_000],
  [90_000_000, 100, 500_000],
])('[Y4] a position that cost %d is in tier %d, with a rate of %d ppm', (cost, tier, ppm) => {
  expect([tierOf(terms, cost), maintenancePpmOf(terms, cost)]).toEqual([tier, ppm]);
});

test.each([
  // The distance is ceil(9.05) = 10, ceil(9.4) = 10, ceil(10.95) = 11 and ceil(10.6) = 11; bankrupt at 900 and 1,100.
  ['long', LONG, 905, 900],
  ['long', LONG, 940, 930],
  ['short', SHORT, 1_095, 1_100],
  ['short', SHORT, 1_060, 1_071],
])('[V3] a %s (%d) liquidated at a mark of %d is closed at %d or better', (_side, side, mark, limit) => {
  expect(liquidationLimitTicks(position(side, 1_000), RATE, mark)).toBe(limit);
});

test('[Y5] a long whose margin exceeds its cost can never be liquidated, and is bankrupt at no price above 1', () => {
  const long = position(LONG, COST + 1);
  expect([liquidationTicks(long, RATE), bankruptcyTicks(long), isDue(long, RATE, 1)]).toEqual([0, 1, false]);
  expect(equityUnits(long, 1)).toBe(11);
});
