import { addressFault } from '../shared/address-shape.ts';
import type { LeftFields } from '../shared/use-left-fields.ts';
import type { LeftField, WithdrawErrors, WithdrawForm, WithdrawNeed, WithdrawSummary } from './types.ts';

/** All errors of the form; the server applies the same rules again. */
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

/**
 * The errors to show. Until the client has left the address field, it shows only one error: that the address belongs to
 * another network. Until the client has left the amount field, it shows no error while it is empty.
 */
export function visibleErrors(errors: WithdrawErrors, form: WithdrawForm, left: LeftFields<LeftField>): WithdrawErrors {
  const { address, amount } = errors;
  return {
    ...(address !== undefined && (left.address || address === 'address_wrong_network') ? { address } : {}),
    ...(amount !== undefined && (left.amount || form.amount !== '') ? { amount } : {}),
  };
}

/**
 * The field that the button asks for: the first missing field in the order of the form; undefined if none is missing.
 */
export function needOf({ network, address, amount }: WithdrawErrors): WithdrawNeed | undefined {
  if (network !== undefined) return network;
  if (address === 'address_required') return address;
  return amount === 'amount_required' ? amount : undefined;
}

/** Whether the button is disabled. A malformed address leaves the button enabled: pressing it shows the error. */
export const blocksButton = (errors: WithdrawErrors): boolean =>
  errors.network !== undefined ||
  errors.amount !== undefined ||
  (errors.address !== undefined && errors.address !== 'address_malformed');
