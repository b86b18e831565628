import { expect, test } from 'vitest';
import { dateText } from './date-text.ts';

test.each([
  ['2009-01-03', 'Jan 3, 2009'],
  ['2017-09', 'Sep 2017'],
  ['2017', '2017'],
])('%s is shown as %s, with the same precision', (date, text) => {
  expect(dateText(date, 'en')).toBe(text);
});
