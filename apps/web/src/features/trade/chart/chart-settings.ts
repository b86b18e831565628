import type { Point } from 'klinecharts';
import { currentPreferences, type Kept, usePreferences } from '../../../lib/preferences.ts';
import { readStored, writeStored } from '../../../lib/stored.ts';
import { type ChartInterval, chartIntervals } from '../shared/candle-feed.ts';
import { isStudy, newStudy, type Study } from './studies.ts';

export const drawingTools = [
  'segment',
  'rayLine',
  'straightLine',
  'horizontalStraightLine',
  'verticalStraightLine',
  'parallelStraightLine',
  'priceChannelLine',
  'fibonacciLine',
  'priceLine',
  'brush',
] as const;
export type DrawingTool = (typeof drawingTools)[number];

export interface Drawing {
  readonly name: string;
  readonly points: readonly Partial<Omit<Point, 'dataIndex'>>[];
}

/** A client's settings for the chart of one pair. */
export interface PairChart {
  readonly studies: readonly Study[];
  readonly drawings: readonly Drawing[];
}

const FIRST: PairChart = { studies: [newStudy('MA'), newStudy('VOL')], drawings: [] };

type StoredChart = Kept['charts'][number];
/** The maximum numbers of drawings per chart, of points per drawing, and of charts that the server stores. */
const MOST_DRAWINGS = 50;
const MOST_POINTS = 150;
const MOST_CHARTS = 30;
/**
 * The maximum number of structural JSON characters in all charts together, below the limit of a request (see mostSigns
 * in packages/contract).
 */
const MOST_SIGNS = 3_500;
const signsOf = (charts: Kept['charts']): number => JSON.stringify(charts).match(/[{[,:]/g)?.length ?? 0;

const isPoint = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  const { timestamp, value: price } = value as Record<string, unknown>;
  return [timestamp, price].every((each) => each === undefined || Number.isFinite(each));
};

const isDrawing = (value: unknown): value is Drawing => {
  const { name, points } = (value ?? {}) as Record<string, unknown>;
  if (!(drawingTools as readonly unknown[]).includes(name) || !Array.isArray(points)) return false;
  return points.length <= MOST_POINTS && points.every(isPoint);
};

type StoredParts = { readonly studies: readonly unknown[]; readonly drawings: readonly unknown[] };

/** The part of a stored chart that this version can draw. */
export const pairChartFrom = ({ studies, drawings }: StoredParts): PairChart => ({
  studies: studies.filter(isStudy),
  drawings: drawings.filter(isDrawing),
});

/** Every n-th point, so that at most MOST_POINTS remain; the last point is always kept. */
const thinned = (points: Drawing['points']): Drawing['points'] => {
  const step = Math.ceil(points.length / MOST_POINTS);
  return points
    .filter((_, index) => index % step === 0 || (index === points.length - 1 && step > 1))
    .slice(-MOST_POINTS);
};

const storedFrom = (coin: string, { studies, drawings }: PairChart): StoredChart => ({
  coin,
  studies: studies.map(({ name, params, colors, hidden }) => ({
    name,
    params: [...params],
    colors: [...colors],
    hidden,
  })),
  drawings: drawings.slice(-MOST_DRAWINGS).map(({ name, points }) => ({
    name,
    points: thinned(points).map(({ timestamp, value }) => ({
      ...(timestamp === undefined ? {} : { timestamp }),
      ...(value === undefined ? {} : { value }),
    })),
  })),
});

/**
 * The charts including this one, most recently changed first. If they are too large, the oldest pairs are dropped, then
 * the oldest drawings of this chart.
 */
export const withChart = (charts: Kept['charts'], coin: string, chart: PairChart): Kept['charts'] => {
  const first = storedFrom(coin, chart);
  const all = [first, ...charts.filter((each) => each.coin !== coin)].slice(0, MOST_CHARTS);
  while (all.length > 1 && signsOf(all) > MOST_SIGNS) all.pop();
  while (first.drawings.length > 0 && signsOf(all) > MOST_SIGNS) first.drawings.shift();
  return all;
};

/** A pair's chart, stored with the client's account. */
export const usePairChart = (coin: string): readonly [PairChart, (change: Partial<PairChart>) => void] => {
  const stored = usePreferences(({ charts }) => charts.find((each) => each.coin === coin));
  const change = (part: Partial<PairChart>) => {
    const { charts } = currentPreferences();
    const before = charts.find((each) => each.coin === coin);
    const chart = { ...(before ? pairChartFrom(before) : FIRST), ...part };
    usePreferences.getState().set({ charts: withChart(charts, coin, chart) });
  };
  return [stored ? memoizedFrom(stored) : FIRST, change];
};

/** Returns the same object for the same stored chart, so that the chart is not redrawn. */
const known = new WeakMap<StoredChart, PairChart>();
const memoizedFrom = (stored: StoredChart): PairChart => {
  const chart = known.get(stored) ?? pairChartFrom(stored);
  known.set(stored, chart);
  return chart;
};

/** The page that shows the chart; each page remembers its own interval. */
export type ChartDesk = 'spot' | 'chart' | 'futures';

/** The display settings of a page's chart, the same for all pairs; stored in this browser. */
export interface ChartView {
  readonly interval: ChartInterval;
  /** Intervals in the toolbar in addition to the page's own. */
  readonly pinned: readonly ChartInterval[];
  readonly candles: CandleLook;
  readonly isLogarithmic: boolean;
  readonly isUtc: boolean;
}
export const candleLooks = ['candle_solid', 'candle_stroke', 'ohlc', 'line', 'area'] as const;
export type CandleLook = (typeof candleLooks)[number];

const FIRST_VIEW: Record<ChartDesk, ChartView> = {
  spot: { interval: '1m', pinned: [], candles: 'candle_solid', isLogarithmic: false, isUtc: false },
  chart: { interval: '1m', pinned: [], candles: 'candle_solid', isLogarithmic: false, isUtc: false },
  futures: { interval: '1m', pinned: [], candles: 'candle_solid', isLogarithmic: false, isUtc: false },
};
const isInterval = (value: unknown): value is ChartInterval => (chartIntervals as readonly unknown[]).includes(value);
const isView = (value: unknown): value is ChartView => {
  const { interval, pinned, candles, isLogarithmic, isUtc } = (value ?? {}) as Partial<Record<string, unknown>>;
  return (
    isInterval(interval) &&
    Array.isArray(pinned) &&
    pinned.every(isInterval) &&
    (candleLooks as readonly unknown[]).includes(candles) &&
    typeof isLogarithmic === 'boolean' &&
    typeof isUtc === 'boolean'
  );
};

export const readChartView = (desk: ChartDesk): ChartView =>
  readStored(`chart-view.${desk}`, isView) ?? FIRST_VIEW[desk];
export const writeChartView = (desk: ChartDesk, view: ChartView): void => writeStored(`chart-view.${desk}`, view);
