import type { StreamCandle } from '@vitrine/contract';
import type { DataLoader, KLineData, Period, SymbolInfo } from 'klinecharts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Candle, CandlePage, ChartInterval } from '../shared/candle-feed.ts';
import { candleLoader, throttleCandles } from './candle-loader.ts';

const symbol: SymbolInfo = { ticker: 'BTCUSDT', pricePrecision: 1, volumePrecision: 5 };
const minute: Period = { type: 'minute', span: 1 };
const quarter: Period = { type: 'minute', span: 15 };
const candle = (time: number, close = '1'): Candle & StreamCandle => ({
  time,
  open: '1',
  high: '2',
  low: '0.5',
  close,
  volume: '3',
  volume_usdt: '4',
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', globalThis);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A feed whose responses and current candle are supplied by the test. */
const feeds = () => {
  const answers = new Map<string, (candles: Candle[]) => void>();
  let push: (candle: StreamCandle) => void = () => {};
  const open = (ticker: string, interval: ChartInterval) => ({
    history: () =>
      new Promise<CandlePage>((resolve) => {
        const answer = (candles: Candle[]) => resolve({ candles, more: false });
        answers.set(interval, answer);
        answers.set(ticker, answer);
      }),
    listen: (onCandle: (candle: StreamCandle) => void) => {
      push = onCandle;
      return () => {};
    },
  });
  return { open, answers, push: (next: StreamCandle) => push(next) };
};
const hooks = () => ({ onLoaded: vi.fn(), onFailed: vi.fn(), onGap: vi.fn(), lastPrice: vi.fn(() => 0) });

const init = (loader: DataLoader, period: Period, callback: (bars: KLineData[]) => void) =>
  loader.getBars({ type: 'init', timestamp: null, symbol, period, callback });

describe('the candle history', () => {
  it('of a period that is no longer shown is dropped', async () => {
    const { open, answers } = feeds();
    const loader = candleLoader(open, hooks());
    const shown: number[] = [];
    const first = init(loader, minute, (bars) => shown.push(bars.length));
    const second = init(loader, quarter, (bars) => shown.push(bars.length * 100));
    answers.get('15m')?.([candle(1)]);
    answers.get('1m')?.([candle(1), candle(2)]);
    await Promise.all([first, second]);
    expect(shown).toEqual([100]);
  });

  it('of a pair that is no longer shown is dropped, and the new pair is reported once it is drawn', async () => {
    const { open, answers } = feeds();
    const said = hooks();
    const loader = candleLoader(open, said);
    const shown: number[] = [];
    const other: SymbolInfo = { ...symbol, ticker: 'ETHUSDT' };
    const load = (which: SymbolInfo) =>
      loader.getBars({
        type: 'init',
        timestamp: null,
        symbol: which,
        period: minute,
        callback: (bars) => shown.push(bars.length),
      });
    const loads = [load(symbol), load(other)];
    answers.get('BTCUSDT')?.([candle(1)]);
    answers.get('ETHUSDT')?.([candle(1), candle(2)]);
    await Promise.all(loads);
    expect(shown).toEqual([2]);
    expect(said.onLoaded.mock.calls).toEqual([['ETHUSDT']]);
  });
});

describe('the current candle', () => {
  it('triggers a reload of the history after a gap', async () => {
    const { open, answers, push } = feeds();
    const said = hooks();
    const loader = candleLoader(open, said);
    const loaded = init(loader, minute, () => {});
    answers.get('1m')?.([candle(60_000)]);
    await loaded;
    const bars: number[] = [];
    loader.subscribeBar?.({ symbol, period: minute, callback: (bar) => bars.push(bar.timestamp) });
    push(candle(120_000));
    vi.advanceTimersByTime(300);
    push(candle(300_000));
    expect(bars).toEqual([120_000]);
    expect(said.onGap).toHaveBeenCalledOnce();
  });

  it('is drawn with the last price of the market as soon as that is known', async () => {
    vi.setSystemTime(90_000);
    const { open, answers, push } = feeds();
    const said = hooks();
    const loader = candleLoader(open, said);
    const loaded = init(loader, minute, () => {});
    answers.get('1m')?.([candle(60_000)]);
    await loaded;
    const bars: unknown[] = [];
    loader.subscribeBar?.({
      symbol,
      period: minute,
      callback: ({ close, high, low }) => bars.push([close, high, low]),
    });
    loader.touch();
    said.lastPrice.mockReturnValue(5);
    loader.touch();
    push(candle(60_000, '1.5'));
    expect(bars).toEqual([
      [5, 5, 0.5],
      [5, 5, 0.5],
    ]);
    vi.setSystemTime(120_000);
    said.lastPrice.mockReturnValue(9);
    loader.touch();
    expect(bars).toHaveLength(2);
  });

  it('is drawn at most four times a second, but its last state is never skipped', () => {
    const shown: string[] = [];
    const throttle = throttleCandles(({ time, close }) => shown.push(`${time}:${close}`));
    for (let tick = 0; tick < 100; tick++) {
      throttle.take(candle(1, String(tick)));
      vi.advanceTimersByTime(10);
    }
    throttle.take(candle(2, 'new'));
    expect(shown.length).toBeLessThanOrEqual(7);
    expect(shown.filter((text) => text.startsWith('1:')).at(-1)).toBe('1:99');
    vi.advanceTimersByTime(300);
    expect(shown.at(-1)).toBe('2:new');
  });
});
