import { decimalsOf } from '@vitrine/ui';
import Big from 'big.js';
import { parseDecimal } from '../../../lib/decimal.ts';
import type { TransferContext, TransferForm, TransferSummary } from './types.ts';

const MOST_DECIMALS = 8;

/** The values derived from the form and the current wallets. */
export const summarise = (form: TransferForm, context: TransferContext): TransferSummary => {
  const available = context[form.from]?.get(form.coin);
  const availableThere = context[form.to]?.get(form.coin);
  const typed = parseDecimal(form.amount);
  const amount = typed?.gt(0) ? typed : undefined;
  const isPossible = amount !== undefined && available !== undefined && amount.lte(available);
  return {
    available,
    availableThere,
    amount,
    left: isPossible ? new Big(available).minus(amount) : undefined,
    there: isPossible && availableThere !== undefined ? new Big(availableThere).plus(amount) : undefined,
    // The API returns every amount with all of its coin's decimals, so their number can be read from the available amount.
    decimals: available === undefined ? MOST_DECIMALS : decimalsOf(available),
  };
};
