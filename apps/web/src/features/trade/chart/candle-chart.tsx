import { formatAmount, formatCompact, formatPrice, lazyPart } from '@vitrine/ui';
import type { TFunction } from 'i18next';
import { type Chart, type DeepPartial, dispose, init, type Styles } from 'klinecharts';
import { type RefObject, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sayPartLost } from '../../../lib/load-failure.ts';
import type { OwnOrder } from '../../../lib/own-order.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { chosenZone } from '../../../lib/when.ts';
import { fetchAhead } from '../../../ui/fetch-ahead.ts';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import type { ChartInterval, OpenCandleFeed } from '../shared/candle-feed.ts';
import { nextStart } from '../shared/merged-candles.ts';
import type { Trade } from '../shared/trade-context.ts';
import { candleLegend } from './candle-legend.ts';
import { candleLoader, periods } from './candle-loader.ts';
import './chart-text.ts';
import styles from './chart.module.css';
import type { CandleLook, Drawing, DrawingTool } from './chart-settings.ts';
import {
  chartStyles,
  hasHover,
  hasLegend,
  type LegendButton,
  legendButtonStyles,
  onThemeChange,
} from './chart-styles.ts';
import type { DrawingModes, DrawingState } from './drawings.ts';
import { importDrawings, LazyDrawings } from './lazy-drawings.ts';
import type { FirstPlace, OwnLine, OwnLines } from './own-lines.ts';
import { letPageScroll } from './page-scroll.ts';
import { CANDLE_PANE, fitPanes, isOverLegend, toggleMaximized } from './panes.ts';
import { resetScale, watchScale } from './price-scale.ts';
import type { Study } from './studies.ts';
import { showStudies } from './study-drawing.ts';
import { countdownText, crosshairTime, withDates } from './time-axis.ts';

/** Pixels kept free above the highest candle, for the two lines of the legend. */
const ROOM_FOR_LEGEND = 84;
/** The approximate width in pixels of a digit on the axes. */
const DIGIT_WIDTH = 7;
/**
 * The distance in pixels from the bottom edge of the candle pane up to the top of the marker for orders below the
 * visible prices.
 */
const ROOM_FOR_ARROW = 30;
/** The minimum time between two redraws of the last price. */
const TOUCH_MS = 250;

/** The commands that the tools around the chart use. */
export interface ChartCommands {
  /** Loads the code of drawings before it is needed. */
  readonly fetchDrawings: () => void;
  readonly draw: (tool: DrawingTool | 'measure') => void;
  readonly stopDrawing: () => void;
  readonly setModes: (change: Partial<DrawingModes>) => void;
  readonly removeSelected: () => void;
  readonly removeAll: () => void;
  readonly undo: () => void;
  /** Makes the price scale follow the candles in view again. */
  readonly autoScale: () => void;
  /** Saves the visible chart as an image. */
  readonly savePicture: (name: string) => void;
}

/** The order whose menu is open, and the position of its ⋮ button in pixels. */
export interface LineMenuPlace {
  readonly order: OwnOrder;
  readonly x: number;
  readonly y: number;
}

export interface OwnLineProps {
  readonly lines: readonly OwnLine[];
  readonly move: (line: OwnLine, price: string) => Promise<void>;
  readonly dragText: (line: OwnLine, price: string) => string;
  readonly cancel: (order: OwnOrder) => void;
  /** Opens the form that changes an order; absent where orders cannot be changed. */
  readonly edit?: (order: OwnOrder) => void;
}

type CandleChartProps = {
  readonly trade: Pick<Trade, 'coin' | 'rules' | 'market'>;
  readonly interval: ChartInterval;
  readonly openFeed: OpenCandleFeed;
  readonly studies: readonly Study[];
  readonly drawings: readonly Drawing[];
  readonly look: CandleLook;
  readonly isLogarithmic?: boolean;
  readonly isUtc?: boolean;
  /** The number of candles that fill the width; the library's default if absent. */
  readonly candlesInView?: number;
  readonly ownLines?: OwnLineProps;
  readonly onDrawings?: (drawings: readonly Drawing[]) => void;
  /** Called with undefined when the chart is removed. */
  readonly onDrawingState?: (state: DrawingState | undefined) => void;
  readonly onStudyButton?: (name: string, button: LegendButton) => void;
  /** Whether the price scale follows the candles in view; it does not after the client has dragged it. */
  readonly onAutoScale?: (isAuto: boolean) => void;
  readonly onCommands?: (commands: ChartCommands | undefined) => void;
};

