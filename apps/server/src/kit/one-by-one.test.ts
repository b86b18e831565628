import { expect, test } from 'vitest';
import { oneByOne } from './one-by-one.ts';

test('a failed row is reported, and the rows after it are processed in order', async () => {
  const handled: number[] = [];
  const failed: unknown[] = [];
  const act = async (row: number) => {
    if (row === 2) throw new Error('cannot be paid');
    handled.push(row);
  };
  await oneByOne([1, 2, 3, 4], act, (error, row) => failed.push([row, error]));
  expect(handled).toEqual([1, 3, 4]);
  expect(failed).toEqual([[2, new Error('cannot be paid')]]);
});
