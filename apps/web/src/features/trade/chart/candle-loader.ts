import type { CandleInterval, StreamCandle } from '@vitrine/contract';
import type { DataLoader, DataLoaderGetBarsParams, KLineData, Period, PeriodType } from 'klinecharts';
import { type Candle, type CandleFeed, intervalMs } from '../shared/candle-feed.ts';

const PAGE = 500;
const TICK_MS = 250;

/** The chart draws with JavaScript numbers; no money is calculated with them. */
const barOf = (candle: Candle | StreamCandle): KLineData => ({
  timestamp: candle.time,
  open: Number(candle.open),
  high: Number(candle.high),
  low: Number(candle.low),
  close: Number(candle.close),
  volume: Number(candle.volume),
  turnover: Number(candle.volume_usdt),
});

/** The running candle is drawn at most four times a second; a finished candle is never skipped. */
export const throttleCandles = (show: (candle: StreamCandle) => void) => {
  let waiting: StreamCandle | undefined;
  let timer = 0;
  let shownAt = -Infinity;
  const flush = (): void => {
    window.clearTimeout(timer);
    timer = 0;
    if (!waiting) return;
    const candle = waiting;
    waiting = undefined;
    shownAt = performance.now();
    show(candle);
  };
  return {
    take(candle: StreamCandle): void {
      if (waiting && waiting.time !== candle.time) flush();
      waiting = candle;
      const wait = shownAt + TICK_MS - performance.now();
      if (wait <= 0) flush();
      else if (!timer) timer = window.setTimeout(flush, wait);
    },
    stop(): void {
      window.clearTimeout(timer);
      waiting = undefined;
    },
  };
};

export interface CandleLoaderHooks {
  readonly onLoaded: () => void;
  readonly onFailed: () => void;
  /**
   * Called if candles are missing between the last one drawn and the running one, for example after the device was
   * asleep.
   */
  readonly onGap: () => void;
}

const UNITS: Partial<Record<PeriodType, string>> = { minute: 'm', hour: 'h', day: 'd' };
const intervalOf = ({ type, span }: Period): CandleInterval => `${span}${UNITS[type] ?? 'm'}` as CandleInterval;

/**
 * Feeds a chart: the newest candles, older pages on scrolling back, and the running candle, for whatever period the
 * chart is set to. A response that arrives after the period has changed is dropped.
 */
export const candleLoader = (open: (interval: CandleInterval) => CandleFeed, hooks: CandleLoaderHooks): DataLoader => {
  let stop = (): void => {};
  let newest = 0;
  let load = 0;
  return {
    async getBars({ type, timestamp, period, callback }: DataLoaderGetBarsParams) {
      if (type === 'backward') return callback([], false);
      if (type === 'init') load += 1;
      const mine = load;
      try {
        const before = type === 'forward' && timestamp !== null ? timestamp : undefined;
        const candles = await open(intervalOf(period)).history(before);
        if (mine !== load) return;
        if (type === 'init') newest = candles.at(-1)?.time ?? 0;
        callback(candles.map(barOf), { forward: candles.length >= PAGE, backward: false });
        if (type === 'init') hooks.onLoaded();
      } catch {
        if (mine !== load) return;
        callback([], false);
        if (type === 'init') hooks.onFailed();
      }
    },
    subscribeBar({ period, callback }) {
      const interval = intervalOf(period);
      const throttle = throttleCandles((candle) => {
        if (newest > 0 && candle.time - newest > intervalMs[interval]) return hooks.onGap();
        newest = Math.max(newest, candle.time);
        callback(barOf(candle));
      });
      const stopListening = open(interval).listen(throttle.take);
      stop = () => {
        stopListening();
        throttle.stop();
      };
    },
    unsubscribeBar: () => stop(),
  };
};
