import { expect, test } from 'vitest';
import { linePath } from './line-path.ts';

test('the path of a line moves to the first value and draws a straight line to each next one', () => {
  const path = linePath(
    [1, 2, 4],
    (index) => index * 10,
    (value) => 100 / 3 - value,
  );
  expect(path).toBe('M0,32.333L10,31.333L20,29.333');
});

test('without values the path of a line is empty', () => {
  expect(linePath([], Number, Number)).toBe('');
});
