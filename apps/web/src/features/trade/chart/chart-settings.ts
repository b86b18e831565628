import type { CandleInterval } from '@vitrine/contract';
import type { Point } from 'klinecharts';
import { readStored, writeStored } from '../../../lib/stored.ts';

export const intervals = ['1m', '5m', '15m', '1h', '4h', '1d'] as const satisfies readonly CandleInterval[];

/** Indicators drawn over the candles. */
export const overIndicators = ['MA', 'EMA', 'BOLL', 'SAR', 'SMA', 'BBI'] as const;
/** Indicators that are drawn in a separate pane below the candles. */
export const underIndicators = ['VOL', 'MACD', 'RSI', 'KDJ', 'OBV', 'CCI', 'DMI', 'WR', 'ROC', 'AO'] as const;
export type IndicatorName = (typeof overIndicators)[number] | (typeof underIndicators)[number];
export const isOver = (name: string): boolean => (overIndicators as readonly string[]).includes(name);

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
  readonly points: readonly Partial<Point>[];
}

/** A client's chart settings of one pair. */
export interface ChartSettings {
  readonly interval: CandleInterval;
  readonly indicators: readonly string[];
  readonly drawings: readonly Drawing[];
}

const DEFAULTS: ChartSettings = { interval: '15m', indicators: ['MA', 'VOL'], drawings: [] };

/** More than anyone draws by hand; few enough to restore instantly. */
const MOST_DRAWINGS = 1_000;
const MOST_POINTS = 10_000;

const isPoint = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  const { dataIndex, timestamp, value: price } = value as Record<string, unknown>;
  return [dataIndex, timestamp, price].every((each) => each === undefined || Number.isFinite(each));
};

const isDrawing = (value: unknown): value is Drawing => {
  const { name, points } = (value ?? {}) as Record<string, unknown>;
  if (!(drawingTools as readonly unknown[]).includes(name) || !Array.isArray(points)) return false;
  return points.length <= MOST_POINTS && points.every(isPoint);
};

/** Validates stored data, which may come from another version or have been edited by hand. */
export const isChartSettings = (value: unknown): value is ChartSettings => {
  if (typeof value !== 'object' || value === null) return false;
  const { interval, indicators, drawings } = value as Record<string, unknown>;
  return (
    (intervals as readonly unknown[]).includes(interval) &&
    Array.isArray(indicators) &&
    indicators.every((name) => [...overIndicators, ...underIndicators].includes(name)) &&
    Array.isArray(drawings) &&
    drawings.length <= MOST_DRAWINGS &&
    drawings.every(isDrawing)
  );
};

/** The page on which a chart is; each remembers its own interval. */
export type ChartDesk = 'spot' | 'chart';
const FIRST_INTERVAL: Record<ChartDesk, CandleInterval> = { spot: '15m', chart: '1m' };
const isInterval = (value: unknown): value is CandleInterval => (intervals as readonly unknown[]).includes(value);

export const readChartSettings = (coin: string, desk: ChartDesk): ChartSettings => ({
  ...(readStored(`chart.${coin}`, isChartSettings) ?? DEFAULTS),
  interval: readStored(`chart-interval.${desk}`, isInterval) ?? FIRST_INTERVAL[desk],
});
export const writeChartSettings = (coin: string, desk: ChartDesk, settings: ChartSettings): void => {
  writeStored(`chart.${coin}`, settings);
  writeStored(`chart-interval.${desk}`, settings.interval);
};
