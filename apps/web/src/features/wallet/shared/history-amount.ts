import { directionOf, formatCoin } from '@vitrine/ui';
import type { HistoryRow } from './history.ts';

/** A row's display amount, with a sign where it has a meaning. */
export const rowAmount = ({ amount, amountCoin, isSigned }: HistoryRow): string =>
  `${isSigned && directionOf(amount) === 'up' ? '+' : ''}${formatCoin(amount, amountCoin)}`;
