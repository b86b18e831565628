import { describe, expect, test } from 'vitest';
import { chooseRetained, prunableThrough } from './retention.ts';

const HOUR_MS = 3_600_000;
const everything = Number.POSITIVE_INFINITY;

function taken(atHours: readonly number[]) {
  return atHours.map((hour) => ({ n: hour, timeMs: hour * HOUR_MS, position: hour * 1_000 })).toReversed();
}

function keptHours(snapshots: readonly { timeMs: number }[]): number[] {
  return snapshots.map(({ timeMs }) => timeMs / HOUR_MS).toReversed();
}

describe('chooseRetained', () => {
  test('keeps the newest snapshots', () => {
    const snapshots = taken([1, 2, 3, 4, 5]);
    expect(keptHours(chooseRetained(snapshots, { keep: 2, logMs: 0, projectedPosition: everything }))).toEqual([4, 5]);
  });

  test('keeps the newest snapshot that the read models can continue from', () => {
    const snapshots = taken([1, 2, 3, 4, 5]);
    expect(keptHours(chooseRetained(snapshots, { keep: 1, logMs: 0, projectedPosition: 2_500 }))).toEqual([2, 3, 4, 5]);
    expect(keptHours(chooseRetained(snapshots, { keep: 1, logMs: 0, projectedPosition: 500 }))).toEqual([
      1, 2, 3, 4, 5,
    ]);
  });

  test('over a long run covers the required time, with few snapshots and little extra log', () => {
    const retention = { keep: 3, logMs: 24 * HOUR_MS, projectedPosition: everything };
    let snapshots: { timeMs: number; position: number }[] = [];
    for (let tenth = 1; tenth <= 2_000; tenth += 1) {
      snapshots = chooseRetained([{ timeMs: (tenth * HOUR_MS) / 10, position: tenth }, ...snapshots], retention);
      const coveredMs = (snapshots[0]?.timeMs ?? 0) - (snapshots.at(-1)?.timeMs ?? 0);
      if (tenth > 300) {
        expect(coveredMs).toBeGreaterThanOrEqual(24 * HOUR_MS);
        expect(coveredMs).toBeLessThanOrEqual(28 * HOUR_MS);
      }
      expect(snapshots.length).toBeLessThanOrEqual(13);
    }
  });
});

describe('prunableThrough', () => {
  const young = taken([1, 2, 3]);

  test('prunes no log while no snapshot is older than the retention, however many there are', () => {
    expect(prunableThrough(young, { logMs: 24 * HOUR_MS, projectedPosition: everything })).toBeUndefined();
    expect(prunableThrough(young, { logMs: everything, projectedPosition: everything })).toBeUndefined();
    expect(prunableThrough([], { logMs: 0, projectedPosition: everything })).toBeUndefined();
  });

  test('prunes older parts of the log, but nothing that the read models still need', () => {
    expect(prunableThrough(young, { logMs: 2 * HOUR_MS, projectedPosition: everything })).toBe(1);
    expect(prunableThrough(young, { logMs: 2 * HOUR_MS, projectedPosition: 500 })).toBeUndefined();
  });
});
