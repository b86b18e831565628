import { addressFault } from '../../lib/address-shape.ts';
import type { WithdrawErrors, WithdrawForm, WithdrawSummary } from './types.ts';

/** Everything that is wrong with the form; the server applies the same rules again, and checksums. */
export function errorsOf(form: WithdrawForm, summary: WithdrawSummary): WithdrawErrors {
  const address = form.network === undefined ? undefined : addressFault(form.address, form.network);
  const amount = amountError(summary);
  return {
    ...(form.network === undefined ? { network: 'network_required' as const } : {}),
    ...(address === undefined ? {} : { address }),
    ...(amount === undefined ? {} : { amount }),
  };
}

function amountError({ amount, available, row }: WithdrawSummary): WithdrawErrors['amount'] {
  if (amount === undefined) return 'amount_required';
  if (row !== undefined && amount.lt(row.minimum)) return 'below_minimum';
  if (available !== undefined && amount.gt(available)) return 'exceeds_balance';
  return undefined;
}

export const hasErrors = (errors: WithdrawErrors): boolean => Object.keys(errors).length > 0;

/** Before an attempt an empty field is no error yet, and half an address none that one could know of. */
export function visibleErrors(errors: WithdrawErrors, form: WithdrawForm, attempted: boolean): WithdrawErrors {
  if (attempted) return errors;
  const { address, amount } = errors;
  return {
    ...(address === 'address_wrong_network' ? { address } : {}),
    ...(amount !== undefined && form.amount !== '' ? { amount } : {}),
  };
}

/** The button waits for an address of the network. */
export const blocksButton = ({ address }: WithdrawErrors): boolean =>
  address === 'address_required' || address === 'address_wrong_network';
