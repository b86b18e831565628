import { expect, test } from 'vitest';
import { withChangedRows } from './kept-rows.ts';

const rows = (fees: readonly number[]) => fees.map((fee) => ({ fee }));

test('changing one row preserves concurrent changes of other rows', () => {
  expect(withChangedRows([rows([1, 2, 3]), rows([1, 2, 4])], rows([9, 2, 3]))).toEqual(rows([9, 2, 4]));
});

test.each([
  [
    'a row was changed meanwhile',
    [
      [1, 2],
      [5, 2],
    ],
  ],
  [
    'a row was changed meanwhile to what was requested',
    [
      [1, 2],
      [9, 2],
    ],
  ],
  [
    'a row was changed meanwhile and changed back',
    [
      [1, 2],
      [5, 2],
      [1, 2],
    ],
  ],
  [
    'a row was added',
    [
      [1, 2],
      [1, 2, 3],
    ],
  ],
])('a change is void if %s', (_, versions) => {
  expect(() => withChangedRows(versions.map(rows), rows([9, 2]))).toThrow(
    expect.objectContaining({ code: 'settings_changed' }),
  );
});
