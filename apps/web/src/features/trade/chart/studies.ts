/** An indicator as a client has set it. */
export interface Study {
  readonly name: IndicatorName;
  /** Periods and factors, in the order of the registry. */
  readonly params: readonly number[];
  /** One hex color per line; empty for the indicator's default colors in the current theme. */
  readonly colors: readonly string[];
  readonly hidden: boolean;
}

/** The meaning of an indicator's parameter; the texts are in locales/en/studies.json. */
type ParamWord =
  | 'period'
  | 'average'
  | 'fast'
  | 'slow'
  | 'signal'
  | 'weight'
  | 'deviations'
  | 'start'
  | 'step'
  | 'maximum'
  | 'smoothK'
  | 'smoothD'
  | 'adx';

interface IndicatorKind {
  /** Whether the indicator is drawn over the candles rather than in a pane below them. */
  readonly isOver: boolean;
  readonly params: readonly number[];
  /** The meaning of each parameter. */
  readonly words: readonly ParamWord[];
  /** The colors of the indicator's lines in the dark and in the light theme. */
  readonly colors: readonly (readonly [dark: string, light: string])[];
  /** The decimals of the indicator's values; by default, those of the market's price. */
  readonly decimals?: number;
}

const GOLD = ['#e8c268', '#8a6410'] as const;
const VIOLET = ['#c39bd3', '#7d3c98'] as const;
const SAND = ['#e0956d', '#a04a1c'] as const;
const TEAL = ['#5fb3b3', '#1f7070'] as const;
const ROSE = ['#ef8fb5', '#a8316a'] as const;
const SKY = ['#7fb4e0', '#2467a0'] as const;
const LILAC = ['#b69cff', '#5a3fc0'] as const;
const MOSS = ['#a3c26a', '#55711f'] as const;

/** Every indicator, with the parameters usual on exchanges and its own palette. */
const indicatorKinds = {
  MA: { isOver: true, params: [7, 25, 99], words: ['period', 'period', 'period'], colors: [GOLD, VIOLET, SKY] },
  EMA: { isOver: true, params: [7, 25, 99], words: ['period', 'period', 'period'], colors: [SAND, MOSS, LILAC] },
  SMA: { isOver: true, params: [12, 2], words: ['period', 'weight'], colors: [ROSE] },
  BOLL: { isOver: true, params: [20, 2], words: ['period', 'deviations'], colors: [TEAL, SAND, TEAL] },
  SAR: { isOver: true, params: [2, 2, 20], words: ['start', 'step', 'maximum'], colors: [SKY] },
  BBI: { isOver: true, params: [3, 6, 12, 24], words: ['period', 'period', 'period', 'period'], colors: [MOSS] },
  VOL: { isOver: false, params: [], words: [], colors: [] },
  MACD: { isOver: false, params: [12, 26, 9], words: ['fast', 'slow', 'signal'], colors: [GOLD, ROSE] },
  RSI: {
    isOver: false,
    params: [6, 12, 24],
    words: ['period', 'period', 'period'],
    colors: [LILAC, TEAL, SAND],
    decimals: 1,
  },
  KDJ: {
    isOver: false,
    params: [9, 3, 3],
    words: ['period', 'smoothK', 'smoothD'],
    colors: [GOLD, SKY, ROSE],
    decimals: 1,
  },
  OBV: { isOver: false, params: [30], words: ['average'], colors: [SKY, GOLD], decimals: 0 },
  CCI: { isOver: false, params: [20], words: ['period'], colors: [SAND], decimals: 1 },
  DMI: { isOver: false, params: [14, 6], words: ['period', 'adx'], colors: [MOSS, ROSE, SKY, GOLD], decimals: 1 },
  WR: {
    isOver: false,
    params: [6, 10, 14],
    words: ['period', 'period', 'period'],
    colors: [SKY, VIOLET, MOSS],
    decimals: 1,
  },
  ROC: { isOver: false, params: [12, 6], words: ['period', 'average'], colors: [GOLD, TEAL], decimals: 2 },
  TRIX: { isOver: false, params: [12, 9], words: ['period', 'average'], colors: [LILAC, SAND], decimals: 3 },
  MTM: { isOver: false, params: [12, 6], words: ['period', 'average'], colors: [TEAL, ROSE] },
  AO: { isOver: false, params: [5, 34], words: ['fast', 'slow'], colors: [] },
} as const satisfies Record<string, IndicatorKind>;

export type IndicatorName = keyof typeof indicatorKinds;
export const indicatorNames = Object.keys(indicatorKinds) as IndicatorName[];
const isName = (value: unknown): value is IndicatorName =>
  typeof value === 'string' && Object.hasOwn(indicatorKinds, value);

export const kindOf = (name: IndicatorName): IndicatorKind => indicatorKinds[name];
export const newStudy = (name: IndicatorName): Study => ({
  name,
  params: [...kindOf(name).params],
  colors: [],
  hidden: false,
});

export const MOST_PARAM = 1000;
const isParam = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MOST_PARAM;
const isColor = (value: unknown): boolean => typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value);

/** Validates stored data, which may come from another version. */
export const isStudy = (value: unknown): value is Study => {
  const { name, params, colors, hidden } = (value ?? {}) as Partial<Record<keyof Study, unknown>>;
  if (!isName(name) || typeof hidden !== 'boolean') return false;
  const kind = kindOf(name);
  return (
    Array.isArray(params) &&
    params.length === kind.params.length &&
    params.every(isParam) &&
    Array.isArray(colors) &&
    (colors.length === 0 || colors.length === kind.colors.length) &&
    colors.every(isColor)
  );
};

/** The colors of a study's lines in this theme. */
export const colorsOf = ({ name, colors }: Study, isLight: boolean): readonly string[] =>
  colors.length > 0 ? colors : kindOf(name).colors.map(([dark, light]) => (isLight ? light : dark));

/** The studies after this indicator is switched on or off. */
export const toggledStudy = (studies: readonly Study[], name: IndicatorName): readonly Study[] =>
  studies.some((each) => each.name === name)
    ? studies.filter((each) => each.name !== name)
    : [...studies, newStudy(name)];

export const changedStudy = (studies: readonly Study[], changed: Study): readonly Study[] =>
  studies.map((each) => (each.name === changed.name ? changed : each));
