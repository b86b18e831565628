import { expect, test } from 'vitest';
import { BOLD, countdownText, crosshairTime, withDates } from './time-axis.ts';

const ticks = (...times: string[]) =>
  times.map((iso, index) => ({ coord: index * 90, value: Date.parse(iso), text: '' }));
const texts = (...given: Parameters<typeof withDates>) => withDates(...given).map(({ text }) => text);

test('the first tick of a day on the time axis shows the date in bold, in the displayed time zone', () => {
  const shown = ticks('2026-11-22T20:00:00Z', '2026-11-23T02:00:00Z', '2026-11-23T08:00:00Z');
  expect(texts(shown, '15m', 'UTC')).toEqual(['20:00', `${BOLD}Nov 23`, '08:00']);
  expect(texts(shown, '15m', 'Asia/Manila')).toEqual(['04:00', '10:00', '16:00']);
});

test('the time axis of daily candles shows no times; the first tick of a year shows the year', () => {
  const shown = ticks('2025-11-01T00:00:00Z', '2026-01-01T00:00:00Z', '2026-03-01T00:00:00Z');
  expect(texts(shown, '1d', 'UTC')).toEqual(['Nov 1', `${BOLD}2026`, 'Mar 1']);
});

test('the crosshair shows the day of the week, and the time or the year', () => {
  const time = Date.parse('2026-11-23T22:15:00Z');
  expect(crosshairTime(time, '15m', 'UTC')).toBe('Mon, Nov 23, 22:15');
  expect(crosshairTime(time, '1d', 'UTC')).toBe('Mon, Nov 23, 2026');
});

test.each([
  [1_000, '00:01'],
  [59_001, '01:00'],
  [3_661_000, '1:01:01'],
  [2 * 86_400_000 + 5 * 3_600_000, '2d 05h'],
  [0, ''],
  [-5, ''],
])('a candle that ends in %s ms counts down with "%s"', (left, text) => {
  expect(countdownText(1_000_000, 1_000_000 + left)).toBe(text);
});
