import { expect, test } from 'vitest';
import { shownPages } from './page-numbers.ts';

test('up to seven pages are all shown', () => {
  expect(shownPages(1, 1)).toEqual([1]);
  expect(shownPages(7, 4)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test.each([
  [1, [1, 2, 3, 4, 5, 'after', 20]],
  [4, [1, 2, 3, 4, 5, 'after', 20]],
  [5, [1, 'before', 4, 5, 6, 'after', 20]],
  [16, [1, 'before', 15, 16, 17, 'after', 20]],
  [17, [1, 'before', 16, 17, 18, 19, 20]],
  [20, [1, 'before', 16, 17, 18, 19, 20]],
])('around page %i of 20, gaps stand for the pages left out', (current, shown) => {
  expect(shownPages(20, current)).toEqual(shown);
});
