import type { CandleInterval } from '@vitrine/contract';
import { formatAmount, formatCompact, formatPrice } from '@vitrine/ui';
import type { TFunction } from 'i18next';
import { type AxisCreateTicksCallback, type Chart, dispose, init, type Period, registerOverlay } from 'klinecharts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnOrder } from '../../../lib/own-order.ts';
import { chosenZone } from '../../../lib/when.ts';
import type { OpenCandleFeed } from '../shared/candle-feed.ts';
import type { MarketRules } from '../shared/market-rules.ts';
import { candleLegend, volumeLegend } from './candle-legend.ts';
import { candleLoader } from './candle-loader.ts';
import styles from './chart.module.css';
import { type ChartSettings, type Drawing, type DrawingTool, isOver } from './chart-settings.ts';
import { chartStyles, hasLegend, onThemeChange } from './chart-styles.ts';
import { clearDrawings, isDrawing, restoreDrawings, saveDrawings, startDrawing } from './drawings.ts';
import { type OrderLine, OrderLines, ownOrderOverlay } from './order-lines.ts';
import { letPageScroll } from './page-scroll.ts';

registerOverlay(ownOrderOverlay);

const CANDLE_PANE = 'candle_pane';
/** Pixels kept free above the highest candle, for the two lines of the legend. */
const ROOM_FOR_LEGEND = 84;
/** The approximate width in pixels of a digit on the axes. */
const DIGIT_WIDTH = 7;
/**
 * Indicator parameters that differ from the library's defaults, chosen as on other exchanges. Volume has no averages.
 */
const PARAMETERS: Readonly<Record<string, number[]>> = { MA: [7, 25, 99], EMA: [7, 25, 99], VOL: [] };

const periods: Record<CandleInterval, Period> = {
  '1m': { type: 'minute', span: 1 },
  '5m': { type: 'minute', span: 5 },
  '15m': { type: 'minute', span: 15 },
  '1h': { type: 'hour', span: 1 },
  '4h': { type: 'hour', span: 4 },
  '1d': { type: 'day', span: 1 },
};

export interface ChartCommands {
  readonly draw: (tool: DrawingTool) => void;
  readonly clearDrawings: () => void;
}

type CandleChartProps = {
  readonly coin: string;
  readonly rules: MarketRules;
  readonly settings: ChartSettings;
  /** How many candles fill the width; the library's own number if absent. */
  readonly candlesInView?: number;
  readonly openFeed: OpenCandleFeed;
  readonly orderLines: readonly OrderLine[];
  readonly onOrderMoved: (order: OwnOrder, price: string) => Promise<void>;
  readonly onDrawings: (drawings: readonly Drawing[]) => void;
  readonly onCommands: (commands: ChartCommands | undefined) => void;
};

/** Candles, indicators, drawings and own orders on a canvas. Loaded lazily: the library is the heaviest part of the page. */
export function CandleChart(props: CandleChartProps) {
  const { t } = useTranslation('trade');
  const { rules, settings } = props;
  const { frame, chart } = useChart(props);
  const state = useCandles(chart, props);
  useEffect(() => {
    if (chart) showIndicators(chart, settings.indicators);
  }, [chart, settings.indicators]);
  useOrderLines(chart, props);
  useCandlesInView(chart, props.candlesInView);

  return (
    <div className={styles.canvasFrame}>
      <div
        ref={frame}
        className={styles.canvas}
        role="img"
        aria-label={t('chart.label', { pair: `${rules.base}/${rules.quote}` })}
      />
      {state === 'error' ? (
        <div className={styles.failed} role="alert">
          <p>{t('chart.failed')}</p>
          <button type="button" className="link" onClick={() => chart?.resetData()}>
            {t('retry')}
          </button>
        </div>
      ) : null}
    </div>
  );
}

/** The library's chart, for the lifetime of its container. */
const useChart = (props: CandleChartProps) => {
  const { t } = useTranslation('trade');
  const { rules } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<Chart>();
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const created = createChart(element, rules, t);
    if (!created) return;
    const { timeZone } = chosenZone();
    if (timeZone !== undefined) created.setTimezone(timeZone);
    setChart(created);
    created.subscribeAction('onVisibleRangeChange', () => markNewest(created, element));
    const stopTheme = onThemeChange(() => created.setStyles({ ...chartStyles() }));
    const stopTouch = letPageScroll(element, () => isDrawing(created));
    restoreDrawings(created, latest.current.settings.drawings, () => saveDrawings(created, latest.current.onDrawings));
    latest.current.onCommands({
      draw: (tool) => startDrawing(created, tool, () => saveDrawings(created, latest.current.onDrawings)),
      clearDrawings: () => {
        clearDrawings(created);
        latest.current.onDrawings([]);
      },
    });
    return () => {
      latest.current.onCommands(undefined);
      stopTheme();
      stopTouch();
      dispose(created);
      setChart(undefined);
    };
  }, [rules, t]);

  return { frame, chart };
};

