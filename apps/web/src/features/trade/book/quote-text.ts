import { formatAmount } from '@vitrine/ui';
import type { Precision } from './side-painter.ts';

/** Values in the quote coin of at least this much are shown without decimals. */
const WHOLE_FROM = 1000;

/** A value in the quote coin, in units of 10^-(price decimals + amount decimals); for display only. */
export const quoteText = (units: number, { priceDecimals, amountDecimals }: Precision): string => {
  const value = units / 10 ** (priceDecimals + amountDecimals);
  const decimals = value < WHOLE_FROM ? 2 : 0;
  return formatAmount(value.toFixed(decimals), decimals);
};
