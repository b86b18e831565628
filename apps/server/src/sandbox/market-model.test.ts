import { describe, expect, test } from 'vitest';
import { sandboxCoins } from './instruments.ts';
import { liveliness, MarketModel } from './market-model.ts';

const START_MS = Date.UTC(2026, 0, 5);
const MINUTES = 20_000;

function returnsOf(seed: number): number[][] {
  const model = new MarketModel(sandboxCoins, seed);
  const returns: number[][] = sandboxCoins.map(() => []);
  for (let i = 0; i < MINUTES; i += 1)
    for (const [coin, { logReturn }] of model.step(60, START_MS + i * 60_000).entries()) returns[coin]?.push(logReturn);
  return returns;
}

const mean = (x: readonly number[]) => x.reduce((sum, v) => sum + v, 0) / x.length;
function correlation(x: readonly number[], y: readonly number[]): number {
  const [mx, my] = [mean(x), mean(y)];
  let [xy, xx, yy] = [0, 0, 0];
  for (const [i, v] of x.entries()) {
    const [a, b] = [v - mx, (y[i] ?? 0) - my];
    xy += a * b;
    xx += a * a;
    yy += b * b;
  }
  return xy / Math.sqrt(xx * yy);
}

describe('simulated prices', () => {
  const returns = returnsOf(1);
  const of = (code: string): number[] => returns[sandboxCoins.findIndex((coin) => coin.code === code)] ?? [];

  test('the same seed gives the same market, and another seed a different one', () => {
    expect(returnsOf(1)).toEqual(returns);
    expect(returnsOf(2)[0]?.slice(0, 5)).not.toEqual(returns[0]?.slice(0, 5));
  });

  test('coins move together, except the pegged one', () => {
    for (const code of ['ETH', 'SOL', 'DOGE', 'XLM']) {
      expect(correlation(of('BTC'), of(code))).toBeGreaterThan(0.3);
      expect(correlation(of('BTC'), of(code))).toBeLessThan(0.9);
    }
    expect(Math.abs(correlation(of('BTC'), of('USDC')))).toBeLessThan(0.1);
    expect(Math.abs(of('USDC').reduce((sum, v) => sum + v, 0))).toBeLessThan(0.005);
  });

  test('volatility clusters, tails are fat, and returns are not autocorrelated', () => {
    const btc = of('BTC');
    const sizes = btc.map(Math.abs);
    expect(correlation(sizes.slice(0, -1), sizes.slice(1))).toBeGreaterThan(0.1);
    expect(correlation(sizes.slice(0, -30), sizes.slice(30))).toBeGreaterThan(0.05);
    expect(Math.abs(correlation(btc.slice(0, -1), btc.slice(1)))).toBeLessThan(0.05);
    const squares = btc.map((v) => v * v);
    expect(mean(squares.map((v) => v * v)) / mean(squares) ** 2).toBeGreaterThan(4);
  });

  test('each coin has its configured level of volatility', () => {
    for (const coin of sandboxCoins.filter(({ beta }) => beta > 0)) {
      const yearly = Math.sqrt(mean(of(coin.code).map((v) => v * v)) * 365 * 1_440);
      expect(yearly / coin.yearlyVolatility).toBeGreaterThan(0.5);
      expect(yearly / coin.yearlyVolatility).toBeLessThan(2);
    }
  });

  test('trading activity averages one over a week and peaks in the afternoon', () => {
    const week = Array.from({ length: 168 }, (_, hour) => liveliness(START_MS + hour * 3_600_000));
    expect(mean(week)).toBeCloseTo(1, 1);
    expect(week[15]).toBeGreaterThan((week[3] ?? 0) * 1.3);
  });
});
