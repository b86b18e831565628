import { formatAmount, formatCompact, formatPercent } from '@vitrine/ui';
import type { TFunction } from 'i18next';
import type { CandleTooltipLegendsCustomCallback, IndicatorCreateTooltipDataSourceCallback } from 'klinecharts';

/** Open, high, low, close and change of the candle under the crosshair, or of the current candle. */
export const candleLegend =
  (decimalsNow: () => number, t: TFunction<'trade'>): CandleTooltipLegendsCustomCallback =>
  ({ current }, { bar }) => {
    if (!current) return [];
    const decimals = decimalsNow();
    const price = (value: number) => formatAmount(value.toFixed(decimals), decimals);
    const change = current.open === 0 ? 0 : ((current.close - current.open) / current.open) * 100;
    const color = change > 0 ? bar.upColor : change < 0 ? bar.downColor : bar.noChangeColor;
    return [
      { title: `${t('chart.open')} `, value: price(current.open) },
      { title: `${t('chart.high')} `, value: price(current.high) },
      { title: `${t('chart.low')} `, value: price(current.low) },
      { title: `${t('chart.close')} `, value: price(current.close) },
      { title: '', value: { text: formatPercent(change.toFixed(2)), color } },
    ];
  };

/**
 * Volume of the candle under the crosshair, in the text color, because the color of the bars is too faint to read.
 */
export const volumeLegend: IndicatorCreateTooltipDataSourceCallback<unknown> = ({ chart, crosshair }) => {
  const candle = crosshair.kLineData ?? chart.getDataList().at(-1);
  const color = chart.getStyles().indicator.tooltip.legend.color;
  const text = candle?.volume === undefined ? '–' : formatCompact(String(candle.volume));
  return {
    name: 'VOL',
    calcParamsText: '',
    features: chart.getStyles().indicator.tooltip.features,
    legends: [{ title: { text: '', color }, value: { text, color } }],
  };
};
