import { trimZeros } from '../../../lib/decimal.ts';

export const currencies = ['PHP', 'USD', 'VND', 'MYR', 'SGD'] as const;
export type Currency = (typeof currencies)[number];

/** Each currency's decimals, and an example amount for showing the price while none is entered. */
export const currencyRules: Readonly<Record<Currency, { readonly decimals: number; readonly example: string }>> = {
  PHP: { decimals: 2, example: '5000' },
  USD: { decimals: 2, example: '100' },
  VND: { decimals: 0, example: '2500000' },
  MYR: { decimals: 2, example: '500' },
  SGD: { decimals: 2, example: '150' },
};

export interface BuyForm {
  readonly currency: Currency;
  /** As typed. */
  readonly amount: string;
}

/** The initial form, prefilled with the valid values of a link. */
export const startingForm = (chosen: { readonly currency?: string; readonly amount?: string }): BuyForm => {
  const currency = currencies.find((one) => one === chosen.currency?.toUpperCase()) ?? 'USD';
  const amount = /^\d{1,12}(\.\d{1,2})?$/.exec(chosen.amount ?? '')?.[0] ?? '';
  return inCurrency({ currency, amount: trimZeros(amount) }, currency);
};

/** The form in a new currency; decimals that this currency does not have are cut off. */
export const inCurrency = ({ amount }: BuyForm, currency: Currency): BuyForm => {
  const { decimals } = currencyRules[currency];
  const [whole = '', fraction = ''] = amount.split('.');
  const kept = decimals === 0 ? '' : fraction.slice(0, decimals);
  return { currency, amount: kept === '' ? whole : `${whole}.${kept}` };
};

/** Whether there is an amount to quote. */
export const isAmount = (amount: string): boolean => /[1-9]/.test(amount) && /^\d+(\.\d+)?$/.test(amount);

/** Whether a quote is for exactly this form. */
export const isOf = (quote: BuyForm, form: BuyForm): boolean =>
  quote.currency === form.currency && trimZeros(quote.amount) === trimZeros(form.amount);
