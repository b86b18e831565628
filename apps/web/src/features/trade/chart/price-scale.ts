import type { Chart, YAxis } from 'klinecharts';
import { CANDLE_PANE } from './panes.ts';

/** Methods of a price axis that the chart library has, but does not declare in its types. */
interface Scale {
  readonly getAutoCalcTickFlag: () => boolean;
  readonly setAutoCalcTickFlag: (isAuto: boolean) => void;
}
const hasScale = (axis: YAxis | undefined): axis is YAxis & Scale =>
  axis !== undefined && 'setAutoCalcTickFlag' in axis;

const scaleOf = (chart: Chart): Scale | undefined => {
  const [axis] = chart.getYAxes({ paneId: CANDLE_PANE });
  return hasScale(axis) ? axis : undefined;
};

/** Makes the price scale follow the candles in view again. */
export const resetScale = (chart: Chart): void => {
  scaleOf(chart)?.setAutoCalcTickFlag(true);
  chart.resize();
};

/** Reports whether the price scale follows the candles in view, whenever the client may have changed that. */
export const watchScale = (chart: Chart, element: HTMLElement, report: (isAuto: boolean) => void): (() => void) => {
  let frame = 0;
  const look = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => report(scaleOf(chart)?.getAutoCalcTickFlag() ?? true));
  };
  const events = ['pointerup', 'wheel', 'dblclick'] as const;
  for (const event of events) element.addEventListener(event, look, { passive: true });
  chart.subscribeAction('onVisibleRangeChange', look);
  return () => {
    cancelAnimationFrame(frame);
    chart.unsubscribeAction('onVisibleRangeChange', look);
    for (const event of events) element.removeEventListener(event, look);
  };
};
