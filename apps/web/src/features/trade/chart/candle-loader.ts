import type { StreamCandle } from '@vitrine/contract';
import type { DataLoader, DataLoaderGetBarsParams, KLineData, Period } from 'klinecharts';
import type { Candle, CandleFeed, ChartInterval } from '../shared/candle-feed.ts';
import { nextStart } from '../shared/merged-candles.ts';

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

/** The current candle is drawn at most four times a second; a finished candle is never skipped. */
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
  /** Called when the candles of the pair `ticker` have been loaded. */
  readonly onLoaded: (ticker: string) => void;
  readonly onFailed: () => void;
  /**
   * Called if candles are missing between the last candle drawn and the current candle, for example after the device
   * was asleep.
   */
  readonly onGap: () => void;
  /** The last price of the pair shown; 0 while it is unknown. */
  readonly lastPrice: () => number;
}

export const periods: Record<ChartInterval, Period> = {
  '1m': { type: 'minute', span: 1 },
  '3m': { type: 'minute', span: 3 },
  '5m': { type: 'minute', span: 5 },
  '15m': { type: 'minute', span: 15 },
  '30m': { type: 'minute', span: 30 },
  '1h': { type: 'hour', span: 1 },
  '2h': { type: 'hour', span: 2 },
  '4h': { type: 'hour', span: 4 },
  '12h': { type: 'hour', span: 12 },
  '1d': { type: 'day', span: 1 },
  '1w': { type: 'week', span: 1 },
  '1M': { type: 'month', span: 1 },
};
const intervalOf = ({ type, span }: Period): ChartInterval =>
  (Object.keys(periods) as ChartInterval[]).find(
    (each) => periods[each].type === type && periods[each].span === span,
  ) ?? '1m';

/**
 * The candle with the market's last price as its close, so that chart and page always show the same price. A candle
 * that has ended is returned unchanged.
 */
const at = (bar: KLineData, interval: ChartInterval, price: number): KLineData =>
  price > 0 && Date.now() < nextStart(bar.timestamp, interval)
    ? { ...bar, close: price, high: Math.max(bar.high, price), low: Math.min(bar.low, price) }
    : bar;

/**
 * Feeds a chart: the newest candles, older pages on scrolling back, and the current candle, for the chart's current
 * pair and period. A response that arrives after either has changed is dropped. Until the new candles have loaded, the
 * chart keeps the old ones. `touch` draws the current candle with the market's last price.
 */
export const candleLoader = (
  open: (ticker: string, interval: ChartInterval) => CandleFeed,
  hooks: CandleLoaderHooks,
): DataLoader & { readonly touch: () => void } => {
  let stop = (): void => {};
  let draw = (_: KLineData): void => {};
  let running: KLineData | undefined;
  /** The close of the current candle as last drawn. */
  let drawnClose: number | undefined;
  let shown: ChartInterval = '1m';
  let feed: CandleFeed | undefined;
  let load = 0;
  return {
    touch: () => {
      if (!running) return;
      const bar = at(running, shown, hooks.lastPrice());
      if (bar === running || bar.close === drawnClose) return;
      drawnClose = bar.close;
      draw(bar);
    },
    async getBars({ type, timestamp, symbol, period, callback }: DataLoaderGetBarsParams) {
      if (type === 'backward') return callback([], false);
      if (type === 'init') {
        load += 1;
        shown = intervalOf(period);
        feed = open(symbol.ticker, shown);
      }
      const mine = load;
      try {
        const before = type === 'forward' && timestamp !== null ? timestamp : undefined;
        const page = await feed?.history(before);
        if (mine !== load || !page) return;
        const bars = page.candles.map(barOf);
        if (type === 'init') {
          running = bars.at(-1);
          drawnClose = running?.close;
        }
        callback(bars, { forward: page.more, backward: false });
        if (type === 'init') hooks.onLoaded(symbol.ticker);
      } catch {
        if (mine !== load) return;
        callback([], false);
        if (type === 'init') hooks.onFailed();
      }
    },
    subscribeBar({ period, callback }) {
      const interval = intervalOf(period);
      draw = callback;
      const throttle = throttleCandles((candle) => {
        if (running && candle.time > nextStart(running.timestamp, interval)) return hooks.onGap();
        running = barOf(candle);
        const bar = at(running, interval, hooks.lastPrice());
        drawnClose = bar.close;
        callback(bar);
      });
      const stopListening = feed?.listen(throttle.take);
      stop = () => {
        stopListening?.();
        throttle.stop();
        running = undefined;
      };
    },
    unsubscribeBar: () => stop(),
  };
};
