import { decimalsOf, directionOf, formatAmount, formatCompact, formatInteger, formatPercent } from '@vitrine/ui';

export { directionOf, formatInteger, formatPercent };

/** An amount with its own decimals, and grouped digits. */
export const formatPlain = (text: string): string => formatAmount(text, decimalsOf(text));

/** A volume in USDT, such as 1.170B. */
export const formatCompactUsdt = (text: string): string => formatCompact(text.replace(/\..*$/, ''));
