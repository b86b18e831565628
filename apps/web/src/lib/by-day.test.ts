import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { byDay } from './by-day.ts';
import { startI18n } from './i18n.ts';
import { usePreferences } from './preferences.ts';

const at = (text: string) => ({ time: Date.parse(text) });

beforeEach(async () => {
  await startI18n();
  vi.useFakeTimers({ now: Date.parse('2026-11-23T12:00:00Z'), toFake: ['Date'] });
  usePreferences.setState({ time_zone: 'UTC' });
});
afterEach(() => {
  vi.useRealTimers();
  usePreferences.setState({ time_zone: '' });
});

test('a list is grouped into today, yesterday and dates, with the year unless it is the current year', () => {
  const items = [
    at('2026-11-23T11:00:00Z'),
    at('2026-11-23T00:00:00Z'),
    at('2026-11-22T23:59:59Z'),
    at('2026-11-18T08:00:00Z'),
    at('2025-12-31T08:00:00Z'),
  ];
  expect(byDay(items)).toEqual([
    { name: 'Today', items: items.slice(0, 2) },
    { name: 'Yesterday', items: items.slice(2, 3) },
    { name: 'November 18', items: items.slice(3, 4) },
    { name: 'December 31, 2025', items: items.slice(4) },
  ]);
  expect(byDay([])).toEqual([]);
});

test('a day of the list begins at midnight in the chosen time zone', () => {
  usePreferences.setState({ time_zone: 'America/New_York' });
  const items = [at('2026-11-23T11:00:00Z'), at('2026-11-23T02:00:00Z')];
  expect(byDay(items).map(({ name }) => name)).toEqual(['Today', 'Yesterday']);
});
