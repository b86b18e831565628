import type { Chart } from 'klinecharts';
import type { Drawing, DrawingTool } from './chart-settings.ts';

const DRAWINGS = 'drawings';

export const saveDrawings = (chart: Chart, save: (drawings: readonly Drawing[]) => void): void =>
  save(chart.getOverlays({ groupId: DRAWINGS }).map(({ name, points }) => ({ name, points })));

const drawingEvents = (changed: () => void) => ({
  groupId: DRAWINGS,
  // The library marks a drawing as finished only after this callback.
  onDrawEnd: () => queueMicrotask(changed),
  onPressedMoveEnd: changed,
  onRemoved: () => queueMicrotask(changed),
});

export const startDrawing = (chart: Chart, tool: DrawingTool, changed: () => void): void => {
  chart.createOverlay({ name: tool, ...drawingEvents(changed) });
};

export const restoreDrawings = (chart: Chart, drawings: readonly Drawing[], changed: () => void): void => {
  for (const { name, points } of drawings)
    chart.createOverlay({ name, points: [...points], ...drawingEvents(changed) });
};

export const isDrawing = (chart: Chart): boolean =>
  chart
    .getOverlays({ groupId: DRAWINGS })
    .some(({ currentStep, totalStep }) => currentStep > 0 && currentStep < totalStep);

export const clearDrawings = (chart: Chart): void => {
  chart.removeOverlay({ groupId: DRAWINGS });
};
