import { formatPrice, formatSigned } from '@vitrine/ui';
import type { HistoryRow } from '../lib/history.ts';
import { trimZeros } from '../lib/trading/decimal.ts';

/** A row's amount for people, with a sign where it says something. */
export const rowAmount = ({ amount, isSigned }: HistoryRow): string =>
  isSigned ? formatSigned(amount, decimalsShown(amount)) : formatPrice(trimZeros(amount));

/** At least two, and no zeros that say nothing beyond. */
export const decimalsShown = (amount: string): number => Math.max(2, trimZeros(amount).split('.')[1]?.length ?? 0);
