import { expect, test } from 'vitest';
import { arrivalText } from './arrival-text.ts';

test('the usual duration of a transfer is written in the reader’s language; other texts are unchanged', () => {
  expect(arrivalText('2 min')).toBe('2 min');
  expect(arrivalText('4-5 min')).toMatch(/^4\s?–\s?5\smin$/);
  expect(arrivalText('an hour')).toBe('an hour');
});
