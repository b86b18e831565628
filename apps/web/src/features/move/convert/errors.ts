import { parseDecimal, trimZeros } from '../../../lib/decimal.ts';
import type { LeftFields } from '../shared/use-left-fields.ts';
import type { ConvertContext, ConvertError, ConvertErrors, ConvertForm, ConvertSummary } from './types.ts';

const amountError = (
  form: ConvertForm,
  context: ConvertContext,
  { amount }: ConvertSummary,
): ConvertError | undefined => {
  if (amount === undefined) return { code: 'amount_required' };
  const { available } = context;
  if (available === undefined || amount.lte(available)) return undefined;
  return { code: 'exceeds_balance', value: `${trimZeros(available)} ${form.from}` };
};

const priceError = (form: ConvertForm, { receives }: ConvertSummary): ConvertError | undefined => {
  if (form.kind !== 'limit') return undefined;
  if (!parseDecimal(form.price)?.gt(0)) return { code: 'price_required' };
  return receives !== undefined && !receives.gt(0) ? { code: 'nothing_arrives' } : undefined;
};

/** The first error of each field. The server checks minimum amounts for each quote, as only the core knows them. */
export const errorsOf = (form: ConvertForm, context: ConvertContext, summary: ConvertSummary): ConvertErrors => {
  const amount = amountError(form, context, summary);
  const price = priceError(form, summary);
  return { ...(amount ? { amount } : {}), ...(price ? { price } : {}) };
};

/** An empty field is not an error until the client has left it. */
export const visibleErrors = (
  errors: ConvertErrors,
  form: ConvertForm,
  left: LeftFields<keyof ConvertErrors>,
): ConvertErrors => {
  const { amount, price } = errors;
  return {
    ...(amount && (left.amount || form.amount !== '') ? { amount } : {}),
    ...(price && (left.price || form.price !== '') ? { price } : {}),
  };
};

/**
 * The field that the button asks for: the first missing field in the order of the form; undefined if none is missing.
 */
export const needOf = ({ amount, price }: ConvertErrors): keyof ConvertErrors | undefined => {
  if (amount?.code === 'amount_required') return 'amount';
  return price?.code === 'price_required' ? 'price' : undefined;
};
