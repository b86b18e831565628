import { expect, test } from 'vitest';
import { utcDateText, utcDayText } from './days.ts';
import { usePreferences } from './preferences.ts';
import { dateText } from './when.ts';

test('dates of reports are in UTC, regardless of the reader’s time zone', () => {
  usePreferences.setState({ time_zone: 'America/New_York' });
  const newYear = Date.UTC(2026, 0, 1);
  expect(dateText(newYear)).toBe('Dec 31, 2025');
  expect([utcDateText(newYear), utcDayText(newYear)]).toEqual(['Jan 1, 2026', 'Jan 1']);
});
