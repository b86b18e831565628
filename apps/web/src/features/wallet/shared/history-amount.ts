import { directionOf, formatCoin } from '@vitrine/ui';
import type { HistoryRow } from './history.ts';

/** A row's amount for display, with a sign if the sign is meaningful for this history. */
export const rowAmount = ({ amount, amountCoin, isSigned }: HistoryRow): string =>
  `${isSigned && directionOf(amount) === 'up' ? '+' : ''}${formatCoin(amount, amountCoin)}`;
