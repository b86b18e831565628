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

/** From now on, figures are written as in the reader's region: the page's HTML cannot know it. */
export function followReader(language: string): void {
  setFigures(usualFormat(language), language);
  isReaders.set(true);
}

/** Draws a component again when the format becomes that of the reader, for figures that never change otherwise. */
export const useFigureFormat = (): boolean => useStore(isReaders);

/** An amount with its own decimals, and grouped digits. */
export const formatPlain = (text: string): string => formatAmount(text, decimalsOf(text));

/** A sum that comes to nothing: 0.00. */
export const formatZero = (): string => formatAmount('0', 2);

/** A volume in USDT, such as 1.170B. */
export const formatCompactUsdt = (text: string): string => formatCompact(text.replace(/\..*$/, ''));
