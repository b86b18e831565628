import type { Chart } from 'klinecharts';

export const CANDLE_PANE = 'candle_pane';
const X_AXIS_PANE = 'x_axis_pane';
/** The maximum fraction of the chart's height for all panes below the candles together. */
const LOWER_SHARE = 0.45;
/** The height in pixels of a pane below the candles, if there is room for it. */
const USUAL_HEIGHT = 72;
const LEAST_HEIGHT = 30;

/** The heights of `count` panes below the candles of a chart this high. */
export const paneHeight = (height: number, count: number): number =>
  Math.max(LEAST_HEIGHT, Math.min(USUAL_HEIGHT, Math.floor((height * LOWER_SHARE) / count)));

const lowerPanes = (chart: Chart) =>
  [chart.getPaneOptions()].flat().filter((pane) => pane !== null && pane.id !== CANDLE_PANE && pane.id !== X_AXIS_PANE);

/** Gives the candles their share, and divides the remaining height equally between the panes below. */
export const fitPanes = (chart: Chart): void => {
  const height = chart.getSize()?.height ?? 0;
  const panes = lowerPanes(chart);
  if (height === 0 || panes.length === 0) return;
  chart.setPaneOptions({ id: CANDLE_PANE, minHeight: Math.floor(height * (1 - LOWER_SHARE)) });
  for (const pane of panes)
    if (pane) chart.setPaneOptions({ id: pane.id, height: paneHeight(height, panes.length), minHeight: LEAST_HEIGHT });
};

/** Maximizes the pane at this distance from the chart's top edge, or restores all panes. */
export const toggleMaximized = (chart: Chart, y: number): void => {
  const panes = [chart.getPaneOptions()].flat();
  const hit = panes.find((pane) => {
    const box = pane && pane.id !== X_AXIS_PANE ? chart.getSize(pane.id, 'main') : null;
    return box && y >= box.top && y < box.top + box.height;
  });
  if (!hit || panes.length < 3) return;
  const isMaximized = panes.some((pane) => pane?.state === 'maximize');
  chart.setPaneOptions({ id: hit.id, state: isMaximized ? 'normal' : 'maximize' });
  if (isMaximized) fitPanes(chart);
};

/** The height in pixels of a line of a legend. */
const LEGEND_LINE = 20;

/** Whether a legend is at this distance from the top edge. It has one line per indicator, plus one for the candles. */
export const isOverLegend = (chart: Chart, y: number): boolean =>
  [chart.getPaneOptions()].flat().some((pane) => {
    const box = pane && pane.id !== X_AXIS_PANE ? chart.getSize(pane.id, 'main') : null;
    if (!pane || !box) return false;
    const lines = chart.getIndicators({ paneId: pane.id }).length + (pane.id === CANDLE_PANE ? 1 : 0);
    return y >= box.top && y < box.top + 8 + lines * LEGEND_LINE;
  });
