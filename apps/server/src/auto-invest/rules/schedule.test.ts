import { describe, expect, test } from 'vitest';
import { firstRun, isMeaningful, RunTimes, runsPerDay, type Schedule, weekdayOf } from './schedule.ts';

const at = (text: string): number => Date.parse(`${text}Z`);
const text = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 16);
const times = (schedule: Schedule, from: string, count: number): string[] => {
  const runs = new RunTimes(schedule, firstRun(schedule, at(from)));
  return Array.from({ length: count }, (_, i) => text(runs.at(i)));
};

describe('the first run without a chosen day', () => {
  test.each([
    ['Daily', '2026-03-11T00:00'],
    ['Weekly', '2026-03-17T09:30'],
    ['Bi-Weekly', '2026-03-24T09:30'],
    ['Monthly', '2026-04-09T00:00'],
    ['1 Hour', '2026-03-10T10:30'],
    ['4 Hours', '2026-03-10T13:30'],
    ['8 Hours', '2026-03-10T17:30'],
    ['12 Hours', '2026-03-10T21:30'],
  ] as const)('%s is at %s for a plan of 10 March, 09:30', (cycle, first) => {
    expect(text(firstRun({ cycle }, at('2026-03-10T09:30')))).toBe(first);
  });
});

describe('the first run on a chosen day', () => {
  // 10 March 2026 is a Tuesday.
  test.each([
    [{ cycle: 'Weekly', weekday: 2, hour: 10 }, '2026-03-10T10:00'],
    [{ cycle: 'Weekly', weekday: 2, hour: 9 }, '2026-03-17T09:00'],
    [{ cycle: 'Weekly', weekday: 1 }, '2026-03-16T00:00'],
    [{ cycle: 'Bi-Weekly', weekday: 7 }, '2026-03-15T00:00'],
    [{ cycle: 'Monthly', day: 10 }, '2026-04-10T00:00'],
    [{ cycle: 'Monthly', day: 10, hour: 23 }, '2026-03-10T23:00'],
    [{ cycle: 'Monthly', day: 31 }, '2026-03-31T00:00'],
    [{ cycle: 'Daily', hour: 9 }, '2026-03-11T09:00'],
    [{ cycle: 'Daily', hour: 20 }, '2026-03-10T20:00'],
  ] as const)('%j is at %s', (schedule, first) => {
    expect(text(firstRun(schedule, at('2026-03-10T09:30')))).toBe(first);
  });

  test('1 is Monday', () => {
    expect(['2026-03-09', '2026-03-15'].map((day) => weekdayOf(at(`${day}T12:00`)))).toEqual([1, 7]);
  });
});

describe('runs', () => {
  test('on the 31st take place on the last day of shorter months, in leap years too', () => {
    expect(times({ cycle: 'Monthly', day: 31 }, '2027-12-31T12:00', 5)).toEqual([
      '2028-01-31T00:00',
      '2028-02-29T00:00',
      '2028-03-31T00:00',
      '2028-04-30T00:00',
      '2028-05-31T00:00',
    ]);
    expect(times({ cycle: 'Monthly', day: 31 }, '2027-01-31T12:00', 2)).toEqual([
      '2027-02-28T00:00',
      '2027-03-31T00:00',
    ]);
  });

  test('stay at the same UTC hour when clocks change', () => {
    // Clocks change on 29 March 2026 in Europe.
    expect(times({ cycle: 'Daily', hour: 2 }, '2026-03-28T00:00', 3)).toEqual([
      '2026-03-28T02:00',
      '2026-03-29T02:00',
      '2026-03-30T02:00',
    ]);
  });

  test('every two weeks stay two weeks apart across the end of a year', () => {
    expect(times({ cycle: 'Bi-Weekly', weekday: 1, hour: 8 }, '2026-12-22T00:00', 3)).toEqual([
      '2026-12-28T08:00',
      '2027-01-11T08:00',
      '2027-01-25T08:00',
    ]);
  });

  test.each([{ cycle: 'Monthly', day: 31 }, { cycle: 'Weekly', weekday: 3 }, { cycle: '4 Hours' }] as const)(
    'of %j: any time is between the last run until then and the next one',
    (schedule) => {
      const first = firstRun(schedule, at('2026-01-30T05:06'));
      const runs = new RunTimes(schedule, first);
      for (let timeMs = first - 1; timeMs < first + 500 * 86_400_000; timeMs += 7_777_777) {
        const last = runs.lastUntil(timeMs);
        if (last >= 0) expect(runs.at(last)).toBeLessThanOrEqual(timeMs);
        expect(runs.after(timeMs)).toBeGreaterThan(timeMs);
        expect(runs.after(timeMs)).toBe(runs.at(last + 1));
      }
    },
  );
});

test('a schedule is valid only with the fields that its cycle uses', () => {
  const all: Schedule[] = [
    { cycle: 'Daily', weekday: 1 },
    { cycle: 'Weekly', day: 1 },
    { cycle: '1 Hour', hour: 1 },
    { cycle: 'Monthly', weekday: 1 },
  ];
  expect(all.filter(isMeaningful)).toEqual([]);
  expect(isMeaningful({ cycle: 'Monthly', day: 1, hour: 1 })).toBe(true);
});

test('the number of runs in 24 hours follows from the cycle', () => {
  expect((['1 Hour', '8 Hours', 'Daily', 'Monthly'] as const).map(runsPerDay)).toEqual([24, 3, 1, 1]);
});