/**
 * Candles, indicators, drawings and own orders on a canvas. Loaded lazily: the library is the heaviest part of the
 * page.
 */
export function CandleChart(props: CandleChartProps) {
  const { t } = useTranslation('trade');
  const { rules } = props.trade;
  const frame = useRef<HTMLDivElement>(null);
  const { chart, drawings } = useChart(frame, props);
  const { state, isOld } = useCandles(chart, drawings, props);
  const zone = zoneOf(props.isUtc ?? false);
  useLook(chart, props, zone);
  useEffect(() => (chart ? showStudies(chart, props.studies) : undefined), [chart, props.studies]);
  const { outside, menu, closeMenu } = useDrawnLines(chart, props);
  useCandlesInView(chart, props.candlesInView, state);
  return (
    <div
      className={styles.canvasFrame}
      data-pair={isOld ? undefined : rules.name}
      data-line-y={outside.first?.y}
      data-menu-x={outside.first?.menuX}
      data-cross-x={outside.first?.crossX}
      data-lines={props.ownLines?.lines.map(({ tone, price }) => `${tone} ${price}`).join(', ')}
    >
      <div
        ref={frame}
        className={styles.canvas}
        data-old={isOld || undefined}
        role="img"
        aria-label={t('chart.label', { pair: `${rules.base}/${rules.quote}` })}
      />
      {outside.above > 0 ? (
        <p className={styles.outside} data-where="above">
          ▲ {t('chart.above', { count: outside.above })}
        </p>
      ) : null}
      {outside.below > 0 ? (
        <p className={styles.outside} style={{ top: outside.endPx - ROOM_FOR_ARROW }}>
          ▼ {t('chart.below', { count: outside.below })}
        </p>
      ) : null}
      {menu && props.ownLines ? (
        <LazyPart>
          <OwnLineMenu place={menu} lines={props.ownLines} onClose={closeMenu} />
        </LazyPart>
      ) : null}
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

/** The zone of the time axis; undefined for the browser's. */
const zoneOf = (isUtc: boolean): string | undefined => (isUtc ? 'UTC' : chosenZone().timeZone);

/** The library's chart, for the lifetime of its container, and the client's drawings on it. */
const useChart = (frame: RefObject<HTMLDivElement | null>, props: CandleChartProps) => {
  const { t } = useTranslation('trade');
  const [made, setMade] = useState<{ readonly chart: Chart; readonly drawings: LazyDrawings }>();
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    const element = frame.current;
    const chart = element ? createChart(element, () => latest.current, t) : null;
    if (!element || !chart) return;
    const drawings = new LazyDrawings(chart, {
      onChange: (list) => latest.current.onDrawings?.(list),
      onState: (state) => latest.current.onDrawingState?.(state),
    });
    setMade({ chart, drawings });
    const stops = [
      ...watchChart(chart, element),
      onThemeChange(() => {
        chart.setStyles(chartStyles());
        chart.setStyles(lookStyles(latest.current.look));
        if (!hasHover()) chart.setStyles(legendButtonStyles(hasLegend()));
        showStudies(chart, latest.current.studies);
      }),
      letPageScroll(element, () => drawings.loaded?.isDrawing ?? false),
      watchKeys(drawings),
      watchLegends(chart, element),
      watchScale(chart, element, (isAuto) => latest.current.onAutoScale?.(isAuto)),
      () => drawings.close(),
    ];
    chart.subscribeAction('onIndicatorTooltipFeatureClick', (data) => {
      const { indicator, feature } = data as { indicator?: { name: string }; feature?: { id: LegendButton } };
      if (indicator && feature) latest.current.onStudyButton?.(indicator.name, feature.id);
    });
    latest.current.onCommands?.(commandsOf(chart, drawings));
    return () => {
      latest.current.onCommands?.(undefined);
      latest.current.onDrawingState?.(undefined);
      for (const stop of stops) stop();
      dispose(chart);
      setMade(undefined);
    };
  }, [frame, t]);

  return { chart: made?.chart, drawings: made?.drawings };
};

