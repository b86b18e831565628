import { type Chart, getSupportedIndicators, type IndicatorCreate, registerIndicator } from 'klinecharts';
import { sayPartLost } from '../../../lib/load-failure.ts';
import { volumeLegend } from './candle-legend.ts';
import { isLightScheme } from './chart-styles.ts';
import { importIndicators } from './import-indicators.ts';
import { CANDLE_PANE, fitPanes } from './panes.ts';
import { colorsOf, kindOf, type Study } from './studies.ts';

const createFrom = (study: Study, priceDecimals: number): IndicatorCreate => {
  const { decimals = priceDecimals } = kindOf(study.name);
  return {
    name: study.name,
    calcParams: [...study.params],
    visible: !study.hidden,
    styles: {
      lines: colorsOf(study, isLightScheme()).map((color) => ({
        color,
        size: 1,
        style: 'solid' as const,
        smooth: false,
        dashedValue: [2, 2],
      })),
    },
    precision: decimals,
    ...(study.name === 'VOL' ? { createTooltipDataSource: volumeLegend } : {}),
  };
};

/**
 * Draws exactly these indicators, and removes all others: immediately if their code has loaded, otherwise as soon as it
 * has, unless the returned function was called.
 */
export const showStudies = (chart: Chart, studies: readonly Study[]): (() => void) => {
  let isGone = false;
  const known = getSupportedIndicators();
  if (studies.every(({ name }) => known.includes(name))) draw(chart, studies);
  else
    importIndicators().then(({ templates }) => {
      for (const template of templates) registerIndicator(template);
      if (!isGone) draw(chart, studies);
    }, sayPartLost);
  return () => {
    isGone = true;
  };
};

const draw = (chart: Chart, studies: readonly Study[]): void => {
  const shown = chart.getIndicators().map(({ name }) => name);
  for (const name of shown) if (studies.every((study) => study.name !== name)) chart.removeIndicator({ name });
  for (const study of studies) {
    const create = createFrom(study, chart.getSymbol()?.pricePrecision ?? 2);
    if (shown.includes(study.name)) chart.overrideIndicator(create);
    else if (kindOf(study.name).isOver) chart.createIndicator({ ...create, paneId: CANDLE_PANE }, true);
    else chart.createIndicator(create);
  }
  fitPanes(chart);
};
