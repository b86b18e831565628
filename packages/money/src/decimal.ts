import { MAX_UNITS } from './arithmetic.ts';

const plainDecimal = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/;

/**
 * Parses a plain unsigned decimal ('0', '12.5') as the whole number text × 10^scale. Undefined for any other text
 * (sign, exponent, space, leading zero, point without digits on both sides), for more than `scale` decimals, and for
 * results above 2^53 − 1.
 */
export const parseDecimal = (text: string, scale: number): number | undefined => {
  const match = plainDecimal.exec(text);
  if (match === null) return undefined;
  const decimals = match[2] ?? '';
  if (decimals.length > scale) return undefined;
  const value = Number(match[1] + decimals.padEnd(scale, '0'));
  return value <= MAX_UNITS ? value : undefined;
};

/**
 * value × 10^-scale as a decimal string, always with exactly `scale` decimals: formatDecimal(1500000, 6) is '1.500000'.
 */
export const formatDecimal = (value: number, scale: number): string => {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a safe integer`);
  const digits = String(Math.abs(value)).padStart(scale + 1, '0');
  const sign = value < 0 ? '-' : '';
  if (scale === 0) return sign + digits;
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
};

/** The same number without trailing zeros in its decimals: '5.000000' becomes '5', '500' stays. */
export const trimZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
