import { expect, test } from 'vitest';
import { QuoteBoard } from './quote-board.ts';

const at = (ms: number, wallMs = ms) => ({ steadyMs: ms, wallMs });
const prices = (changes: object = {}) => ({ pair: 'BTC-USDT', bid: 99, ask: 101, sourceMs: 1_000, ...changes });

function held(changes: object = {}, moment = at(1_000)) {
  const board = new QuoteBoard();
  return [board.accept(prices(changes), moment), board] as const;
}

test('the price is the middle of the best prices, as old as its receipt or its own time, whichever is longer', () => {
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

test.each([
  ['implausible', { bid: 102 }],
  ['implausible', { bid: 90 }],
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
