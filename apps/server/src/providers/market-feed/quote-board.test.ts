import { expect, test } from 'vitest';
import { QuoteBoard } from './quote-board.ts';

const at = (ms: number, wallMs = ms) => ({ steadyMs: ms, wallMs });
const prices = (changes: object = {}) => ({ pair: 'BTC-USDT', bid: 99.9, ask: 100.1, sourceMs: 1_000, ...changes });

function held(changes: object = {}, moment = at(1_000)) {
  const board = new QuoteBoard();
  return [board.accept(prices(changes), moment), board] as const;
}

test('the price is the mid price, and its age is counted from its receipt or its timestamp, whichever is earlier', () => {
  expect(held()[1].quote('BTC-USDT', at(1_500))).toEqual({ price: 100, ageMs: 500 });
  const [, repeated] = held();
  repeated.accept(prices(), at(9_000));
  expect(repeated.quote('BTC-USDT', at(9_000))).toEqual({ price: 100, ageMs: 8_000 });
  // The wall clock was set back by a minute.
  expect(held()[1].quote('BTC-USDT', at(6_000, -54_000))).toEqual({ price: 100, ageMs: 5_000 });
  // The source's clock is ahead, within bounds.
  expect(held({ sourceMs: 2_900 })[1].quote('BTC-USDT', at(1_500))).toEqual({ price: 100, ageMs: 500 });
  expect(held()[1].quote('ETH-USDT', at(1_500))).toBeUndefined();
});

test('a price grows older while the machine sleeps, when only the wall clock advances', () => {
  const [, board] = held({}, { steadyMs: 5_000, wallMs: 1_000 });
  expect(board.quote('BTC-USDT', { steadyMs: 5_500, wallMs: 3_601_000 })?.ageMs).toBe(3_600_000);
  board.accept(prices({ sourceMs: 3_601_000 }), { steadyMs: 6_000, wallMs: 3_601_000 });
  expect(board.quote('BTC-USDT', { steadyMs: 6_500, wallMs: 3_601_500 })?.ageMs).toBe(500);
});

test.each([
  ['implausible', { bid: 102 }],
  ['thin', { bid: 99 }],
  ['thin', { bid: 90 }],
  ['implausible', { bid: 0 }],
  ['implausible', { bid: -5, ask: -4 }],
  ['implausible', { bid: Number.NaN }],
  ['implausible', { ask: Number.NaN }],
  ['implausible', { ask: Number.POSITIVE_INFINITY }],
  ['implausible', { bid: 2e12, ask: 2e12 }],
  ['malformed', { sourceMs: Number.NaN }],
  ['future', { sourceMs: 3_001 }],
] as const)('prices are refused as %s: %o', (reason, changes) => {
  const [refused, board] = held(changes);
  expect(refused).toBe(reason);
  expect(board.quote('BTC-USDT', at(1_000))).toBeUndefined();
});

test('prices that are older than the last ones are refused; after implausible ones there is no price', () => {
  const [, board] = held();
  expect(board.accept(prices({ sourceMs: 999, bid: 50, ask: 50 }), at(1_100))).toBe('late');
  expect(board.quote('BTC-USDT', at(1_000))).toMatchObject({ price: 100 });
  expect(board.accept(prices({ sourceMs: 1_001, bid: 150 }), at(1_100))).toBe('implausible');
  expect(board.quote('BTC-USDT', at(1_100))).toBeUndefined();
});

test('a pair without changes stays current for a minute while other pairs of its source change, and for ten seconds otherwise', () => {
  const board = new QuoteBoard();
  const age = (ms: number, pair = 'BTC-USDT') => board.quote(pair, at(ms))?.ageMs ?? 0;
  board.accept(prices(), at(1_000));
  const others = (from: number, to: number) => {
    for (let ms = from; ms <= to; ms += 500)
      board.accept(prices({ pair: 'ETH-USDT', bid: ms, ask: ms, sourceMs: ms }), at(ms));
  };
  others(2_000, 51_000);
  expect(age(51_000)).toBe(0);
  others(51_500, 62_000);
  expect([age(61_000), age(62_000)]).toEqual([10_000, 11_000]);
  // Nothing changes from here on; heartbeats do not count.
  expect([age(73_000), age(73_000, 'ETH-USDT')]).toEqual([22_000, 11_000]);
});

test('changes after a reconnection do not make older prices current, nor do repeated old prices', () => {
  const board = new QuoteBoard();
  board.accept(prices(), at(1_000));
  board.connected();
  board.accept(prices({ pair: 'ETH-USDT', sourceMs: 12_000 }), at(12_000));
  expect(board.quote('BTC-USDT', at(12_000))).toMatchObject({ ageMs: 11_000 });
  board.accept(prices({ sourceMs: 1_001 }), at(12_000));
  expect(board.quote('BTC-USDT', at(12_000))).toMatchObject({ ageMs: 10_999 });
});

test('prices without a timestamp age from their receipt, and the prices after them may have an earlier timestamp', () => {
  const [, board] = held({ sourceMs: undefined });
  expect(board.quote('BTC-USDT', at(1_500))).toMatchObject({ ageMs: 500 });
  expect(board.accept(prices({ sourceMs: 900 }), at(1_100))).toBeUndefined();
  board.forgetAll();
  expect(board.quote('BTC-USDT', at(1_500))).toBeUndefined();
});
