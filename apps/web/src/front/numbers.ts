import {
  decimalsOf,
  directionOf,
  formatAmount,
  formatCompact,
  formatInteger,
  formatPercent,
  formatSigned,
  setFigures,
  usualFormat,
} from '@vitrine/ui';
import { createStore, useStore } from './store.ts';

export { directionOf, formatInteger, formatPercent, formatSigned };

const isReaders = createStore(false);

/** Switches figures to the reader's regional format, which the prerendered HTML cannot know. */
export function followReader(language: string): void {
  setFigures(usualFormat(language), language);
  isReaders.set(true);
}

/** Rerenders a component when the format switches to the reader's, for figures that otherwise never change. */
export const useFigureFormat = (): boolean => useStore(isReaders);

/** An amount with its own number of decimals, and grouped digits. */
export const formatPlain = (text: string): string => formatAmount(text, decimalsOf(text));

/** A sum of zero: 0.00. */
export const formatZero = (): string => formatAmount('0', 2);

/** A volume in USDT, such as 1.170B. */
export const formatCompactUsdt = (text: string): string => formatCompact(text.replace(/\..*$/, ''));
