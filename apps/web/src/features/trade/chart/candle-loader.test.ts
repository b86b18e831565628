import type { CandleInterval, StreamCandle } from '@vitrine/contract';
import type { DataLoader, KLineData, Period, SymbolInfo } from 'klinecharts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Candle } from '../shared/candle-feed.ts';
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

/** A feed whose responses and running candle are supplied by the test. */
const feeds = () => {
  const answers = new Map<CandleInterval, (candles: Candle[]) => void>();
  let push: (candle: StreamCandle) => void = () => {};
  const open = (interval: CandleInterval) => ({
    history: () => new Promise<readonly Candle[]>((resolve) => answers.set(interval, resolve)),
    listen: (onCandle: (candle: StreamCandle) => void) => {
      push = onCandle;
      return () => {};
    },
  });
  return { open, answers, push: (next: StreamCandle) => push(next) };
};
const hooks = () => ({ onLoaded: vi.fn(), onFailed: vi.fn(), onGap: vi.fn() });

const init = (loader: DataLoader, period: Period, callback: (bars: KLineData[]) => void) =>
  loader.getBars({ type: 'init', timestamp: null, symbol, period, callback });

describe('history', () => {
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
});

describe('the running candle', () => {
  it('after a gap triggers a reload of the history', async () => {
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

  it('is drawn at most four times a second, and its last state is never skipped', () => {
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
