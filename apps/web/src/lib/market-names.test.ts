import { expect, test } from 'vitest';
import { coinsOf, marketLabel } from './market-names.ts';

test('the coins of a market are read from its wire name', () => {
  expect(coinsOf('BTCUSDT')).toEqual({ base: 'BTC', quote: 'USDT' });
  expect(coinsOf('BTC-USDT-PERP')).toEqual({ base: 'BTC', quote: 'USDT' });
  expect(coinsOf('BTC-USDC-PERP')).toEqual({ base: 'BTC', quote: 'USDC' });
  expect(coinsOf('USDTXUSDT')).toEqual({ base: 'USDTX', quote: 'USDT' });
});

test('spot and perpetual markets have different labels', () => {
  expect(marketLabel('BTCUSDT')).toBe('BTC/USDT');
  expect(marketLabel('BTC-USDT-PERP')).toBe('BTCUSDT');
});
