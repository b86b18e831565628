import { PHONE_QUERY } from '@vitrine/ui';
import type { DeepPartial, Styles } from 'klinecharts';
import type { ShapeColors } from './drawing-shapes.ts';

export const isLightScheme = (): boolean => document.documentElement.dataset.mantineColorScheme === 'light';

const FONT = "'Inter Variable', system-ui, sans-serif";
/** The font list of legends. Its last entry is not a font: chart-text.ts recognizes the texts of legends by it. */
export const LEGEND_FONT = `${FONT}, legend`;

/** The color behind legends, and that of dates on the time axis, for chart-text.ts. */
export const textColors = { ground: 'transparent', strong: 'currentColor' };

/** Whether the legend is always shown. In a narrow window it would cover the candles, so it appears only on touch. */
export const hasLegend = (): boolean => !window.matchMedia(PHONE_QUERY).matches;

/**
 * The styles of the chart's canvas in the colors of the page. Each color is a token, read again whenever the theme
 * changes.
 */
export const chartStyles = (): DeepPartial<Styles> => {
  const root = getComputedStyle(document.documentElement);
  const token = (name: string) => root.getPropertyValue(`--${name}`).trim();
  const text = textStyles(token);
  textColors.ground = token('panel');
  textColors.strong = token('text');
  return {
    grid: { horizontal: { color: token('line-soft'), style: 'solid' }, vertical: { show: false } },
    candle: candleStyles(token, text),
    indicator: indicatorStyles(token, text),
    xAxis: { axisLine: { color: token('line-soft') }, tickLine: { show: false }, tickText: text.quiet },
    yAxis: { axisLine: { show: false }, tickLine: { show: false }, tickText: text.quiet },
    separator: { color: token('line-soft'), activeBackgroundColor: token('accent-wash') },
    crosshair: crosshairStyles(token, text),
    overlay: overlayStyles(token),
  };
};

type Token = (name: string) => string;
type TextStyles = ReturnType<typeof textStyles>;

const textStyles = (token: Token) => {
  const quiet = { color: token('faint'), size: 11, family: FONT, weight: 'normal' };
  const label = { ...quiet, color: token('dim'), family: LEGEND_FONT };
  /** Text with its own background color. */
  const mark = { family: FONT, size: 11, weight: '600', color: token('on-signal'), borderRadius: 3 };
  return { quiet, label, mark };
};

const tooltipRule = () => (hasLegend() ? 'always' : 'follow_cross');

const candleStyles = (token: Token, { label, mark }: TextStyles): DeepPartial<Styles['candle']> => {
  const up = token('up');
  const down = token('down');
  const faint = token('faint');
  const extreme = { color: token('dim'), textFamily: FONT, textSize: 11 };
  return {
    bar: {
      upColor: up,
      downColor: down,
      noChangeColor: faint,
      upBorderColor: up,
      downBorderColor: down,
      noChangeBorderColor: faint,
      upWickColor: up,
      downWickColor: down,
      noChangeWickColor: faint,
    },
    priceMark: {
      high: extreme,
      low: extreme,
      last: {
        upColor: up,
        downColor: down,
        noChangeColor: faint,
        line: { dashedValue: [3, 3] },
        text: mark,
        extendTexts: [countdownStyle(mark)],
      },
    },
    tooltip: {
      showRule: tooltipRule(),
      offsetLeft: 6,
      offsetTop: 8,
      title: { show: false },
      legend: { ...label, marginRight: 10 },
    },
  };
};

/** The remaining time of the current candle, below the last price. */
const countdownStyle = (mark: TextStyles['mark']) => ({
  ...mark,
  show: true,
  position: 'below_price' as const,
  updateInterval: 1000,
  style: 'fill' as const,
  weight: '500',
  paddingLeft: 4,
  paddingRight: 4,
  paddingTop: 1,
  paddingBottom: 3,
  borderStyle: 'solid' as const,
  borderDashedValue: [2, 2],
  borderSize: 0,
  borderColor: 'transparent',
});

/** SVG paths of 12 × 12 px. */
const EYE = 'M1 6q5-6 10 0q-5 6-10 0M6 4.6a1.4 1.4 0 1 0 .01 0';
const GEAR = 'M1 3h10M1 9h10M4 1.5v3M8 7.5v3';
const CROSS = 'M2.5 2.5l7 7M9.5 2.5l-7 7';

