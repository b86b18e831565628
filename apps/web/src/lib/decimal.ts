import Big from 'big.js';

/** USDT has six decimals in the ledger; tick × lot never needs more. */
export const QUOTE_DECIMALS = 6;

const PLAIN = /^(?:\d+\.?\d*|\.\d+)$/;
/** The value of a plain decimal, or undefined for any other text. */
export const parseDecimal = (text: string): Big | undefined => (PLAIN.test(text) ? new Big(pad(text)) : undefined);

const pad = (text: string): string => (text.startsWith('.') ? `0${text}` : text.endsWith('.') ? `${text}0` : text);

/** Largest multiple of `step` that is not above `value`. */
export const floorToStep = (value: Big, step: Big): Big => {
  const whole = value.div(step).round(0, Big.roundDown);
  const floored = whole.times(step);
  // The quotient is rounded to 20 decimals and may land a step too high.
  return floored.gt(value) ? floored.minus(step) : floored;
};

export const isMultipleOf = (value: Big, step: Big): boolean => value.mod(step).eq(0);

/** The value rounded up to this many decimals, as the exchange rounds fees. */
export const ceilTo = (value: Big, decimals: number): Big => value.round(decimals, Big.roundUp);
export const floorTo = (value: Big, decimals: number): Big => value.round(decimals, Big.roundDown);

/** Plain text without an exponent; trailing zeros are removed down to `minimumDecimals`. */
export const plain = (value: Big, minimumDecimals = 0): string => {
  const text = value.toFixed();
  const decimals = text.split('.')[1]?.length ?? 0;
  return decimals < minimumDecimals ? value.toFixed(minimumDecimals) : text;
};

export { trimZeros } from '@vitrine/money';

/** A price without redundant zeros; if it has decimals, with at least two. */
export const plainPrice = (price: string): string => {
  const [whole = '', fraction = ''] = price.split('.');
  const kept = fraction.replace(/0+$/, '');
  return kept === '' ? whole : `${whole}.${kept.padEnd(2, '0')}`;
};
