import { expect, test } from 'vitest';
import { historySearch, statesOf } from './history-place.ts';

test('the history shown is determined by the URL', () => {
  const place = { tab: 'ledger', coin: 'BTC', from: '2026-01-01', to: '2026-01-31', wallet: 'spot', cause: 'fee' };
  expect(historySearch({ ...place, cursor: 'b_12_3' })).toEqual({ ...place, cursor: 'b_12_3' });
  const earn = { tab: 'earn', product: 'LOCKED', type: 'WITHDRAW', direction: 'OUT' };
  expect(historySearch(earn)).toEqual(earn);
  expect(historySearch({})).toEqual({});
});

test('unknown values in the URL are omitted', () => {
  expect(
    historySearch({
      tab: 'all',
      coin: '<b>',
      from: 'yesterday',
      to: 7,
      state: 'open',
      wallet: 'mine',
      product: 'free',
      type: 'limit',
      direction: 'up',
      cursor: '../x',
      more: 1,
    }),
  ).toEqual({});
});

test('a cursor that the URL parser read as a number becomes text', () => {
  expect(historySearch({ tab: 'deposit', cursor: 17 })).toEqual({ tab: 'deposit', cursor: '17' });
});

test('each history accepts only its own states', () => {
  expect(statesOf('sell')).toEqual(['filled', 'cancelled']);
  expect(statesOf('withdrawal')).toEqual(['completed', 'pending', 'cancelled']);
  expect(statesOf('ledger')).toEqual([]);
});
