/**
 * Formats figures for display. Amounts arrive as decimal strings and are passed to Intl as strings: no amount passes
 * through a floating-point number.
 */
export type DecimalText = string;

const MINUS = '−';

/** The thousands separator, then the decimal separator. */
export type NumberFormat = 'comma_point' | 'point_comma' | 'space_comma';

/** For each number format, a locale that uses it. */
const LOCALES: Readonly<Record<NumberFormat, string>> = {
  comma_point: 'en-US',
  point_comma: 'de-DE',
  space_comma: 'fr-FR',
};

let format: NumberFormat = 'comma_point';
let language = 'en';
const formatters = new Map<string, Intl.NumberFormat>();

/** Sets how figures are written from now on: their separators, and the language of words such as 'million'. */
export function setFigures(nextFormat: NumberFormat, nextLanguage: string): void {
  format = nextFormat;
  language = nextLanguage;
  formatters.clear();
}

/** The sign between whole numbers and decimals. */
export const decimalSign = (): '.' | ',' => (format === 'comma_point' ? '.' : ',');

const COMMA_LANGUAGES: readonly string[] = ['de', 'es', 'vi'];

/**
 * The usual number format of a language. Where regions differ, as Spain and Mexico do, the reader's region decides:
 * `preferred` are the browser's languages.
 */
export function usualFormat(
  languageTag: string,
  preferred: readonly string[] = typeof navigator === 'undefined' ? [] : navigator.languages,
): NumberFormat {
  if (!COMMA_LANGUAGES.includes(languageTag)) return 'comma_point';
  const regional = preferred.find((tag) => tag.startsWith(`${languageTag}-`)) ?? languageTag;
  return new Intl.NumberFormat(regional).format(0.5).includes(',') ? 'point_comma' : 'comma_point';
}

function formatter(key: string, options: Intl.NumberFormatOptions, locale = LOCALES[format]): Intl.NumberFormat {
  let known = formatters.get(key);
  if (!known) {
    known = new Intl.NumberFormat(locale, options);
    formatters.set(key, known);
  }
  return known;
}

const isDecimal = (text: string) => /^-?\d+(\.\d+)?$/.test(text);

/** Replaces the hyphen with a typographic minus, which is as wide as the digits. */
const withMinus = (text: string) => text.replace('-', MINUS);

const exact = (writer: Intl.NumberFormat, text: DecimalText) =>
  withMinus(writer.format(text as Intl.StringNumericLiteral));

/**
 * An amount with exactly `decimals` places, truncated so that it never shows more than is owned. An en dash if the
 * text is not a number.
 */
export function formatAmount(text: DecimalText | undefined, decimals: number): string {
  if (text === undefined || !isDecimal(text)) return '–';
  const options = {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    roundingMode: 'trunc',
  } as Intl.NumberFormatOptions;
  return exact(formatter(`amount:${decimals}`, options), text);
}

/** A price with the decimals it has in the text (those of the market's tick), and grouped digits. */
export function formatPrice(text: DecimalText | undefined): string {
  if (text === undefined || !isDecimal(text)) return '–';
  return formatAmount(text, decimalsOf(text));
}

/**
 * A price in USDT as $0,0.00: with at least `least` decimals, and with those of the market's tick if there are more, so
 * that no price is rounded to zero.
 */
export function formatDollars(text: DecimalText | undefined, least = 2): string {
  if (text === undefined || !isDecimal(text)) return '–';
  return `$${formatAmount(text, Math.max(least, decimalsOf(text)))}`;
}

/** An amount with all of its digits, grouped, without trailing zeros. */
export function formatExact(text: DecimalText | undefined): string {
  if (text === undefined || !isDecimal(text)) return '–';
  const decimals = decimalsOf(text);
  return exact(formatter(`exact:${decimals}`, { minimumFractionDigits: 0, maximumFractionDigits: decimals }), text);
}

const FIAT_LIKE: ReadonlySet<string> = new Set(['USDT', 'USDC']);

/**
 * An amount of a coin with the usual decimals (2 for a stablecoin, otherwise 4), or with more if this or another amount
 * in its `column` needs them. Thus amounts of a coin line up, and nothing is cut off.
 */
export function formatCoin(
  text: DecimalText | undefined,
  coin: string,
  column: readonly (DecimalText | undefined)[] = [],
): string {
  return formatAmount(text, decimalsNeeded([text, ...column], FIAT_LIKE.has(coin) ? 2 : 4));
}

/** The largest number of decimals that any of the texts has, not counting trailing zeros, and at least `few`. */
export const decimalsNeeded = (texts: readonly (DecimalText | undefined)[], few = 0): number =>
  Math.max(few, ...texts.map((text = '') => decimalsOf(text.replace(/0+$/, ''))));

/**
 * A compact figure, for volumes. Figures above 999 have four digits, so that columns line up: 1.170B, 14.00M, 96.43K;
 * 1,170 Mrd. in German, 11.70億 in Japanese.
 */
export function formatCompact(text: DecimalText | undefined): string {
  if (text === undefined || !isDecimal(text)) return '–';
  const least = /^-?0*[1-9]\d{3}/.test(text) ? 4 : 1;
  const options = {
    notation: 'compact',
    minimumSignificantDigits: least,
    maximumSignificantDigits: 4,
    useGrouping: false,
  } as const;
  const written = formatter(`compact:${least}`, options, language).formatToParts(text as Intl.StringNumericLiteral);
  return withMinus(written.map(({ type, value }) => (type === 'decimal' ? decimalSign() : value)).join(''));
}

/** A change in percent with its sign: +1.60%, −3.42%, 0.00%. */
export function formatPercent(text: DecimalText | undefined, decimals = 2): string {
  if (text === undefined || !isDecimal(text)) return '–';
  const options = {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: 'exceptZero',
  } as Intl.NumberFormatOptions;
  return `${exact(formatter(`percent:${decimals}`, options), text)}%`;
}

/** A signed amount: +1,018.22, −4.10. */
export function formatSigned(text: DecimalText | undefined, decimals: number): string {
  const plain = formatAmount(text, decimals);
  return directionOf(text) === 'up' ? `+${plain}` : plain;
}

export function formatInteger(value: number | string): string {
  return withMinus(formatter('integer', { maximumFractionDigits: 0 }).format(Number(value)));
}

export const decimalsOf = (text: DecimalText): number => text.split('.')[1]?.length ?? 0;

export type Direction = 'up' | 'down' | 'flat';

/** The direction of a signed figure; flat for zero, and for text that is not a number. */
export function directionOf(text: DecimalText | undefined): Direction {
  if (text === undefined || !isDecimal(text) || !/[1-9]/.test(text)) return 'flat';
  return text.startsWith('-') ? 'down' : 'up';
}
