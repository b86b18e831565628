import { formatPercent, formatPrice } from '@vitrine/ui';
import type { Chart, OverlayFigure, OverlayTemplate } from 'klinecharts';
import { SHAPE_STYLE } from './chart-styles.ts';

export const MEASURE = 'measure';

/** The Fibonacci retracement ratios. */
const RATIOS = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const;
const LABEL = { size: 10, family: "'Inter Variable', sans-serif" };

export interface ShapeColors {
  readonly line: string;
  readonly text: string;
  readonly ground: string;
  /** The alternating tints of the bands between two retracements. */
  readonly bands: readonly string[];
  readonly up: string;
  readonly down: string;
}
const colorsOf = (chart: Chart): ShapeColors => chart.getStyles().overlay[SHAPE_STYLE] as ShapeColors;
const decimalsOf = (chart: Chart): number => chart.getSymbol()?.pricePrecision ?? 2;

/**
 * Thin lines with faint bands between them, so that the candles behind them stay visible; each line is labeled at the
 * right.
 */
const fibonacci: OverlayTemplate = {
  name: 'fibonacciLine',
  totalStep: 3,
  needDefaultPointFigure: true,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ chart, coordinates, bounding, overlay }) => {
    const [first, second] = coordinates;
    const [from, to] = overlay.points;
    if (!first || !second || from?.value === undefined || to?.value === undefined) return [];
    const { line, text, bands } = colorsOf(chart);
    const left = Math.min(first.x, second.x);
    const [start, end] = [from.value, to.value];
    const levels = RATIOS.map((ratio) => ({
      ratio,
      y: second.y + (first.y - second.y) * ratio,
      value: end + (start - end) * ratio,
    }));
    return levels.flatMap(({ ratio, y, value }, index): OverlayFigure[] => {
      const next = levels[index + 1];
      const band: OverlayFigure[] = next
        ? [
            {
              type: 'rect',
              ignoreEvent: true,
              attrs: { x: left, y: Math.min(y, next.y), width: bounding.width - left, height: Math.abs(next.y - y) },
              styles: { style: 'fill', color: bands[index % bands.length] },
            },
          ]
        : [];
      return [
        ...band,
        {
          type: 'line',
          attrs: {
            coordinates: [
              { x: left, y },
              { x: bounding.width, y },
            ],
          },
          styles: { color: line, size: 1 },
        },
        {
          type: 'text',
          ignoreEvent: true,
          attrs: {
            x: bounding.width - 4,
            y: y - 1,
            text: `${formatPrice(value.toFixed(decimalsOf(chart)))} · ${(ratio * 100).toFixed(1)}%`,
            align: 'right',
            baseline: 'bottom',
          },
          styles: { ...LABEL, color: text, backgroundColor: 'transparent', paddingLeft: 0, paddingRight: 0 },
        },
      ];
    });
  },
};

const sign = (value: number): string => (value < 0 ? '−' : '+');

/** A rectangle between two points, with the price change and the number of candles. */
const measure: OverlayTemplate = {
  name: MEASURE,
  totalStep: 3,
  needDefaultPointFigure: true,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ chart, coordinates, overlay }) => {
    const [first, second] = coordinates;
    const [from, to] = overlay.points;
    if (!first || !second || !from?.value || to?.value === undefined) return [];
    const { up, down, ground, text } = colorsOf(chart);
    const change = to.value - from.value;
    const color = change < 0 ? down : up;
    const bars = Math.abs((to.dataIndex ?? 0) - (from.dataIndex ?? 0));
    const words = [
      `${sign(change)}${formatPrice(Math.abs(change).toFixed(decimalsOf(chart)))}`,
      formatPercent(((change / from.value) * 100).toFixed(2)),
      String(bars),
    ];
    return [
      {
        type: 'rect',
        attrs: {
          x: Math.min(first.x, second.x),
          y: Math.min(first.y, second.y),
          width: Math.abs(second.x - first.x),
          height: Math.abs(second.y - first.y),
        },
        styles: { style: 'stroke_fill', color: `${color}22`, borderColor: color, borderSize: 1 },
      },
      {
        type: 'text',
        ignoreEvent: true,
        attrs: {
          x: (first.x + second.x) / 2,
          y: second.y + (change < 0 ? 8 : -8),
          text: words.join(' · '),
          align: 'center',
          baseline: change < 0 ? 'top' : 'bottom',
        },
        styles: {
          ...LABEL,
          size: 11,
          style: 'stroke_fill',
          color: text,
          backgroundColor: ground,
          borderColor: color,
          borderSize: 1,
          borderRadius: 4,
          paddingLeft: 6,
          paddingRight: 6,
          paddingTop: 3,
          paddingBottom: 3,
        },
      },
    ];
  },
};

/** The exchange's own drawings; the retracement replaces the library's. */
export const drawingShapes = [fibonacci, measure] as const;
