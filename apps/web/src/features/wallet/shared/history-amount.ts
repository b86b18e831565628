import { directionOf, formatCoin } from '@vitrine/ui';
import type { HistoryRow } from './history.ts';

/** A row's amount for people, with a sign where it says something. */
export const rowAmount = ({ amount, amountCoin, isSigned }: HistoryRow): string =>
  `${isSigned && directionOf(amount) === 'up' ? '+' : ''}${formatCoin(amount, amountCoin)}`;