const commandsOf = (chart: Chart, drawings: LazyDrawings): ChartCommands => ({
  fetchDrawings: fetchAhead(importDrawings),
  draw: (tool) => drawings.act((each) => each.start(tool)),
  stopDrawing: () => drawings.act((each) => each.stop()),
  setModes: (change) => drawings.act((each) => each.setModes(change)),
  removeSelected: () => drawings.loaded?.removeSelected(),
  removeAll: () => drawings.loaded?.removeAll(),
  undo: () => drawings.loaded?.undo(),
  autoScale: () => resetScale(chart),
  savePicture: (name) => {
    const ground = getComputedStyle(document.documentElement).getPropertyValue('--panel').trim();
    const [, base64 = ''] = chart.getConvertPictureUrl(true, 'png', ground).split(',');
    saveFile(name, new Blob([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], { type: 'image/png' }));
  },
});

/**
 * Delete or Backspace removes the selected drawing; Escape cancels an unfinished drawing and removes measurements.
 * Neither acts while a field or a dialog has the focus.
 */
const watchKeys = (drawings: LazyDrawings): (() => void) => {
  const onKeyDown = ({ key, target }: KeyboardEvent): void => {
    if (target instanceof Element && target.closest('input, textarea, select, [role="dialog"]')) return;
    if (key === 'Delete' || key === 'Backspace') drawings.loaded?.removeSelected();
    if (key === 'Escape') drawings.loaded?.stop();
  };
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
};

/** A pointer at most this many pixels from the chart's left edge can be over a legend. */
const LEGENDS_WIDTH = 420;

/** Shows the buttons in all legends while the pointer is over any legend, and hides them otherwise. */
const watchLegends = (chart: Chart, element: HTMLElement): (() => void) => {
  let isShown = !hasHover() && hasLegend();
  chart.setStyles(legendButtonStyles(isShown));
  if (!hasHover()) return () => undefined;
  const show = (next: boolean): void => {
    if (next !== isShown) chart.setStyles(legendButtonStyles(next));
    isShown = next;
  };
  const onMove = ({ clientX, clientY }: PointerEvent): void => {
    const { left, top } = element.getBoundingClientRect();
    show(hasLegend() && clientX - left < LEGENDS_WIDTH && isOverLegend(chart, clientY - top));
  };
  const onLeave = () => show(false);
  element.addEventListener('pointermove', onMove);
  element.addEventListener('pointerleave', onLeave);
  return () => {
    element.removeEventListener('pointermove', onMove);
    element.removeEventListener('pointerleave', onLeave);
  };
};

/**
 * Keeps the panes' proportions when the size changes, maximizes a pane on double click, and marks the newest candle.
 */
const watchChart = (chart: Chart, element: HTMLElement): (() => void)[] => {
  chart.subscribeAction('onVisibleRangeChange', () => markNewest(chart, element));
  let { clientHeight } = element;
  const sizes = new ResizeObserver(() => {
    chart.resize();
    if (element.clientHeight !== clientHeight) fitPanes(chart);
    clientHeight = element.clientHeight;
  });
  sizes.observe(element);
  const onDoubleClick = (event: MouseEvent) =>
    toggleMaximized(chart, event.clientY - element.getBoundingClientRect().top);
  element.addEventListener('dblclick', onDoubleClick);
  return [() => sizes.disconnect(), () => element.removeEventListener('dblclick', onDoubleClick)];
};

/**
 * Loads and follows the candles of the pair and interval. The chart keeps the old candles until the new candles have
 * loaded; `isOld` is true while the candles of this pair have not loaded yet.
 */
