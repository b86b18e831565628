import type { AssetId } from '@vitrine/core';
import { type Price, worth } from '../../projections/books/prices.ts';
import { firstRun, RunTimes, type Schedule } from '../rules/schedule.ts';
import { partsOf, type Share } from '../rules/shares.ts';

const DAY_MS = 86_400_000;
const MILLION = 1_000_000n;
/** Maximum age, in days before the run, of a closing price that the run may use. */
const OLDEST_DAYS = 7;
/** Maximum number of points in a chart. */
const MOST_POINTS = 160;

/** A coin's closing prices on days with trades, by UTC day since 1970. */
export interface PastCoin {
  readonly asset: AssetId;
  readonly closes: ReadonlyMap<number, Price>;
  /** The current price. */
  readonly price: Price;
}

export interface PastTerms {
  readonly units: number;
  readonly shares: readonly Share[];
  readonly schedule: Schedule;
  readonly takerPpm: number;
  readonly fromMs: number;
  readonly toMs: number;
}

export interface PastLeg {
  readonly asset: AssetId;
  spent: bigint;
  fees: bigint;
  bought: bigint;
}

export interface PastPoint {
  readonly timeMs: number;
  readonly invested: bigint;
  readonly value: bigint;
}

export interface PastPlan {
  readonly runs: number;
  readonly runsWithoutPrice: number;
  readonly legs: readonly PastLeg[];
  /** A point after each day with runs, at that day's prices, and a last one at the current prices. */
  readonly points: readonly PastPoint[];
  readonly lowest: PastPoint | undefined;
  /** What the whole amount would be worth if it had been invested at the first run. */
  readonly atOnce: PastPoint | undefined;
}

const dayOf = (timeMs: number): number => Math.floor(timeMs / DAY_MS);

/** The closing price of the day before, or of the latest earlier day with trades, up to OLDEST_DAYS back. */
function closeBefore({ closes }: PastCoin, day: number): Price | undefined {
  for (let ago = 1; ago <= OLDEST_DAYS; ago += 1) {
    const close = closes.get(day - ago);
    if (close !== undefined) return close;
  }
  return undefined;
}

/** The amount that USDT buys at a price, after the fee, rounded down. */
function buy(units: bigint, { ticks, tickLotUnits, lotUnits }: Price, takerPpm: number) {
  const net = (units * MILLION) / (MILLION + BigInt(takerPpm));
  const cost = BigInt(ticks) * BigInt(tickLotUnits);
  return { fees: units - net, bought: cost === 0n ? 0n : (net * BigInt(lotUnits)) / cost };
}

/**
 * Backtest of a plan between two times: each run uses the closing prices of the day before. A run is left out if a coin
 * has no such price, because it is unknown what the run would have bought.
 */
export function pastPlan(terms: PastTerms, coins: readonly PastCoin[]): PastPlan {
  const parts = partsOf(terms.units, terms.shares);
  const byAsset = new Map(coins.map((coin) => [coin.asset, coin]));
  const legs: PastLeg[] = parts.map(({ asset }) => ({ asset, spent: 0n, fees: 0n, bought: 0n }));
  const points: PastPoint[] = [];
  let [runs, runsWithoutPrice] = [0, 0];
  let first: { readonly timeMs: number; readonly prices: readonly Price[] } | undefined;
  for (const [day, { count, timeMs }] of runsByDay(terms)) {
    const prices = parts.map(({ asset }) => closeBefore(byAsset.get(asset) as PastCoin, day));
    if (!prices.every((price) => price !== undefined)) {
      runsWithoutPrice += count;
      continue;
    }
    runs += count;
    first ??= { timeMs, prices };
    for (const [i, leg] of legs.entries()) {
      const units = BigInt(parts[i]?.units ?? 0) * BigInt(count);
      const { fees, bought } = buy(units, prices[i] as Price, terms.takerPpm);
      leg.spent += units;
      leg.fees += fees;
      leg.bought += bought;
    }
    points.push(pointOf(legs, prices, timeMs));
  }
  const present = parts.map(({ asset }) => (byAsset.get(asset) as PastCoin).price);
  if (runs > 0) points.push(pointOf(legs, present, terms.toMs));
  const atOnce = first && onePurchase(legs, first, present, terms.takerPpm);
  return { runs, runsWithoutPrice, legs, points: thinned(points), lowest: lowestOf(points), atOnce };
}

/** The runs between the two times, by day: all runs of a day use the same prices. */
function runsByDay({ schedule, fromMs, toMs }: PastTerms): Map<number, { count: number; timeMs: number }> {
  const days = new Map<number, { count: number; timeMs: number }>();
  const times = new RunTimes(schedule, firstIn(schedule, fromMs));
  for (let number = 0; times.at(number) < toMs; number += 1) {
    const timeMs = times.at(number);
    const known = days.get(dayOf(timeMs));
    if (known === undefined) days.set(dayOf(timeMs), { count: 1, timeMs });
    else known.count += 1;
  }
  return days;
}

/**
 * The first run at or after a time: at the next scheduled day or hour if the schedule has one, otherwise immediately.
 */
function firstIn(schedule: Schedule, fromMs: number): number {
  const isChosen = schedule.weekday !== undefined || schedule.day !== undefined || schedule.cycle === 'Daily';
  return isChosen ? firstRun(schedule, fromMs - 1) : fromMs;
}

const pointOf = (legs: readonly PastLeg[], prices: readonly (Price | undefined)[], timeMs: number): PastPoint => ({
  timeMs,
  invested: legs.reduce((sum, { spent }) => sum + spent, 0n),
  value: legs.reduce((sum, { bought }, i) => sum + worth(Number(bought), prices[i] as Price), 0n),
});

function onePurchase(
  legs: readonly PastLeg[],
  first: { readonly timeMs: number; readonly prices: readonly Price[] },
  present: readonly Price[],
  takerPpm: number,
): PastPoint {
  const value = legs.reduce((sum, { spent }, i) => {
    const { bought } = buy(spent, first.prices[i] as Price, takerPpm);
    return sum + worth(Number(bought), present[i] as Price);
  }, 0n);
  return { timeMs: first.timeMs, invested: legs.reduce((sum, { spent }) => sum + spent, 0n), value };
}

/** The point with the lowest value relative to what was invested. */
const lowestOf = (points: readonly PastPoint[]): PastPoint | undefined =>
  points.reduce<PastPoint | undefined>(
    (lowest, point) =>
      lowest === undefined || point.value * lowest.invested < lowest.value * point.invested ? point : lowest,
    undefined,
  );

/** Reduces the points to what a chart can show. Always keeps the first and the last. */
function thinned(points: readonly PastPoint[]): PastPoint[] {
  if (points.length <= MOST_POINTS) return [...points];
  const step = (points.length - 1) / (MOST_POINTS - 1);
  return Array.from({ length: MOST_POINTS }, (_, i) => points[Math.round(i * step)] as PastPoint);
}
