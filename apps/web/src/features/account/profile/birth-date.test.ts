import { expect, test } from 'vitest';
import { birthDateText, dateOf, monthNames, partsOf } from './birth-date.ts';

test('a birth date is split into its parts and joined again', () => {
  expect(partsOf('1990-12-05')).toEqual({ day: '5', month: '12', year: '1990' });
  expect(dateOf(partsOf('1990-02-28'))).toBe('1990-02-28');
  expect(dateOf(partsOf(''))).toBe('');
});

test.each([
  ['30', '2', '1990'],
  ['29', '2', '2001'],
  ['0', '1', '1990'],
  ['5', '', '1990'],
  ['', '5', '1990'],
  ['5', '5', '90'],
  ['5', '5', ''],
])('%s, %s, %s is not accepted as a date', (day, month, year) => {
  expect(dateOf({ day, month, year })).toBeUndefined();
});

test('a leap day is accepted as a date', () => {
  expect(dateOf({ day: '29', month: '2', year: '2000' })).toBe('2000-02-29');
});

test('month names are localized, and a day is the same in every time zone', () => {
  expect(monthNames('en')[0]).toBe('January');
  expect(monthNames('de')).toHaveLength(12);
  expect(birthDateText('1990-12-10', 'en')).toBe('Dec 10, 1990');
});