const useCandles = (chart: Chart | undefined, drawings: LazyDrawings | undefined, props: CandleChartProps) => {
  const { trade, interval, openFeed } = props;
  const { rules, market } = trade;
  const [state, setState] = useState<'pending' | 'success' | 'error'>('pending');
  const [shownPair, setShownPair] = useState<string>();
  const latest = useRef(props);
  latest.current = props;
  const touch = useRef<() => void>(undefined);

  useEffect(() => {
    if (!chart || !drawings) return;
    const loader = candleLoader((ticker, each) => openFeed(ticker, each), {
      onLoaded: (ticker) => {
        setState('success');
        setShownPair((before) => {
          if (before !== ticker) queueMicrotask(() => drawings.show(latest.current.drawings));
          return ticker;
        });
      },
      onFailed: () => setState('error'),
      onGap: () => chart.resetData(),
      lastPrice: () => Number(latest.current.trade.market.lastPrice),
    });
    touch.current = loader.touch;
    chart.setDataLoader(loader);
  }, [chart, drawings, openFeed]);

  useEffect(() => {
    chart?.setSymbol({
      ticker: rules.name,
      pricePrecision: rules.price_decimals,
      volumePrecision: rules.amount_decimals,
    });
  }, [chart, rules]);

  useEffect(() => {
    setState('pending');
    chart?.setPeriod(periods[interval]);
  }, [chart, interval]);

  useEffect(() => {
    let timer: number | undefined;
    const stop = market.on('price', () => {
      timer ??= window.setTimeout(() => {
        timer = undefined;
        touch.current?.();
      }, TOUCH_MS);
    });
    return () => {
      stop();
      window.clearTimeout(timer);
    };
  }, [market]);

  return { state, isOld: shownPair !== rules.name };
};

