import { expect, test } from 'vitest';
import type { Entry } from '../../projections/books/entries.ts';
import type { WorthAt } from '../../projections/books/prices.ts';
import { FirstInFirstOut } from './disposals.ts';

const USDT = 1;
const BTC = 2;
const ETH = 3;
const worthAt: WorthAt = ({ asset }, units) => (asset === BTC ? BigInt(units) * 1_000n : undefined);

const buy = (timeMs: number, baseUnits: number, notionalUnits: number, feeUnits: number): Entry => ({
  kind: 'trade',
  position: timeMs,
  line: 0,
  timeMs,
  base: BTC,
  quote: USDT,
  side: 'buy',
  baseUnits,
  notionalUnits,
  feeUnits,
});
const sell = (...fields: Parameters<typeof buy>): Entry => ({ ...buy(...fields), side: 'sell' }) as Entry;
const posting = (timeMs: number, asset: number, cause: string, units: number): Entry => ({
  kind: 'posting',
  position: timeMs,
  line: 0,
  timeMs,
  wallet: 'spot',
  asset,
  cause,
  units,
});

function disposalsOf(...entries: Entry[]) {
  const lots = new FirstInFirstOut(USDT);
  return entries.flatMap((entry) => [...lots.fold(entry, worthAt)]);
}
const figures = (entries: Entry[]) =>
  disposalsOf(...entries).map(({ units, acquiredMs, disposedMs, proceedsUnits, costUnits, isPriced }) => [
    units,
    acquiredMs,
    disposedMs,
    proceedsUnits,
    costUnits,
    isPriced,
  ]);

test('a sell of one and a half lots is two disposals; proceeds and costs add up to the last unit', () => {
  const told = figures([
    buy(10, 300, 1_000_000, 1_000),
    buy(20, 200, 800_000, 800),
    // 400 units for 2,000,000 − 1,999: 300 from the first lot, 100 from the second.
    sell(30, 400, 2_000_000, 1_999),
    sell(40, 100, 500_000, 500),
  ]);
  expect(told).toEqual([
    // floor(1,998,001 × 300 ÷ 400) = 1,498,500; the rounding remainder goes to the last part.
    [300, 10, 30, 1_498_500n, 1_001_000n, true],
    [100, 20, 30, 499_501n, 400_400n, true],
    [100, 20, 40, 499_500n, 400_400n, true],
  ]);
});

test('a withdrawal removes the oldest lot without a gain; the cost of a deposit is its value; transfers change nothing', () => {
  const told = figures([
    posting(10, BTC, 'deposit', 100),
    buy(20, 100, 150_000, 0),
    posting(30, BTC, 'between_wallets', -50),
    posting(30, BTC, 'between_wallets', 50),
    posting(40, BTC, 'withdrawal', -100),
    sell(50, 100, 160_000, 0),
  ]);
  expect(told).toEqual([[100, 20, 50, 160_000n, 150_000n, true]]);
});

test('USDT is never disposed of', () => {
  expect(disposalsOf(posting(10, USDT, 'deposit', 500_000), posting(20, USDT, 'withdrawal', -100_000))).toEqual([]);
});

test('disposals of a lot that arrived without a price are marked, and no others', () => {
  const ofEth = (entry: Entry): Entry => ({ ...entry, base: ETH }) as Entry;
  const told = disposalsOf(
    posting(10, ETH, 'deposit', 10),
    ofEth(buy(20, 10, 4_000, 0)),
    ofEth(sell(30, 15, 9_000, 0)),
  );
  expect(told).toMatchObject([
    { units: 10, proceedsUnits: 6_000n, costUnits: 0n, isPriced: false },
    { units: 5, proceedsUnits: 3_000n, costUnits: 2_000n, isPriced: true },
  ]);
});
