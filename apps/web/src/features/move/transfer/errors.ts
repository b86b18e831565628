import type { WalletName } from '../../../lib/wallet.ts';
import type { TransferErrorCode, TransferForm, TransferSummary } from './types.ts';

const exceeds: Readonly<Record<WalletName, TransferErrorCode>> = {
  SPOT: 'exceeds_spot',
  FUTURE: 'exceeds_future',
  FUNDING: 'exceeds_funding',
};

/** The error of the amount, if any; the core applies the same rule again. */
export const errorOf = (form: TransferForm, summary: TransferSummary): TransferErrorCode | undefined => {
  if (summary.amount === undefined) return 'amount_required';
  if (summary.available !== undefined && summary.amount.gt(summary.available)) return exceeds[form.from];
  return undefined;
};

/** An empty field is not an error until the client has left it. */
export const visibleError = (
  error: TransferErrorCode | undefined,
  form: TransferForm,
  isLeft: boolean,
): TransferErrorCode | undefined => (isLeft || form.amount !== '' ? error : undefined);
