import { isLanguage, type Language, languages, pickLanguage } from '@vitrine/contract/languages';
import { setFigures, usualFormat } from '@vitrine/ui';
import { create } from 'zustand';
import type { CallResponse } from './api.ts';
import { storeLanguageCookie } from './language-cookie.ts';

/** The preferences that the server stores for a client; each is described in packages/contract. */
export type Kept = Required<Omit<Stored, 'language'>> & Pick<Stored, 'language'>;
type Stored = CallResponse<'GET /api/v3/preferences'>['preferences'];
export type Scheme = Kept['scheme'];
/** The color of rising prices. */
export type Rising = Kept['rising'];
export type NumberFormat = Kept['number_format'];
type Preferences = Kept & { readonly set: (change: Partial<Kept>) => void };

/**
 * A storage key that public/scheme.js also reads before the first paint. Only preferences are stored under it; until
 * the session is known, they are the preferences of the browser's last user.
 */
const KEY = 'vitrine.preferences';
const GROUND: Kept = {
  time_zone: '',
  number_format: 'auto',
  scheme: 'dark',
  rising: 'green',
  density: 'comfortable',
  default_coin: '',
  hide_small_balances: false,
  confirm_orders: false,
  confirm_conversions: true,
  sounds: false,
  hotkeys: true,
  favorite_coins: [],
  spot_layout: { preset: 'auto', moved: {} },
  chart_layout: { preset: 'auto', moved: {} },
  futures_layout: { preset: 'auto', moved: {} },
  charts: [],
  saved_layouts: [],
};

/** Preferences that reveal something about a person; they are cleared from the browser at sign-out. */
export const PERSONAL = {
  favorite_coins: GROUND.favorite_coins,
  spot_layout: GROUND.spot_layout,
  chart_layout: GROUND.chart_layout,
  futures_layout: GROUND.futures_layout,
  charts: GROUND.charts,
  saved_layouts: GROUND.saved_layouts,
} satisfies Partial<Kept>;

/** The maximum number of favorites that the server stores. */
export const MOST_FAVORITES = 200;
/** The maximum number of saved layouts that the server stores. */
export const MOST_SAVED_LAYOUTS = 8;

const oneOf =
  <Word extends string>(...words: readonly Word[]) =>
  (value: unknown): value is Word =>
    words.includes(value as Word);
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
const isCoin = (value: unknown): value is string => typeof value === 'string' && /^([A-Z0-9]{1,10})?$/.test(value);

const RULES: { readonly [Name in keyof Kept]-?: (value: unknown) => value is Kept[Name] } = {
  language: isLanguage,
  time_zone: isTimeZone,
  number_format: oneOf('auto', 'comma_point', 'point_comma', 'space_comma'),
  scheme: oneOf('light', 'dark', 'system'),
  rising: oneOf('green', 'red', 'blue'),
  density: oneOf('comfortable', 'compact'),
  default_coin: isCoin,
  hide_small_balances: isFlag,
  confirm_orders: isFlag,
  confirm_conversions: isFlag,
  sounds: isFlag,
  hotkeys: isFlag,
  favorite_coins: isCoins,
  spot_layout: isLayout,
  chart_layout: isLayout,
  futures_layout: isLayout,
  charts: areCharts,
  saved_layouts: isSavedLayouts,
};

/** Stored values that are unknown or malformed, such as those from another release, are treated as not set. */
export function validPreferences(stored: unknown): Partial<Kept> {
  if (typeof stored !== 'object' || stored === null) return {};
  const isValid = ([name, value]: [string, unknown]) => Object.hasOwn(RULES, name) && RULES[name as keyof Kept](value);
  return Object.fromEntries(Object.entries(stored).filter(isValid));
}

function isCoins(value: unknown): value is string[] {
  return Array.isArray(value) && value.length <= MOST_FAVORITES && value.every((coin) => isCoin(coin) && coin !== '');
}

/** Checks only the format: the trade pages know which panels and presets exist. */
function isLayout(value: unknown): value is Kept['spot_layout'] {
  const { preset, moved } = (value ?? {}) as Partial<Record<string, unknown>>;
  return (
    typeof preset === 'string' &&
    typeof moved === 'object' &&
    moved !== null &&
    Object.values(moved).every(Array.isArray)
  );
}

/** Checks only the format: the chart knows which indicators and drawings exist. */
function areCharts(value: unknown): value is Kept['charts'] {
  return (
    Array.isArray(value) &&
    value.every(({ coin, studies, drawings } = {}) => isCoin(coin) && Array.isArray(studies) && Array.isArray(drawings))
  );
}

function isSavedLayouts(value: unknown): value is Kept['saved_layouts'] {
  return (
    Array.isArray(value) &&
    value.length <= MOST_SAVED_LAYOUTS &&
    value.every(
      ({ desk, name, layout } = {}) => typeof desk === 'string' && typeof name === 'string' && isLayout(layout),
    )
  );
}

function isTimeZone(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  try {
    return value === '' || new Intl.DateTimeFormat('en', { timeZone: value }) !== undefined;
  } catch {
    return false;
  }
}

function read(): Kept {
  try {
    return { ...GROUND, ...validPreferences(JSON.parse(localStorage.getItem(KEY) ?? '{}')) };
  } catch {
    return GROUND;
  }
}

function keep(kept: Kept): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Without storage, the choice still applies until the tab closes.
  }
}

export const usePreferences = create<Preferences>((set, get) => ({
  ...read(),
  set: (change) => {
    set(change);
    const { set: _, ...kept } = get();
    keep(kept);
    if (kept.language !== undefined) storeLanguageCookie(kept.language);
    applyFigures(kept.number_format);
    // Many modules write dates and figures in the page's language, so another one needs a new page. Without storage,
    // that page would not know it.
    const isNew = kept.language !== undefined && kept.language !== pageLanguage;
    if (isNew && read().language === kept.language) location.reload();
  },
}));

export const currentPreferences = (): Kept => usePreferences.getState();

/**
 * The language of this page: the chosen one, or the first of the browser's languages that the app is available in.
 * Another choice applies when the page is loaded again.
 */
export const pageLanguage: Language =
  currentPreferences().language ?? pickLanguage(typeof navigator === 'undefined' ? [] : navigator.languages, languages);

/** Sets the number format of all figures rendered from now on. */
export const applyFigures = (format: NumberFormat = currentPreferences().number_format): void =>
  setFigures(format === 'auto' ? usualFormat(pageLanguage) : format, pageLanguage);