/** What the buttons in an indicator's legend do. */
export type LegendButton = 'hide' | 'settings' | 'remove';

/** Buttons after an indicator's name: hide or show, settings and remove. */
const legendButtons = (token: Token, isShown: boolean) =>
  (
    [
      ['hide', EYE],
      ['settings', GEAR],
      ['remove', CROSS],
    ] as const satisfies readonly (readonly [LegendButton, string])[]
  ).map(([id, path]) => ({
    id,
    position: 'middle' as const,
    type: 'path' as const,
    content: { style: 'stroke' as const, path, lineWidth: 1.2 },
    size: 12,
    // Invisible buttons keep their place, so that the values after them do not move.
    color: isShown ? token('faint') : 'transparent',
    activeColor: token('text'),
    backgroundColor: 'transparent',
    activeBackgroundColor: 'transparent',
    borderRadius: 2,
    marginLeft: 6,
    marginTop: 4,
    marginRight: 0,
    marginBottom: 0,
    paddingLeft: 0,
    paddingTop: 0,
    paddingRight: 0,
    paddingBottom: 0,
  }));

const indicatorStyles = (token: Token, { label }: TextStyles): DeepPartial<Styles['indicator']> => {
  const up = token('up');
  const down = token('down');
  return {
    ohlc: { upColor: up, downColor: down, noChangeColor: token('faint') },
    bars: [{ upColor: quieter(up), downColor: quieter(down), noChangeColor: token('line-soft') }].map((colors) => ({
      ...colors,
      style: 'fill' as const,
      borderStyle: 'solid' as const,
      borderSize: 0,
      borderDashedValue: [2, 2],
    })),
    tooltip: {
      showRule: tooltipRule(),
      offsetLeft: 6,
      title: label,
      legend: { ...label, marginRight: 10 },
    },
    lastValueMark: { show: false },
  };
};

/** Whether the pointer can hover: then the legends' buttons are shown only on hover, otherwise always. */
export const hasHover = (): boolean => window.matchMedia('(hover: hover)').matches;

/** The style that shows or hides the buttons in the legends of indicators. */
export const legendButtonStyles = (isShown: boolean): DeepPartial<Styles> => {
  const root = getComputedStyle(document.documentElement);
  const token = (name: string) => root.getPropertyValue(`--${name}`).trim();
  return { indicator: { tooltip: { features: hasLegend() ? legendButtons(token, isShown) : [] } } };
};

const crosshairStyles = (token: Token, { mark }: TextStyles): DeepPartial<Styles['crosshair']> => {
  const text = {
    ...mark,
    weight: '500',
    color: token('text'),
    backgroundColor: token('raised'),
    borderColor: token('line'),
  };
  const cross = { line: { color: token('faint'), dashedValue: [3, 3] }, text };
  return { horizontal: cross, vertical: cross };
};

const overlayStyles = (token: Token): DeepPartial<Styles['overlay']> => ({
  point: { color: token('accent'), borderColor: token('accent-wash'), activeColor: token('accent') },
  line: { color: token('accent') },
  polygon: { color: token('accent-wash'), borderColor: token('accent') },
  rect: { color: token('accent-wash'), borderColor: token('accent') },
  text: { color: token('accent-ink'), backgroundColor: token('accent'), family: FONT, size: 11 },
  [ORDER_STYLE]: {
    order: token('accent'),
    entry: token('dim'),
    liquidation: token('warn'),
    ink: token('accent-ink'),
    ground: token('panel'),
    text: token('text'),
    up: token('up'),
    down: token('down'),
  },
  [SHAPE_STYLE]: {
    line: token('dim'),
    text: token('dim'),
    ground: token('panel'),
    bands: [`${token('warn')}14`, `${token('dim')}14`],
    up: token('up'),
    down: token('down'),
  } satisfies ShapeColors,
});

/** Makes the color half transparent, as volume is drawn behind prices. The tokens are six-digit hex colors. */
const quieter = (hex: string): string => `${hex}80`;

/** The keys under which the overlay styles contain the colors of drawings and of order lines. */
export const SHAPE_STYLE = 'shapes';
export const ORDER_STYLE = 'ownOrder';

/** Calls back when the theme or the colors of rising and falling prices change. */
export const onThemeChange = (changed: () => void): (() => void) => {
  const observer = new MutationObserver(changed);
  // Other attributes of the root element change often, such as when a dialog opens.
  observer.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme', 'data-rising'] });
  return () => observer.disconnect();
};
