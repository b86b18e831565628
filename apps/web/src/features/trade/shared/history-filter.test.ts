import { expect, test } from 'vitest';
import { changed, countOf, picked } from './history-filter.ts';

interface Filter {
  readonly from?: string;
  readonly to?: string;
  readonly sort?: 'newest' | 'oldest';
  readonly side?: string;
  readonly state?: string;
}

const none: Filter = {};

test('a change sets some filters, removes those without a value, and leaves the others', () => {
  const filter = changed(none, { side: 'long', from: '2026-01-01', to: '2026-01-31' });
  expect(changed(filter, { side: undefined, sort: 'oldest' })).toEqual({
    from: '2026-01-01',
    to: '2026-01-31',
    sort: 'oldest',
  });
});

test('a list uses only the filters that it has', () => {
  expect(picked<Filter, 'side' | 'from'>({ side: 'long', state: 'filled' }, ['side', 'from'])).toEqual({
    side: 'long',
  });
});

test('a range of days counts as one filter, and the order of the rows as none', () => {
  expect(countOf(none)).toBe(0);
  expect(countOf(changed(none, { from: '2026-01-01', to: '2026-01-31', side: 'long', sort: 'oldest' }))).toBe(2);
});