const createChart = (element: HTMLElement, now: () => CandleChartProps, t: TFunction<'trade'>): Chart | null => {
  const chart = init(element, {
    styles: chartStyles(),
    thousandsSeparator: { format: (value) => groupDigits(String(value)) },
    // Small prices are written in full, such as 0.00001234; the library would abbreviate the zeros.
    decimalFold: { format: (value) => String(value) },
    formatter: {
      formatBigNumber: (value) => formatCompact(String(value)),
      formatDate: ({ timestamp }) => crosshairTime(timestamp, now().interval, zoneOf(now().isUtc ?? false)),
      formatExtendText: ({ data }) => countdownText(Date.now(), nextStart(data.timestamp, now().interval)),
    },
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
  const template = candleLegend(() => now().trade.rules.price_decimals, t);
  chart.setStyles({ candle: { tooltip: { legend: { template } } } });
  chart.setOffsetRightDistance(48);
  chart.overrideXAxis({
    createTicks: ({ bounding, defaultTicks }) =>
      withDates(defaultTicks, now().interval, zoneOf(now().isUtc ?? false)).filter(({ coord, text }) => {
        // Labels that would be cut off at an edge of the axis are left out.
        const half = (text.length * DIGIT_WIDTH) / 2;
        return coord >= half && coord + half <= bounding.width;
      }),
  });
  if (hasLegend()) chart.overrideYAxis({ paneId: CANDLE_PANE, gap: { top: ROOM_FOR_LEGEND } });
  return chart;
};

/** The library has no line chart, so a line is drawn as an area with a transparent fill. */
const lookStyles = (look: CandleLook): DeepPartial<Styles> => {
  const accent = getComputedStyle(document.documentElement).getPropertyValue('--accent').trim();
  const isLine = look === 'line';
  return {
    candle: {
      type: isLine ? 'area' : look,
      area: {
        lineSize: isLine ? 1.5 : 2,
        lineColor: accent,
        backgroundColor: isLine
          ? 'transparent'
          : [
              { offset: 0, color: `${accent}05` },
              { offset: 1, color: `${accent}33` },
            ],
        point: { color: accent, rippleColor: `${accent}4d` },
      },
    },
  };
};

/** Applies the candle style, scale and time zone. */
const useLook = (
  chart: Chart | undefined,
  { look, isLogarithmic = false }: CandleChartProps,
  zone: string | undefined,
): void => {
  useEffect(() => chart?.setStyles(lookStyles(look)), [chart, look]);
  useEffect(() => {
    chart?.overrideYAxis({ paneId: CANDLE_PANE, name: isLogarithmic ? 'logarithm' : 'normal' });
  }, [chart, isLogarithmic]);
  useEffect(() => {
    chart?.setTimezone(zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone);
  }, [chart, zone]);
};

/** Shows this many candles, the newest candle at the right. */
const useCandlesInView = (chart: Chart | undefined, count: number | undefined, state: string): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: newly loaded candles are also shown from the newest one
  useEffect(() => {
    const width = chart?.getSize(CANDLE_PANE, 'main')?.width;
    if (!chart || count === undefined || !width) return;
    chart.setOffsetRightDistance(width / count);
    chart.setBarSpace(width / (count + 1));
    chart.scrollToRealTime();
  }, [chart, count, state]);
};

/** Writes the newest candle's position into data attributes for browser tests: a canvas has no elements to query. */
const markNewest = (chart: Chart, element: HTMLElement): void => {
  const newest = chart.getDataList().at(-1);
  if (!newest) return;
  const { timestamp, close } = newest;
  const [point] = [chart.convertToPixel({ timestamp, value: close }, { paneId: CANDLE_PANE })].flat();
  if (point?.x !== undefined) element.dataset.newestX = String(Math.round(point.x));
  element.dataset.newestClose = String(close);
  element.dataset.count = String(chart.getDataList().length);
};

const groupDigits = (text: string): string => (/^-?\d+(\.\d+)?$/.test(text) ? formatPrice(text) : text);

interface Places {
  readonly above: number;
  readonly below: number;
  readonly endPx: number;
  readonly first?: FirstPlace | undefined;
}
const NOWHERE: Places = { above: 0, below: 0, endPx: 0 };
const placesOf = (lines: OwnLines): Places => ({ ...lines.outside(), first: lines.firstPlace() });
const NO_LINES: readonly OwnLine[] = [];
const OwnLineMenu = lazyPart(() => import('./own-line-menu.tsx').then((m) => m.OwnLineMenu));
/** Most charts show no orders or positions, and never load this code. */
const importOwnLines = () => import('./own-lines.ts');

/**
 * Keeps the lines of the client's own orders and positions up to date, and sends the new price to the exchange when a
 * line is dropped; Escape cancels a drag. Returns how many orders are outside the visible prices.
 */
const useDrawnLines = (chart: Chart | undefined, props: CandleChartProps) => {
  const { rules } = props.trade;
  const shown = props.ownLines?.lines ?? NO_LINES;
  const isNeeded = shown.length > 0;
  const [lines, setLines] = useState<OwnLines>();
  const [outside, look] = useReducer(
    (before: Places, next: Places) => (JSON.stringify(before) === JSON.stringify(next) ? before : next),
    NOWHERE,
  );
  const [menu, setMenu] = useState<LineMenuPlace>();
  const latest = useRef(props.ownLines);
  latest.current = props.ownLines;
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') lines?.abort();
  });

  useEffect(() => {
    if (!chart || !isNeeded) return;
    const toTick = (value: number) =>
      (Math.round(value / Number(rules.tick)) * Number(rules.tick)).toFixed(rules.price_decimals);
    let made: OwnLines | undefined;
    let isGone = false;
    const make = ({ OwnLines }: Awaited<ReturnType<typeof importOwnLines>>): void => {
      if (isGone) return;
      made = new OwnLines(chart, {
        priceText: (value) => formatAmount(toTick(value), rules.price_decimals),
        dragText: (line, value) => latest.current?.dragText(line, toTick(value)) ?? '',
        onMoved: async (line, value) => {
          // A move of less than a tick changes nothing.
          if (Number(toTick(value)) !== Number(line.price)) await latest.current?.move(line, toTick(value));
        },
        onCancel: (order) => latest.current?.cancel(order),
        onMenu: (order, place) => setMenu({ order, ...place }),
      });
      setLines(made);
    };
    importOwnLines().then(make, sayPartLost);
    const onRange = () => look(made ? placesOf(made) : NOWHERE);
    // Dragging the price axis changes the prices in view. The library does not report this, so each release of the
    // pointer updates the count of orders outside the view.
    const onRelease = () => requestAnimationFrame(onRange);
    const element = chart.getDom();
    chart.subscribeAction('onVisibleRangeChange', onRange);
    const sizes = new ResizeObserver(onRelease);
    if (element) sizes.observe(element);
    element?.addEventListener('pointerup', onRelease);
    document.addEventListener('keydown', onEscape);
    return () => {
      isGone = true;
      sizes.disconnect();
      chart.unsubscribeAction('onVisibleRangeChange', onRange);
      element?.removeEventListener('pointerup', onRelease);
      document.removeEventListener('keydown', onEscape);
      made?.show([]);
      setLines(undefined);
    };
  }, [chart, rules, isNeeded]);

  useEffect(() => {
    lines?.show(shown);
    look(lines ? placesOf(lines) : NOWHERE);
  }, [lines, shown]);
  return { outside, menu, closeMenu: () => setMenu(undefined) };
};
