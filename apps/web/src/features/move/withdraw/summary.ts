import { decimalsOf } from '@vitrine/ui';
import Big from 'big.js';
import { cheapestOf } from '../../../lib/coin-networks.ts';
import { parseDecimal } from '../../../lib/decimal.ts';
import type { WithdrawContext, WithdrawForm, WithdrawSummary } from './types.ts';

const MOST_DECIMALS = 8;

/** The values derived from the form and the data known so far. */
export const summarise = (form: WithdrawForm, context: WithdrawContext): WithdrawSummary => {
  const all = context.networks ?? [];
  const networks = all.filter(({ coin }) => coin === form.coin);
  const row = networks.find(({ value }) => value === form.network);
  const available = context.available?.get(form.coin);
  const typed = parseDecimal(form.amount);
  const amount = typed?.gt(0) ? typed : undefined;
  const fee = row === undefined ? undefined : new Big(row.gasFee);
  const arrives = amount === undefined || fee === undefined ? undefined : amount.minus(fee);
  return {
    networks,
    coins: [...new Set(all.map(({ coin }) => coin))],
    row,
    cheapest: networks.length > 1 ? cheapestOf(networks, (one) => one.withdrawals_open) : undefined,
    available,
    amount,
    fee,
    arrives: arrives?.gt(0) ? arrives : undefined,
    // The API returns every amount with all of its coin's decimals, so their number can be read from the available amount.
    decimals: available === undefined ? MOST_DECIMALS : decimalsOf(available),
    saved: context.saved?.find(({ network, address }) => network === form.network && address === form.address),
  };
};