/** Loads and follows the candles of the market and interval; returns the loading state. */
const useCandles = (chart: Chart | undefined, { coin, rules, settings, openFeed }: CandleChartProps) => {
  const [state, setState] = useState<'pending' | 'success' | 'error'>('pending');

  useEffect(() => {
    if (!chart) return;
    chart.setSymbol({
      ticker: rules.name,
      pricePrecision: rules.price_decimals,
      volumePrecision: rules.amount_decimals,
    });
    chart.setDataLoader(
      candleLoader((interval) => openFeed(coin, interval), {
        onLoaded: () => setState('success'),
        onFailed: () => setState('error'),
        onGap: () => chart.resetData(),
      }),
    );
  }, [chart, coin, rules, openFeed]);

  useEffect(() => {
    setState('pending');
    chart?.setPeriod(periods[settings.interval]);
  }, [chart, settings.interval]);

  return state;
};

const createChart = (element: HTMLElement, rules: MarketRules, t: TFunction<'trade'>): Chart | null => {
  const chart = init(element, {
    styles: chartStyles(),
    thousandsSeparator: { format: (value) => groupDigits(String(value)) },
    // Small prices are written in full, such as 0.00001234; the library would abbreviate the zeros.
    decimalFold: { format: (value) => String(value) },
    formatter: { formatBigNumber: (value) => formatCompact(String(value)) },
    layout: { barSpaceLimit: { min: 2, max: 160 } },
  });
  if (!chart) return null;
  const main = element.firstElementChild;
  if (main instanceof HTMLElement) {
    // The library makes its element the first in the tab order and captures every touch; here the page keeps its own
    // tab order and can be scrolled.
    main.tabIndex = -1;
    main.style.touchAction = 'pan-y';
    main.style.overscrollBehavior = 'auto';
  }
  chart.setStyles({ candle: { tooltip: { legend: { template: candleLegend(rules.price_decimals, t) } } } });
  chart.setOffsetRightDistance(48);
  chart.overrideXAxis({ createTicks: wholeTimes });
  if (hasLegend()) chart.overrideYAxis({ paneId: CANDLE_PANE, gap: { top: ROOM_FOR_LEGEND } });
  return chart;
};

/** Shows this many candles, the newest one at the right. */
const useCandlesInView = (chart: Chart | undefined, count: number | undefined): void => {
  useEffect(() => {
    const width = chart?.getSize(CANDLE_PANE, 'main')?.width;
    if (!chart || count === undefined || !width) return;
    chart.setOffsetRightDistance(width / count);
    chart.setBarSpace(width / (count + 1));
    chart.scrollToRealTime();
  }, [chart, count]);
};

/** The x position of the newest candle, for browser tests: a canvas has no elements to query. */
const markNewest = (chart: Chart, element: HTMLElement): void => {
  const newest = chart.getDataList().at(-1);
  if (!newest) return;
  const { timestamp, close } = newest;
  const [point] = [chart.convertToPixel({ timestamp, value: close }, { paneId: CANDLE_PANE })].flat();
  if (point?.x !== undefined) element.dataset.newestX = String(Math.round(point.x));
};

/** Omits labels that would be cut off at an edge of the axis. */
const wholeTimes: AxisCreateTicksCallback = ({ bounding, defaultTicks }) =>
  defaultTicks.filter(({ coord, text }) => {
    const half = (text.length * DIGIT_WIDTH) / 2;
    return coord >= half && coord + half <= bounding.width;
  });

const groupDigits = (text: string): string => (/^-?\d+(\.\d+)?$/.test(text) ? formatPrice(text) : text);

const showIndicators = (chart: Chart, wanted: readonly string[]): void => {
  const shown = chart.getIndicators().map(({ name }) => name);
  for (const name of shown) if (!wanted.includes(name)) chart.removeIndicator({ name });
  for (const name of wanted) {
    if (shown.includes(name)) continue;
    const create = {
      name,
      ...(PARAMETERS[name] ? { calcParams: PARAMETERS[name] } : {}),
      ...(name === 'VOL' ? { createTooltipDataSource: volumeLegend } : {}),
    };
    if (isOver(name)) chart.createIndicator({ ...create, paneId: CANDLE_PANE }, true);
    else chart.createIndicator(create);
  }
};

/** Keeps the lines of own orders up to date, and sends the new price to the exchange when a line is dropped. */
const useOrderLines = (chart: Chart | undefined, props: CandleChartProps): void => {
  const { rules, orderLines } = props;
  const [lines, setLines] = useState<OrderLines>();
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    if (!chart) return;
    const toTick = (value: number) => Math.round(value / Number(rules.tick)) * Number(rules.tick);
    setLines(
      new OrderLines(chart, {
        priceText: (value) => formatAmount(toTick(value).toFixed(rules.price_decimals), rules.price_decimals),
        onMoved: (order, value) => latest.current.onOrderMoved(order, toTick(value).toFixed(rules.price_decimals)),
      }),
    );
    return () => setLines(undefined);
  }, [chart, rules]);

  useEffect(() => lines?.show(orderLines), [lines, orderLines]);
};
