/**
 * The amount that a person types or pastes into a field, as a plain decimal string: digits, at most one point, no sign,
 * no exponent, no grouping. Pure text; nothing here becomes a floating-point number.
 */
export type AmountText = string;

const SCALES: Record<string, number> = { k: 3, m: 6 };

/**
 * The next content of the field after typing, or undefined if the keystroke is refused (a letter, a second point, one
 * decimal too many). A comma is a decimal point, as on a German or Vietnamese keypad. '1k' and '1.5m' become 1000 and
 * 1500000. `decimals` is the number of decimals of the asset or market.
 */
export function typedAmount(raw: string, decimals: number): AmountText | undefined {
  const text = raw.replace(/\s/g, '').replaceAll(',', '.');
  const match = /^(\d*)(\.?)(\d*)([kKmM]?)$/.exec(text);
  if (!match) return undefined;
  const [, whole = '', point = '', fraction = '', scale = ''] = match;
  if (scale) {
    if (!whole && !fraction) return undefined;
    return boundedBy(decimals, shiftPoint(whole, fraction, SCALES[scale.toLowerCase()] ?? 0));
  }
  if (fraction.length > decimals || (point && decimals === 0)) return undefined;
  return joined(withoutLeadingZeros(whole, point), point, fraction);
}

/**
 * The amount in pasted text such as '1,234.56 USDT', '1.234,56' or '₫ 12.000.000', or undefined if there is none or it
 * is negative. The last separator is the decimal sign, unless it occurs repeatedly or is the other sign than the
 * reader's decimal `sign`, as in '12,345' with a point (but not as in '0,123' or '1234,567'); all others are thousands
 * separators. Decimals beyond `decimals` are cut off, so that pasting never rounds an amount up.
 */
export function pastedAmount(raw: string, decimals: number, sign: '.' | ',' = '.'): AmountText | undefined {
  const match = /-?\d[\d.,\s'’]*\s?[kKmM]?\b|-?[.,]\d+/.exec(raw.trim());
  if (!match || match[0].startsWith('-')) return undefined;
  const compact = match[0].replace(/[\s'’]/g, '').replace(/[.,]$/, '');
  const point = decimalPointIn(compact, sign);
  const plain = [...compact]
    .map((c, i) => (i === point ? '.' : c))
    .filter((c, i) => i === point || (c !== '.' && c !== ','))
    .join('');
  const scaled = typedAmount(plain, Number.MAX_SAFE_INTEGER);
  return scaled === undefined ? undefined : boundedBy(decimals, scaled);
}

/** `amount` moved by `steps` times `step`, never below zero. An empty field is treated as zero. */
export function steppedAmount(amount: AmountText, step: AmountText, steps: number): AmountText {
  const decimals = Math.max(fractionOf(amount).length, fractionOf(step).length);
  const moved = toUnits(amount, decimals) + toUnits(step, decimals) * BigInt(steps);
  return fromUnits(moved < 0n ? 0n : moved, decimals);
}

/** The value when the field is left: '1.' is 1, '.5' is 0.5, '007' is 7, and '' stays ''. */
export function settledAmount(amount: AmountText): AmountText {
  if (amount === '' || amount === '.') return '';
  const [whole = '', fraction = ''] = amount.split('.');
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  return fraction ? `${digits}.${fraction}` : digits;
}

/** Whether the text is an amount above zero. */
export const isPositiveAmount = (amount: AmountText): boolean => /^\d*\.?\d*$/.test(amount) && /[1-9]/.test(amount);

function decimalPointIn(text: string, readersSign: '.' | ','): number {
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  if (last < 0) return -1;
  const sign = text[last];
  const other = sign === '.' ? ',' : '.';
  const repeats = text.indexOf(sign as string) !== last;
  if (text.includes(other)) return repeats ? -1 : last;
  if (repeats) return -1;
  const groups = sign !== readersSign && /^[1-9]\d{0,2}[.,]\d{3}$/.test(text);
  return groups ? -1 : last;
}

function shiftPoint(whole: string, fraction: string, places: number): AmountText {
  const digits = fraction.padEnd(places, '0');
  const rest = digits.slice(places).replace(/0+$/, '');
  return settledAmount(joined(whole + digits.slice(0, places), rest ? '.' : '', rest));
}

function boundedBy(decimals: number, text: AmountText): AmountText {
  const [whole = '', fraction = ''] = text.split('.');
  const kept = fraction.slice(0, decimals);
  return kept ? `${whole}.${kept}` : whole;
}

const joined = (whole: string, point: string, fraction: string) => `${whole}${point}${fraction}`;
const withoutLeadingZeros = (whole: string, point: string) =>
  whole.replace(/^0+(?=\d)/, '') || (whole === '' && point ? '0' : whole);
const fractionOf = (text: AmountText) => text.split('.')[1] ?? '';

function toUnits(text: AmountText, decimals: number): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0') || '0');
}

function fromUnits(units: bigint, decimals: number): AmountText {
  const digits = units.toString().padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
