import { expect, test } from 'vitest';
import { priceAge } from './price-age.ts';

const live = { isOnline: true, isLive: true };

test('prices are fresh while the stream is live, however long the market is quiet', () => {
  expect(priceAge(100_000, 1, live)).toBeUndefined();
});

test('without the stream, prices are fresh as long as polling succeeds', () => {
  const polled = { isOnline: true, isLive: false };
  expect(priceAge(10_000, 5_000, polled)).toBeUndefined();
  expect(priceAge(17_400, 5_000, polled)).toEqual({ seconds: 12, isOnline: true });
});

test('without a connection, prices become outdated immediately', () => {
  expect(priceAge(5_300, 5_000, { isOnline: false, isLive: true })).toEqual({ seconds: 0, isOnline: false });
});
