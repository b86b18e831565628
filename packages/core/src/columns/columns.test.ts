import { expect, test } from 'vitest';
import { column, grownFloats, grownInts } from './columns.ts';

const LARGE = 2 ** 17;

test('a small column grows by copying', () => {
  const small = Float64Array.of(1, 2, 3);
  expect([...grownFloats(small, 5)]).toEqual([1, 2, 3, 0, 0]);
  expect([...grownInts(Int32Array.of(4), 2)]).toEqual([4, 0]);
});

for (const [name, large] of [
  ['numbers', grownFloats(Float64Array.of(1, 2), LARGE)],
  ['words', grownInts(Int32Array.of(1, 2), LARGE)],
] as const)
  test(`a large column of ${name} grows in place, so that nothing is copied`, () => {
    const larger = large instanceof Float64Array ? grownFloats(large, 4 * LARGE) : grownInts(large, 4 * LARGE);
    expect(larger).toHaveLength(4 * LARGE);
    expect([larger[0], larger[1], larger[LARGE], larger[4 * LARGE - 1]]).toEqual([1, 2, 0, 0]);
    larger[0] = 7;
    expect(large[0]).toBe(7);
  });

test('a column view of a field has a fixed length, even if its rows grow', () => {
  const rows = grownFloats(new Float64Array(4), LARGE);
  const second = column(rows, 1);
  rows[1] = 5;
  expect(second[0]).toBe(5);
  expect(second).toHaveLength(LARGE - 1);
  grownFloats(rows, 2 * LARGE);
  expect(second).toHaveLength(LARGE - 1);
});
