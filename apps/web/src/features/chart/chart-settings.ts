import type { CandleInterval } from '@vitrine/contract';
import type { Point } from 'klinecharts';
import { readStored, writeStored } from '../../lib/trading/stored.ts';

export const intervals = ['1m', '5m', '15m', '1h', '4h', '1d'] as const satisfies readonly CandleInterval[];

/** Indicators drawn over the candles. */
export const overIndicators = ['MA', 'EMA', 'BOLL', 'SAR', 'SMA', 'BBI'] as const;
/** Indicators in a pane of their own below. */
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

/** What a client has set up on the chart of one pair. */
export interface ChartSettings {
  readonly interval: CandleInterval;
  readonly indicators: readonly string[];
  readonly drawings: readonly Drawing[];
}

const DEFAULTS: ChartSettings = { interval: '15m', indicators: ['MA', 'VOL'], drawings: [] };

const isSettings = (value: unknown): value is ChartSettings => {
  if (typeof value !== 'object' || value === null) return false;
  const { interval, indicators, drawings } = value as Record<string, unknown>;
  return (
    (intervals as readonly unknown[]).includes(interval) &&
    Array.isArray(indicators) &&
    indicators.every((name) => [...overIndicators, ...underIndicators].includes(name)) &&
    Array.isArray(drawings) &&
    drawings.every((drawing) => drawingTools.includes(drawing?.name) && Array.isArray(drawing?.points))
  );
};

export const readChartSettings = (coin: string): ChartSettings => readStored(`chart.${coin}`, isSettings) ?? DEFAULTS;
export const writeChartSettings = (coin: string, settings: ChartSettings): void =>
  writeStored(`chart.${coin}`, settings);
