import { expect, test } from 'vitest';
import { linePath } from './line-path.ts';

test('a line moves to the first value and goes straight to each that follows', () => {
  const path = linePath(
    [1, 2, 4],
    (index) => index * 10,
    (value) => 100 / 3 - value,
  );
  expect(path).toBe('M0,32.333L10,31.333L20,29.333');
});

test('no values are no line', () => {
  expect(linePath([], Number, Number)).toBe('');
});
