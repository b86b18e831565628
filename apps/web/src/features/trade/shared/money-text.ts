import { formatPrice } from '@vitrine/ui';
import type Big from 'big.js';
import { ceilTo, floorTo, plain } from '../../../lib/decimal.ts';

/** An amount for display, with at least `minimum` decimals; decimals beyond `most` are cut off. */
export const moneyText = (value: Big | undefined, minimum = 2, most = 6): string =>
  value === undefined ? '–' : formatPrice(plain(floorTo(value, most), minimum));

/**
 * A bound for display, by default with four decimals. What the client pays is rounded up and what they receive is
 * rounded down, so that the displayed bound is never exceeded.
 */
export const boundText = (value: Big | undefined, side: 'BUY' | 'SELL', decimals = 4): string =>
  value === undefined ? '–' : formatPrice(plain((side === 'BUY' ? ceilTo : floorTo)(value, decimals), 2));

/** A fee for display, rounded up, so that it never looks smaller than it is. */
export const feeText = (value: Big | undefined): string => boundText(value, 'BUY');
