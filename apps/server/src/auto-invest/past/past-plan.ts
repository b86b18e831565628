import type { AssetId } from '@vitrine/core';
import { type Price, worth } from '../../projections/books/prices.ts';
import { firstRun, RunTimes, type Schedule } from '../rules/schedule.ts';
import { partsOf, type Share } from '../rules/shares.ts';

const DAY_MS = 86_400_000;
const MILLION = 1_000_000n;
/** The latest closing price that a run may use: of one of the seven days before it. */
const OLDEST_DAYS = 7;
/** The most points of a chart. */
const MOST_POINTS = 160;

/** A coin's closing prices, by UTC day since 1970, of days with trades. */
export interface PastCoin {
  readonly asset: AssetId;
  readonly closes: ReadonlyMap<number, Price>;
  /** The present price. */
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
  /** After each day with a run, at that day's prices, and at the end at the present ones. */
  readonly points: readonly PastPoint[];
  readonly lowest: PastPoint | undefined;
  /** What everything, invested at the first run, would be worth. */
  readonly atOnce: PastPoint | undefined;
}

const dayOf = (timeMs: number): number => Math.floor(timeMs / DAY_MS);

/** The close of the day before, or of the latest of the days before it that had trades. */
function closeBefore({ closes }: PastCoin, day: number): Price | undefined {
  for (let ago = 1; ago <= OLDEST_DAYS; ago += 1) {
    const close = closes.get(day - ago);
    if (close !== undefined) return close;
  }
  return undefined;
}

/** What USDT buys at a price, after the fee, rounded down. */
function buy(units: bigint, { ticks, tickLotUnits, lotUnits }: Price, takerPpm: number) {
  const net = (units * MILLION) / (MILLION + BigInt(takerPpm));
  const cost = BigInt(ticks) * BigInt(tickLotUnits);
  return { fees: units - net, bought: cost === 0n ? 0n : (net * BigInt(lotUnits)) / cost };
}

/**
 * What a plan would have done between two times: each run at the closing prices of the day before it. A run for which
 * a coin has no such price is left out, as nothing says what it would have bought.
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

/** The runs between the two times, by day: all runs of a day have the same prices. */
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

/** The first run at or after a time: on the chosen day, otherwise at once. */
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

/** The point with the lowest value for what was invested. */
const lowestOf = (points: readonly PastPoint[]): PastPoint | undefined =>
  points.reduce<PastPoint | undefined>(
    (lowest, point) =>
      lowest === undefined || point.value * lowest.invested < lowest.value * point.invested ? point : lowest,
    undefined,
  );

/** At most as many points as a chart can show; always the first and the last. */
function thinned(points: readonly PastPoint[]): PastPoint[] {
  if (points.length <= MOST_POINTS) return [...points];
  const step = (points.length - 1) / (MOST_POINTS - 1);
  return Array.from({ length: MOST_POINTS }, (_, i) => points[Math.round(i * step)] as PastPoint);
}
